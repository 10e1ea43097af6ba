package api_test

import (
	"strings"
	"testing"
)

// Boards are written in the notations of the field, now and as they were, and
// what was written is read back as a board to start from.
func TestBoardNotations(t *testing.T) {
	w := newWorld(t, memory())
	for kind, c := range map[string]struct {
		start map[string]string // by notation: what the board begins with
		list  string
	}{
		"backgammon": {map[string]string{"xgid": "XGID=", "gnubg": "4HPwATDgc/ABMA:", "text": ""}, "want xgid, gnubg, text;"},
		"checkers":   {map[string]string{"fen": "B:W21-32:B1-12", "text": ""}, "want fen, text;"},
		"reversi":    {map[string]string{"text": ""}, "want text;"},
		"baghchal":   {map[string]string{"text": ""}, "want text;"},
		"nim":        {map[string]string{"text": ""}, "want text;"},
	} {
		g := w.newGame(kind)
		own := w.do("GET", g.path()+"?at=1", "").want(t, 200)
		g.act(own.at(t, "turn").(string), `{"type":"resign"}`)
		tags := map[string]bool{own.header.Get("ETag"): true}
		for notation, begins := range c.start {
			for _, at := range []string{"", "&at=1"} {
				a := w.do("GET", g.path()+"?board="+notation+at, "").want(t, 200)
				board := a.at(t, "board").(string)
				if !strings.HasPrefix(board, begins) || board == "" || a.at(t, "notation") != notation {
					t.Errorf("%s in %s: %q", kind, notation, board)
				}
				if (a.at(t, "allowed") != nil) != (at == "") {
					t.Errorf("%s in %s%s: allowed are %v", kind, notation, at, a.at(t, "allowed"))
				}
				tag := a.header.Get("ETag")
				if at != "" && tags[tag] {
					t.Errorf("%s in %s has the tag of another answer, %s", kind, notation, tag)
				}
				tags[tag] = true
				w.do("GET", g.path()+"?board="+notation+at, "", header("If-None-Match: "+tag)).want(t, 304)
				if at == "" || notation == "text" {
					continue
				}
				made := w.newGame(kind, `"board":"`+board+`"`)
				if got := w.do("GET", made.path()+"?board="+notation+"&at=1", "").want(t, 200).at(t, "board"); got != board {
					t.Errorf("%s in %s: %s was read as %s", kind, notation, board, got)
				}
			}
		}
		for _, bad := range []string{"sgf", "", "XGID", "xgid%00"} {
			a := w.do("GET", g.path()+"?board="+bad, "").want(t, 400, "bad-parameter")
			if a.at(t, "field") != "board" || !strings.Contains(a.at(t, "detail").(string), c.list) {
				t.Errorf("%s in %q: %s", kind, bad, a.body)
			}
		}
		w.do("GET", g.path()+"?board=text&at=99", "").want(t, 404, "no-such-version")
	}
}

// A game that begins from a board says so wherever it is shown, and a board on
// which no game can stand is refused with the reason.
func TestStartBoards(t *testing.T) {
	w := newWorld(t, memory())
	for kind, c := range map[string]struct {
		good, format, shown string
		bad                 map[string]string // and a part of the reason
	}{
		"backgammon": {"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "", "",
			map[string]string{"XGID=x": "ten fields", "XGID=-b----E-C---eE---c-e----O-:0:0:1:31:0:0:0:0:10": "15"}},
		"reversi": {"---------------------------OX------XO--------------------------- X", "ggf", "",
			map[string]string{"X": "", strings.Repeat("X", 64) + " X": ""}},
		"checkers": {"W:W18:B15,K1", "pdn", `[FEN "W:W18:B15,K1"]`,
			map[string]string{"B:W18:B32": "would be a king", "B:W18": "", "B:W1-16:B17-32": ""}},
		"baghchal": {"T3T/5/2G2/5/T3T T 19 0", "text", "",
			map[string]string{"T3T/5/2G2/5/T3T T 20 0": "20", "T3T/5/5/5/T4 G 20 0": ""}},
	} {
		g := w.newGame(kind, `"board":"`+c.good+`"`)
		st := w.do("GET", g.path(), "").want(t, 200)
		if st.at(t, "start") != c.good {
			t.Errorf("%s: the state says %s", kind, st.body)
		}
		list := w.do("GET", "/v1/games?kind="+kind, "").want(t, 200)
		if !strings.Contains(list.body, `"setup":true`) {
			t.Errorf("%s: listed as %s", kind, list.body)
		}
		if lines := w.do("GET", g.path()+"/export", "").want(t, 200); !strings.Contains(lines.body, `"board":"`+c.good) {
			t.Errorf("%s: its first event says %s", kind, lines.body)
		}
		if c.format != "" { // no file of backgammon holds a board to start from
			file := w.do("GET", g.path()+"/export?format="+c.format, "").want(t, 200)
			imported := w.do("POST", "/v1/import?kind="+kind+"&format="+c.format, file.body).want(t, 201)
			again := w.do("GET", "/v1/games/"+imported.at(t, "games").([]any)[0].(map[string]any)["game"].(string), "").want(t, 200)
			if again.at(t, "board") != st.at(t, "board") || !strings.Contains(file.body, c.shown) {
				t.Errorf("%s: exported as %s, and imported as %s", kind, file.body, again.body)
			}
		}
		for bad, why := range c.bad {
			before := w.lasts()
			a := w.do("POST", "/v1/games", `{"kind":"`+kind+`","opponent":"self","board":"`+bad+`"}`).want(t, 400, "bad-board")
			if a.at(t, "field") != "board" || a.at(t, "detail") == "" || !strings.Contains(a.at(t, "detail").(string), why) {
				t.Errorf("%s from %s: %s", kind, bad, a.body)
			}
			if after := w.lasts(); len(after) != len(before) || after[0] != before[0] {
				t.Errorf("%s from %s was refused and moved the log", kind, bad)
			}
		}
	}
}

func TestPlayerResults(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	who := w.do("GET", g.path(), "").want(t, 200).at(t, "seats", "second").(string)
	if a := w.do("GET", "/v1/players/"+who, "").want(t, 200); a.at(t, "games") != 0.0 {
		t.Errorf("before the end: %s", a.body)
	}
	w.do("POST", g.path()+"/fork", "").want(t, 201) // practice counts for nobody
	g.act("first", `{"type":"resign"}`).want(t, 201)
	want := `{"player":"` + who + `","games":1,"won":1,"lost":0,"drawn":0,"kinds":[{"kind":"nim","games":1,"won":1,"lost":0,"drawn":0}]}`
	if a := w.do("GET", "/v1/players/"+who, "").want(t, 200); a.body != want {
		t.Errorf("got %s, want %s", a.body, want)
	}
	if a := w.do("GET", "/v1/games?player="+who, "").want(t, 200); !strings.Contains(a.body, g.id) {
		t.Errorf("games of the player: %s", a.body)
	}
	if a := w.do("GET", "/v1/players/p_nobody", "").want(t, 200); a.at(t, "games") != 0.0 {
		t.Errorf("nobody: %s", a.body)
	}
	for _, bad := range []string{"x", "p_", "p_%20", "p_" + strings.Repeat("a", 65)} {
		w.do("GET", "/v1/players/"+bad, "").want(t, 400, "bad-id")
	}
}
