package api_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
)

// Fifty different moves with the same If-Match: one is stored, and everybody
// else is told why theirs was not.
func TestSameVersionManyMoves(t *testing.T) {
	w := newWorld(t, memory())
	for round := range 5 {
		g := w.newGame("reversi")
		legal := []string{"d3", "c4", "f5", "e6"}
		const senders = 50
		answers := make([]*answer, senders)
		var start, work sync.WaitGroup
		start.Add(1)
		for i := range senders {
			work.Go(func() {
				start.Wait()
				answers[i] = g.move("first", legal[i%len(legal)], ifMatch(`"1"`))
			})
		}
		start.Done()
		work.Wait()
		count := map[int]int{}
		for _, a := range answers {
			count[a.status]++
			switch a.status {
			case 201:
			case 409, 412, 422:
				if a.at(t, "version") == nil {
					t.Errorf("a refusal without version: %s", a.body)
				}
			default:
				t.Errorf("status %d: %s", a.status, a.body)
			}
		}
		if count[201] != 1 {
			t.Errorf("round %d: answers %v", round, count)
		}
		if v := w.do("GET", g.path(), "").want(t, 200).at(t, "version"); v != 2.0 {
			t.Errorf("version %v", v)
		}
	}
}

// Two moves of one player in one packet: the second is not their turn.
func TestTwoMovesInOnePacket(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.public.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	body := `{"type":"move","move":"1"}`
	one := fmt.Sprintf("POST %s/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s",
		g.path(), g.first, len(body), body)
	if _, err := conn.Write([]byte(one + one)); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(conn)
	readAnswer(t, in, "POST").want(t, 201)
	a := readAnswer(t, in, "POST").want(t, 422, "illegal-move")
	if a.at(t, "code") != "nim.not-your-turn" || a.at(t, "version") != 2.0 {
		t.Errorf("%s", a.body)
	}
}

// Sixty-four people take the last seat at once: one sits, and holds the only
// token.
func TestManyJoins(t *testing.T) {
	w := newWorld(t, memory())
	for round := range 5 {
		a := w.do("POST", "/v1/games", `{"kind":"nim"}`).want(t, 201)
		path := "/v1/games/" + a.at(t, "game", "id").(string)
		const people = 64
		answers := make([]*answer, people)
		var work sync.WaitGroup
		for i := range people {
			work.Go(func() { answers[i] = w.do("POST", path+"/events", `{"type":"join"}`, key(id(fmt.Sprint(round, i)))) })
		}
		work.Wait()
		var tokens []string
		for _, b := range answers {
			switch b.status {
			case 201:
				tokens = append(tokens, b.at(t, "token").(string))
			case 409:
				b.want(t, 409, "seat-taken")
			default:
				t.Errorf("status %d: %s", b.status, b.body)
			}
			if b.status != 201 && strings.Contains(b.body, "plylog_seat_") {
				t.Errorf("a refusal hands out a token: %s", b.body)
			}
		}
		if len(tokens) != 1 {
			t.Fatalf("round %d: %d people sit on one seat", round, len(tokens))
		}
		w.do("POST", path+"/events", `{"type":"move","move":"1"}`, token(tokens[0])).want(t, 422, "illegal-move") // first begins
	}
}

// The same command from many connections is one event, and all are answered with
// it.
func TestOneCommandManyTimes(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	answers := make([]*answer, 32)
	var work sync.WaitGroup
	for i := range answers {
		work.Go(func() { answers[i] = g.move("first", "1", key(id("one"))) })
	}
	work.Wait()
	stored := 0
	for _, a := range answers {
		if a.status == 201 {
			stored++
		} else {
			a.want(t, 200)
		}
		if a.body != answers[0].body {
			t.Errorf("answered %s and %s", a.body, answers[0].body)
		}
	}
	if stored != 1 {
		t.Errorf("%d of them stored it", stored)
	}
}

// Many clients that play and read different games at once see nothing of each
// other's.
func TestNoCrossTalk(t *testing.T) {
	w := newWorld(t, memory())
	var work sync.WaitGroup
	for range 32 {
		work.Go(func() {
			g := w.newGame("nim", `"options":{"stones":60}`)
			for i := range 6 {
				a := g.move([]string{"first", "second"}[i%2], "1").want(t, 201)
				if a.at(t, "game") != g.id {
					t.Errorf("an answer about game %v in game %s", a.at(t, "game"), g.id)
				}
				for _, view := range []string{"/history", "/choices", "/events"} {
					if b := w.do("GET", g.path()+view, "").want(t, 200); b.at(t, "game") != g.id || b.at(t, "version") != float64(i+2) {
						t.Errorf("%s of game %s: %.200s", view, g.id, b.body)
					}
				}
			}
		})
	}
	work.Wait()
}

// Tokens show in no log line, whatever happens to them.
func TestTokensStayOutOfTheLog(t *testing.T) {
	out, logger := recordingLogger()
	w := newWorld(t, memory(), withLogger(logger))
	g := w.newGame("nim")
	g.move("first", "9").want(t, 422)
	g.move("second", "1").want(t, 422)
	g.move("first", "1").want(t, 201)
	w.do("GET", g.path()+"?token="+g.first, "").want(t, 400, "token-in-url")
	w.do("POST", g.path()+"/events", `{"type":"resign"}`, token(g.first+"x")).want(t, 401)
	w.do("POST", w.newGame("nim").path()+"/events", `{"type":"resign"}`, token(g.first)).want(t, 403)
	text := out.String()
	if !strings.Contains(text, "NIM-1") || !strings.Contains(text, "nim.malformed") {
		t.Errorf("refusals are not logged with rule and code:\n%s", text)
	}
	for _, tok := range []string{g.first, g.second} {
		if strings.Contains(text, tok) || strings.Contains(text, tok[20:40]) {
			t.Errorf("the log shows a token:\n%s", text)
		}
	}
}
