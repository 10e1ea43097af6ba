package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"plylog/events/memlog"
)

// rebuilt sends a rebuild and returns its lines.
func (w *world) rebuilt() []map[string]any {
	w.t.Helper()
	a := send(w.t, w.admin.URL, "POST", "/admin/rebuild", "").want(w.t, 200)
	if ct := a.header.Get("Content-Type"); ct != "application/x-ndjson" {
		w.t.Errorf("media type %s", ct)
	}
	var lines []map[string]any
	for line := range strings.Lines(a.body) {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			w.t.Fatalf("%v: %s", err, line)
		}
		lines = append(lines, v)
	}
	return lines
}

// report returns the last line's report.
func report(t testing.TB, lines []map[string]any) map[string]any {
	t.Helper()
	last, ok := lines[len(lines)-1]["report"].(map[string]any)
	if !ok {
		t.Fatalf("no report at the end: %v", lines)
	}
	return last
}

// A rebuild of a well server finds every game equal, however busy it is.
func TestRebuild(t *testing.T) {
	log := memlog.New(2)
	w := newWorld(t, log)
	const games = 20
	for i := range games {
		g := w.newGame([]string{"nim", "reversi", "checkers", "baghchal", "backgammon"}[i%5])
		for range 3 {
			c := w.do("GET", g.path()+"/choices", "").want(t, 200)
			list := c.at(t, "choices").([]any)
			move := list[0].(map[string]any)["move"].(string)
			body := fmt.Sprintf(`{"type":"move","move":%q}`, move)
			if move == "roll" {
				body = `{"type":"roll"}`
			}
			g.act(c.at(t, "seat").(string), body).want(t, 201)
		}
	}
	lines := w.rebuilt()
	r := report(t, lines)
	if r["games"] != float64(games) || r["equal"] != float64(games) || r["wrong"] != 0.0 || r["events"] != float64(games*4) || r["shards"] != 2.0 {
		t.Errorf("report %v", r)
	}
	if len(lines) < 3 {
		t.Errorf("no progress: %v", lines)
	}
	for _, l := range lines[:len(lines)-1] {
		p, ok := l["progress"].(map[string]any)
		if !ok || p["at"].(float64) > p["last"].(float64) {
			t.Errorf("line %v", l)
		}
	}
}

// A rebuild holds every event to the rules, not only to the chain: a move that no
// rule allows is found where the projections alone would not notice.
func TestRebuildFindsDamage(t *testing.T) {
	log := memlog.New(1)
	w := newWorld(t, log)
	g, h := w.newGame("nim"), w.newGame("nim")
	g.move("first", "1").want(t, 201)
	log.Corrupt(0, 3, func(raw []byte) []byte {
		return []byte(strings.NewReplacer(`"move":"1"`, `"move":"3"`).Replace(string(raw)))
	})
	r := report(t, w.rebuilt())
	damaged := r["damaged"].([]any)
	if len(damaged) != 1 || r["games"] != 2.0 {
		t.Fatalf("report %v", r)
	}
	if d := damaged[0].(map[string]any); d["game"] != g.id || d["version"] != 1.0 || d["why"] == "" {
		t.Errorf("damaged %v", d)
	}
	h.move("first", "1").want(t, 201)
}

// A rebuild is for operators, not for a page that their browser happens to show.
func TestRebuildAcrossOrigins(t *testing.T) {
	w := newWorld(t, memory())
	for _, h := range []header{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example"} {
		send(t, w.admin.URL, "POST", "/admin/rebuild", "", h).want(t, 403, "cross-origin")
	}
	send(t, w.admin.URL, "GET", "/admin/rebuild", "").want(t, 405, "method-not-allowed")
}
