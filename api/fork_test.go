package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A fork is a game of its own, from any point of one that is open, under way or
// over: it says where it comes from, is played on, exported, rebuilt, forked and
// asked for its repetitions like any other.
func TestFork(t *testing.T) {
	w := newWorld(t, memory())
	for kind, options := range map[string]string{
		"backgammon": `"options":{"matchLength":5,"score":{"first":1,"second":3}}`, "reversi": `"options":{"flips":"manual"}`,
		"checkers": `"clock":{"kind":"fischer","base":60000}`, "baghchal": `"private":false`,
	} {
		g := w.newGame(kind, options)
		g.walk(t, rand.New(rand.NewPCG(1, 2)), 30)
		g.act("first", `{"type":"resign"}`)
		forks := 0
		now := int(w.do("GET", g.path(), "").want(t, 200).at(t, "version").(float64))
		points := []int{1, 2, now / 2, now - 1} // some of them the same in a game that a double ended
		slices.Sort(points)
		for _, at := range slices.Compact(points) {
			a := w.do("POST", fmt.Sprintf("%s/fork?at=%d", g.path(), at), "", key(id(fmt.Sprint(kind, at)))).want(t, 201)
			again := w.do("POST", fmt.Sprintf("%s/fork?at=%d", g.path(), at), "", key(id(fmt.Sprint(kind, at)))).want(t, 200)
			if a.body != again.body {
				t.Errorf("the same fork again:\n%s\n%s", a.body, again.body)
			}
			f := &game{w, a.at(t, "game", "id").(string), a.at(t, "tokens", "first").(string), a.at(t, "tokens", "second").(string)}
			was := w.do("GET", fmt.Sprintf("%s?at=%d", g.path(), at), "").want(t, 200)
			is := w.do("GET", f.path(), "").want(t, 200)
			for _, field := range []string{"board", "turn", "kind", "options", "seen", "names"} {
				if x, y := fmt.Sprint(was.at(t, field)), fmt.Sprint(is.at(t, field)); x != y {
					t.Errorf("%s at %d: %s was %s, in the fork it is %s", kind, at, field, x, y)
				}
			}
			if is.at(t, "origin", "game") != g.id || is.at(t, "origin", "at") != float64(at) || is.at(t, "clock") != nil || is.at(t, "status") != "playing" {
				t.Errorf("the fork says %s", is.body)
			}
			if x, y := moves(t, w, g.path(), fmt.Sprint("&at=", at)), moves(t, w, f.path(), ""); x != y {
				t.Errorf("%s at %d: moves were %s, in the fork %s", kind, at, x, y)
			}
			f.walk(t, rand.New(rand.NewPCG(3, 4)), 12)
			w.do("GET", f.path()+"/repetitions", "").want(t, 200)
			w.do("GET", f.path()+"/history", "").want(t, 200)
			w.do("GET", f.path()+"/export", "").want(t, 200)
			again = w.do("POST", f.path()+"/fork", "")
			if over := w.do("GET", f.path(), "").at(t, "result") != nil; !over || again.status != 409 {
				again.want(t, 201)
				forks++
			}
			forks++
		}
		list := w.do("GET", "/v1/games?kind="+kind, "").want(t, 200)
		if n := strings.Count(list.body, `"origin":{"forked":true}`); n != forks {
			t.Errorf("%s: %d games are listed as forked: %s", kind, n, list.body)
		}
	}
	w.wantWhole(t)
}

// wantWhole has the server fold all games again.
func (w *world) wantWhole(t *testing.T) {
	t.Helper()
	lines := w.rebuilt()
	if r := report(t, lines); r["equal"] != r["games"] {
		t.Errorf("rebuilt: %v", lines)
	}
}

// Positions that stood before the fork count in it: the third time is the third,
// also when it was taken back in between.
func TestForkKeepsRepetitions(t *testing.T) {
	w := newWorld(t, memory())
	for kind, c := range map[string]struct {
		board string
		round []string // back to where it was
		third func(f *game) *answer
		code  string
	}{
		"checkers": {"B:WK32:BK1", []string{"1-5", "32-28", "5-1", "28-32"}, func(f *game) *answer {
			f.act("second", `{"type":"claim","what":"repetition"}`).want(t, 201)
			return f.w.do("GET", f.path(), "").want(t, 200)
		}, `"reason":"repetition"`},
		"baghchal": {"T1GGT/G1G1G/GG1GG/GGG1G/TGGGT T 0 4", []string{"a5-b5", "d5-d4", "b5-a5", "d4-d5"}, func(f *game) *answer {
			return f.w.do("GET", f.path()+"/repetitions", "").want(t, 200)
		}, `"count":2`},
	} {
		g := w.newGame(kind, `"board":"`+c.board+`"`)
		play := func(g *game, moves []string) {
			for _, m := range moves {
				turn := w.do("GET", g.path(), "").want(t, 200).at(t, "turn").(string)
				g.move(turn, m).want(t, 201)
			}
		}
		play(g, c.round)
		a := w.do("POST", g.path()+"/fork", "").want(t, 201)
		f := &game{w, a.at(t, "game", "id").(string), a.at(t, "tokens", "first").(string), a.at(t, "tokens", "second").(string)}
		if a.at(t, "game", "seen") != 2.0 {
			t.Fatalf("%s: forked as %s", kind, a.body)
		}
		if kind == "baghchal" { // BC-12
			play(f, c.round[:3])
			f.move("first", c.round[3]).want(t, 422, "illegal-move")
		} else {
			play(f, c.round)
			f.act("second", `{"type":"offer","what":"takeback"}`).want(t, 201)
			f.act("first", `{"type":"accept"}`).want(t, 201)
			f.act("second", `{"type":"claim","what":"repetition"}`).want(t, 422, "illegal-move")
			play(f, c.round[3:])
		}
		if end := c.third(f); !strings.Contains(end.body, c.code) {
			t.Errorf("%s: %s", kind, end.body)
		}
	}
	w.wantWhole(t)
}

