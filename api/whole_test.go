package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// allowed returns what the state says that a seat may do.
func (g *game) allowed(t testing.TB, w *world, seat string) string {
	t.Helper()
	return fmt.Sprint(w.do("GET", g.path(), "").want(t, 200).at(t, "allowed", seat))
}

// The life of a game beside its moves: offers, answers, takebacks, the end, and
// the game after it.
func TestWholeGame(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"clock":{"kind":"fischer","base":60000,"increment":1000}`)
	if a := w.do("GET", g.path(), "").want(t, 200); a.at(t, "clock", "running") != "first" || a.at(t, "clock", "first") != 60000.0 || a.at(t, "clock", "deadline") == nil {
		t.Errorf("the clock is %v", a.at(t, "clock"))
	}
	if got := g.allowed(t, w, "first") + g.allowed(t, w, "second"); got != "[move offer draw resign abort][offer draw resign abort]" {
		t.Errorf("allowed at the beginning: %s", got)
	}
	g.move("first", "2").want(t, 201)
	g.act("first", `{"type":"offer","what":"takeback"}`).want(t, 201)
	if got := g.allowed(t, w, "second"); got != "[move accept takeback decline takeback resign abort]" {
		t.Errorf("allowed to whom it was offered: %s", got)
	}
	g.act("first", `{"type":"withdraw"}`).want(t, 201)
	g.act("second", `{"type":"accept"}`).want(t, 409, "no-offer")
	g.act("first", `{"type":"offer","what":"takeback"}`).want(t, 201)
	a := g.act("second", `{"type":"accept","what":"takeback"}`).want(t, 201)
	if a.at(t, "data", "to") != 1.0 || a.at(t, "after", "board") != "10 L" || a.at(t, "after", "clock", "first") != 60000.0 {
		t.Errorf("the takeback: %s", a.body)
	}
	g.act("first", `{"type":"correct","move":"1"}`).want(t, 422, "not-offered")
	g.act("first", `{"type":"rematch"}`).want(t, 409, "not-over")
	g.act("first", `{"type":"claim","what":"abandoned"}`).want(t, 422, "not-offered")
	g.act("second", `{"type":"resign"}`).want(t, 201)
	if got := g.allowed(t, w, "first") + g.allowed(t, w, "second"); got != "[rematch][rematch]" {
		t.Errorf("allowed at the end: %s", got)
	}

	first := g.act("first", `{"type":"rematch"}`).want(t, 201)
	again := g.act("first", `{"type":"rematch"}`).want(t, 200)
	second := g.act("second", `{"type":"rematch"}`).want(t, 201)
	if first.body != again.body || first.at(t, "game") != second.at(t, "game") || first.at(t, "seat") != "second" || second.at(t, "seat") != "first" {
		t.Fatalf("rematches:\n%s\n%s\n%s", first.body, again.body, second.body)
	}
	next := "/v1/games/" + first.at(t, "game").(string)
	for _, path := range []string{g.path(), next} {
		games := w.do("GET", path+"/series", "").want(t, 200).at(t, "games").([]any)
		if len(games) != 2 || games[0].(map[string]any)["id"] != g.id || games[1].(map[string]any)["id"] != first.at(t, "game") {
			t.Errorf("the series of %s: %v", path, games)
		}
	}
	if first.header.Get("Location") != next {
		t.Errorf("Location %q", first.header.Get("Location"))
	}
	w.do("POST", next+"/events", `{"type":"move","move":"1"}`, token(second.at(t, "token").(string))).want(t, 201)
	w.do("POST", next+"/events", `{"type":"move","move":"1"}`, token(first.at(t, "token").(string))).want(t, 201)
	w.do("POST", next+"/events", `{"type":"move","move":"1"}`, token(g.first)).want(t, 403, "token-wrong")
}

// A game that is exported and imported is the same game, in every format of
// every kind; the import is marked as one and sent twice it is there once.
func TestExportAndImport(t *testing.T) {
	w := newWorld(t, memory())
	for kind, moves := range map[string][]string{
		"reversi":  {"d3", "c3", "c4"},
		"checkers": {"11-15", "22-18", "15x22", "25x18"},
		"baghchal": {"c3", "a1-b2", "c2"},
	} {
		g := w.newGame(kind)
		for i, m := range moves {
			g.move([]string{"first", "second"}[i%2], m).want(t, 201)
		}
		g.act("first", `{"type":"resign"}`).want(t, 201)
		board := w.do("GET", g.path(), "").want(t, 200).at(t, "board")
		lines := w.do("GET", g.path()+"/export", "").want(t, 200)
		if n := strings.Count(lines.body, "\n"); n != len(moves)+2 || lines.header.Get("ETag") == "" {
			t.Errorf("%s: %d lines, ETag %q", kind, n, lines.header.Get("ETag"))
		}
		refused := w.do("GET", g.path()+"/export?format=xyz", "").want(t, 400, "bad-parameter")
		list, _ := strings.CutPrefix(refused.at(t, "detail").(string), "want ")
		if formats := strings.Split(list, ", "); formats[0] != "jsonl" || len(formats) < 3 {
			t.Fatalf("%s: formats %q", kind, formats)
		}
		for _, format := range strings.Split(list, ", ") {
			if format == "wthor" { // holds no game whose moves stop in the middle
				w.do("GET", g.path()+"/export?format=wthor", "").want(t, 400, "not-available")
				continue
			}
			file := w.do("GET", g.path()+"/export?format="+url.QueryEscape(format), "").want(t, 200)
			to := "/v1/import?kind=" + kind + "&format=" + format
			a := w.do("POST", to, file.body, key(id(kind+format))).want(t, 201)
			b := w.do("POST", to, file.body, key(id(kind+format))).want(t, 201)
			if a.body != b.body {
				t.Errorf("%s %s: imported twice:\n%s\n%s", kind, format, a.body, b.body)
			}
			games := a.at(t, "games").([]any)
			if len(games) != 1 || games[0].(map[string]any)["error"] != nil {
				t.Fatalf("%s %s: %s\nof %s", kind, format, a.body, file.body)
			}
			st := w.do("GET", "/v1/games/"+games[0].(map[string]any)["game"].(string), "").want(t, 200)
			left := file.header.Get("Plylog-Left-Out")
			if st.at(t, "board") != board || !strings.Contains(left, "ending") && st.at(t, "result", "winner") != "second" {
				t.Errorf("%s %s: imported as %s\nof %s", kind, format, st.body, file.body)
			}
		}
	}
}

func TestImportRefuses(t *testing.T) {
	w := newWorld(t, memory())
	other := w.do("GET", w.newGame("reversi").path()+"/export", "").want(t, 200).body
	before := fmt.Sprint(w.lasts())
	w.do("POST", "/v1/import", "1. 11-15 *").want(t, 400, "unknown-kind")
	w.do("POST", "/v1/import?kind=checkers", "1. 11-15 *").want(t, 400, "bad-parameter")
	w.do("POST", "/v1/import?kind=checkers&format=mat", "1. 11-15 *").want(t, 400, "bad-parameter")
	w.do("POST", "/v1/import?kind=nim&format=pdn", "1. 11-15 *").want(t, 400, "bad-parameter")
	w.do("POST", "/v1/import?kind=checkers&format=jsonl", "{}").want(t, 400, "bad-request")
	w.do("POST", "/v1/import?kind=checkers&format=pdn", "").want(t, 400, "bad-request")
	w.do("POST", "/v1/import?kind=checkers&format=pdn", "{ never closed").want(t, 400, "bad-request")
	w.do("POST", "/v1/import?kind=checkers&format=pdn", strings.Repeat("x", 1<<20+1)).want(t, 413, "too-large")
	w.do("POST", "/v1/import?kind=checkers&format=pdn", strings.Repeat("1. 11-15 * ", 201)).want(t, 413, "too-large")
	w.do("POST", "/v1/import?kind=checkers&format=jsonl", other).want(t, 400, "bad-request")
	if got := fmt.Sprint(w.lasts()); got != before {
		t.Errorf("refused imports moved the log from %s to %s", before, got)
	}
	a := w.do("POST", "/v1/import?kind=checkers&format=pdn", "1. 11-15 22-18 2. 8-11 18x11 1-0").want(t, 201)
	game := a.at(t, "games").([]any)[0].(map[string]any)
	problem := game["error"].(map[string]any)
	if problem["rule"] != "CK-10" || fmt.Sprint(problem["legal"]) != "[15x22]" || !strings.Contains(problem["detail"].(string), `turn 3, "8-11"`) || game["moves"] != 4.0 {
		t.Errorf("an illegal turn: %s", a.body)
	}
}
