package api_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"plylog/events"
	"plylog/projections"
)

// matters reads the records of a feed of one's own as words: "game what".
type matter struct {
	Game, Kind, What, Seat string
	Version                int
}

func (s *source) matter() matter {
	s.t.Helper()
	r := s.must()
	if r.event != "matter" || r.id != "" {
		s.t.Fatalf("comes %+v", r)
	}
	var m matter
	if err := json.Unmarshal([]byte(r.data), &m); err != nil {
		s.t.Fatal(err)
	}
	return m
}

func (s *source) matters() []matter {
	s.t.Helper()
	var standing struct{ Matters []matter }
	r := s.must()
	if err := json.Unmarshal([]byte(r.data), &standing); err != nil || r.event != "state" {
		s.t.Fatalf("%v: %+v", err, r)
	}
	return standing.Matters
}

// A player is told of the opponent's moves, offers, answers and of the end, in every
// game, and not of what the player did.
func TestMine(t *testing.T) {
	w := newWorld(t, memory())
	a := w.do("POST", "/v1/games", `{"kind":"checkers","seat":"second"}`).want(t, 201)
	id, mine := a.at(t, "game", "id").(string), a.at(t, "tokens", "second").(string)
	s := w.open("/v1/me/feed?games="+id, acceptSSE, token(mine))
	if m := s.matters(); len(m) != 0 {
		t.Errorf("at first %v", m)
	}
	joined := w.do("POST", "/v1/games/"+id+"/events", `{"type":"join"}`).want(t, 201)
	g := &game{w: w, id: id, first: joined.at(t, "token").(string), second: mine}
	g.move("first", "11-15").want(t, 201)
	g.move("second", "23-19").want(t, 201)
	g.act("first", `{"type":"offer","what":"draw"}`).want(t, 201)
	if m := w.open("/v1/me/feed?games="+id, acceptSSE, seats(mine)).matters(); len(m) != 1 || m[0].What != "offer" || m[0].Seat != "second" {
		t.Errorf("an offer stands and it is told %v", m)
	}
	g.act("second", `{"type":"decline"}`).want(t, 201)
	g.act("second", `{"type":"offer","what":"draw"}`).want(t, 201)
	g.act("first", `{"type":"decline"}`).want(t, 201)
	g.move("first", "8-11").want(t, 201)
	if m := w.open("/v1/me/feed?games="+id, acceptSSE, seats(mine)).matters(); len(m) != 1 || m[0] != (matter{id, "checkers", "turn", "second", 9}) {
		t.Errorf("it is the player's turn and it is told %v", m)
	}
	g.act("first", `{"type":"resign"}`).want(t, 201)
	var got []string
	for range 6 {
		m := s.matter()
		if m.Game != id || m.Kind != "checkers" || m.Seat != "second" {
			t.Errorf("told %+v", m)
		}
		got = append(got, fmt.Sprint(m.Version, " ", m.What))
	}
	if want := []string{"2 joined", "3 turn", "5 offer", "8 answer", "9 turn", "10 over"}; !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
	// The next game of the series is the same player's.
	g.act("first", `{"type":"rematch"}`).want(t, 201)
	next := g.act("second", `{"type":"rematch"}`)
	if m := s.matter(); m.Game == id || m.What == "" {
		t.Errorf("of the rematch is told %+v (%s)", m, next.body)
	}
}

func TestMineRefuses(t *testing.T) {
	w := newWorld(t, memory())
	g, other := w.newGame("nim"), w.newGame("nim")
	w.do("GET", "/v1/me/feed", "", acceptSSE, token(g.first)).want(t, 400, "bad-parameter")
	w.do("GET", "/v1/me/feed?games="+g.id, "", acceptSSE).want(t, 401, "token-missing")
	w.do("GET", "/v1/me/feed?games="+g.id, "", acceptSSE, token(other.first)).want(t, 403, "token-wrong")
	w.do("GET", "/v1/me/feed?games="+g.id+","+other.id, "", acceptSSE, token(other.first)).want(t, 403, "token-wrong")
	w.do("GET", "/v1/me/feed?games="+g.id, "", "Accept: application/json", token(g.first)).want(t, 406, "not-acceptable")
	private := w.newGame("nim", `"private":true`)
	w.do("GET", "/v1/me/feed?games="+private.id, "", acceptSSE, token(g.first)).want(t, 404, "no-such-game")
	w.open("/v1/me/feed?games="+private.id+","+g.id, acceptSSE, seats(private.first, g.second))
}

// Draining ends it like every feed, and whoever does not listen is told to come back.
func TestMineEnds(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"options":{"stones":500}`)
	s := w.open("/v1/me/feed?games="+g.id, "Accept: application/x-ndjson", token(g.first))
	s.must()
	if err := w.server.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := s.must(); r.data != `{"bye":{"reason":"stopping","again":true}}` {
		t.Errorf("at the end comes %+v", r)
	}
	if _, ok := s.next(); ok {
		t.Error("and something behind it")
	}
	w.do("GET", "/v1/me/feed?games="+g.id, "", acceptSSE, token(g.first)).want(t, 503, "stopping")
}

// Whoever lets a whole buffer of matters fill up is told to come back, and holds up
// nobody.
func TestListenerFallsBehind(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"options":{"stones":500}`)
	var sits [2]string
	st := w.do("GET", g.path(), "")
	sits[0], sits[1] = st.at(t, "seats", "first").(string), st.at(t, "seats", "second").(string)
	l, err := w.views.Concerns.Listen(events.PlayerID(sits[0]))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for i := range 200 {
		g.move([]string{"first", "second"}[i%2], "1").want(t, 201)
	}
	w.do("GET", g.path(), "").want(t, 200)
	n := 0
	for {
		if _, err := l.NextOr(t.Context(), nil); err != nil {
			if projections.ReasonOf(err) != projections.Slow || n == 0 || n >= 200 {
				t.Errorf("after %d matters: %v", n, err)
			}
			return
		}
		n++
	}
}