// moves is what the seat on turn could play at a version.
func moves(t *testing.T, w *world, path, at string) string {
	t.Helper()
	st := w.do("GET", path+"?"+strings.TrimPrefix(at, "&"), "").want(t, 200)
	a := w.do("GET", path+"/choices?seat="+st.at(t, "turn").(string)+at, "").want(t, 200)
	return fmt.Sprint(a.at(t, "choices"), a.at(t, "barred"))
}

// walk plays a game at random, at most so many moves of it.
func (g *game) walk(t testing.TB, r *rand.Rand, plies int) {
	t.Helper()
	for range plies {
		var list struct {
			Seat    string
			Choices []struct{ Move string }
		}
		a := g.w.do("GET", g.path()+"/choices", "", token("x")).want(t, 200)
		if err := json.Unmarshal([]byte(a.body), &list); err != nil {
			t.Fatal(err)
		}
		if len(list.Choices) == 0 {
			return
		}
		move := list.Choices[r.IntN(len(list.Choices))].Move
		switch move {
		case "roll", "double", "take", "drop":
			g.act(list.Seat, fmt.Sprintf(`{"type":%q}`, move)).want(t, 201)
		default:
			g.move(list.Seat, move).want(t, 201)
		}
	}
}

// What a fork of a board game is exported as begins where that game began.
func TestForkIsExportedWhole(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("checkers")
	g.move("first", "11-15").want(t, 201)
	g.move("second", "22-18").want(t, 201)
	a := w.do("POST", g.path()+"/fork", "").want(t, 201)
	f := &game{w, a.at(t, "game", "id").(string), a.at(t, "tokens", "first").(string), a.at(t, "tokens", "second").(string)}
	g.move("first", "15x22").want(t, 201)
	f.move("first", "15x22").want(t, 201)
	f.act("second", `{"type":"offer","what":"takeback"}`).want(t, 409, "no-takeback")
	f.move("second", "25x18").want(t, 201)
	file := w.do("GET", f.path()+"/export?format=pdn", "").want(t, 200)
	if !strings.Contains(file.body, "1. 11-15 22-18 2. 15x22 25x18") {
		t.Errorf("exported as %s", file.body)
	}
	imported := w.do("POST", "/v1/import?kind=checkers&format=pdn", file.body).want(t, 201)
	if !strings.Contains(imported.body, `"moves":6`) {
		t.Errorf("imported as %s", imported.body)
	}
}

func TestForkRefuses(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	path := g.path() + "/fork"
	for _, c := range []struct {
		query, body string
		status      int
		slug        string
	}{
		{"?at=0", "", 400, "bad-parameter"},
		{"?at=x", "", 400, "bad-parameter"},
		{"?at=1&at=1", "", 400, "bad-parameter"},
		{"?seat=first", "", 400, "unknown-parameter"},
		{"?at=2", "", 404, "no-such-version"},
		{"", "[]", 400, "bad-request"},
		{"", `{"board":"1"}`, 400, "unknown-field"},
		{"", `{"dice":"loaded"}`, 400, "bad-field"},
		{"", `{"dice":"recorded"}`, 400, "bad-option"},
	} {
		before := fmt.Sprint(w.lasts())
		w.do("POST", path+c.query, c.body).want(t, c.status, c.slug)
		if after := fmt.Sprint(w.lasts()); after != before {
			t.Errorf("%s %s was refused and moved the log", c.query, c.body)
		}
	}
	w.do("POST", "/v1/games/"+id("absent")+"/fork", "").want(t, 404, "no-such-game")
	// The same key for another point, or for a create, is a mistake.
	k := key(id("k"))
	made := w.do("POST", path, "", k).want(t, 201)
	g.move("first", "1").want(t, 201)
	if again := w.do("POST", path, "", k).want(t, 200); again.body != made.body {
		t.Errorf("the newest was another version the first time: %s", again.body)
	}
	w.do("POST", path+"?at=2", "", k).want(t, 422, "key-reused")
	w.do("POST", "/v1/games", `{"kind":"nim","opponent":"self"}`, k).want(t, 422, "key-reused")
	for _, m := range []string{"3", "3", "3"} {
		st := w.do("GET", g.path(), "").want(t, 200)
		g.move(st.at(t, "turn").(string), m).want(t, 201)
	}
	w.do("POST", path, "").want(t, 409, "game-over")
	w.do("POST", path+"?at=4", "").want(t, 201)
}
