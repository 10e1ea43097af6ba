package api_test

import (
	"slices"
	"testing"
)

// step is one command and what comes of it. Where the rules refuse it, rule and
// code say which rule and why, and legal what could be played instead.
type step struct {
	seat, body string
	status     int
	slug       string // of a refusal
	rule, code string
	legal      []string
	board      string // after it; empty: not looked at
}

// exchanges plays a few turns of each game, the refused ones included.
var exchanges = []struct {
	name, kind, create string
	steps              []step
	over               string // the reason of the result; empty: the game goes on
}{
	{name: "backgammon", kind: "backgammon", create: `"dice":"recorded"`, steps: []step{
		{seat: "first", body: `{"type":"move","move":"8/5 6/5"}`, status: 422, slug: "illegal-move", rule: "BG-3", code: "backgammon.not-your-turn"},
		{seat: "first", body: `{"type":"roll"}`, status: 422, slug: "dice"},
		{seat: "first", body: `{"type":"roll","dice":[3,1]}`, status: 201},
		{seat: "second", body: `{"type":"roll","dice":[6,6]}`, status: 422, slug: "illegal-move", rule: "BG-5", code: "backgammon.not-your-turn"},
		{seat: "first", body: `{"type":"move","move":"5/8"}`, status: 422, slug: "illegal-move"},
		{seat: "first", body: `{"type":"move","move":"roll"}`, status: 400, slug: "bad-request"},
		{seat: "first", body: `{"type":"move","move":"6/5 8/5"}`, status: 201, board: "-b---BD-B---eE---c-e----B- 2"},
		{seat: "second", body: `{"type":"roll","dice":[6,6]}`, status: 201},
		{seat: "second", body: `{"type":"move","move":"24/12"}`, status: 422, slug: "illegal-move", rule: "BG-6", code: "backgammon.blocked",
			legal: []string{"24/18(2) 13/7(2)", "24/18(2) 13/7 8/2", "24/18(2) 8/2(2)", "24/18 13/7(3)", "24/18 13/7(2) 8/2",
				"24/18 13/7 8/2(2)", "24/18 8/2(3)", "13/7(4)", "13/7(3) 8/2", "13/7(2) 8/2(2)", "13/7 8/2(3)"}},
		{seat: "second", body: `{"type":"move","move":"24/18(2) 13/7(2)"}`, status: 201},
		{seat: "second", body: `{"type":"take"}`, status: 422, slug: "illegal-move"},
		{seat: "second", body: `{"type":"resign"}`, status: 201},
		{seat: "first", body: `{"type":"roll","dice":[1,1]}`, status: 409, slug: "game-over"},
	}, over: "resigned"},
	{name: "backgammon rolls by itself", kind: "backgammon", steps: []step{
		{seat: "first", body: `{"type":"roll","dice":[6,6]}`, status: 422, slug: "dice", rule: "BG-28"},
		{seat: "second", body: `{"type":"claim","what":"repetition"}`, status: 422, slug: "not-offered"},
	}},
	{name: "reversi", kind: "reversi", steps: []step{
		{seat: "second", body: `{"type":"move","move":"d3"}`, status: 422, slug: "illegal-move", rule: "RV-3", code: "reversi.not-your-turn"},
		{seat: "first", body: `{"type":"move","move":"a1"}`, status: 422, slug: "illegal-move", rule: "RV-4", code: "reversi.outflanks-nothing",
			legal: []string{"d3", "c4", "f5", "e6"}},
		{seat: "first", body: `{"type":"move","move":"d4"}`, status: 422, slug: "illegal-move", rule: "RV-9", code: "reversi.occupied",
			legal: []string{"d3", "c4", "f5", "e6"}},
		{seat: "first", body: `{"type":"move","move":"pass"}`, status: 422, slug: "illegal-move", rule: "RV-8", code: "reversi.pass-not-allowed",
			legal: []string{"d3", "c4", "f5", "e6"}},
		{seat: "first", body: `{"type":"roll"}`, status: 422, slug: "not-offered"},
		{seat: "first", body: `{"type":"double"}`, status: 422, slug: "not-offered"},
		{seat: "first", body: `{"type":"move","move":" D3 "}`, status: 201},
		{seat: "second", body: `{"type":"move","move":"c3"}`, status: 201},
		{seat: "second", body: `{"type":"abort"}`, status: 409, slug: "game-begun"},
		{seat: "second", body: `{"type":"resign"}`, status: 201},
		{seat: "first", body: `{"type":"move","move":"c4"}`, status: 409, slug: "game-over"},
		{seat: "first", body: `{"type":"resign"}`, status: 409, slug: "game-over"},
	}, over: "resigned"},
	{name: "checkers", kind: "checkers", create: `"board":"B:W18:B15,1"`, steps: []step{
		{seat: "first", body: `{"type":"move","move":"1-5"}`, status: 422, slug: "illegal-move", rule: "CK-10", code: "checkers.must-capture",
			legal: []string{"15x22"}},
		{seat: "first", body: `{"type":"move","move":"15x23"}`, status: 422, slug: "illegal-move", legal: []string{"15x22"}},
		{seat: "first", body: `{"type":"accept"}`, status: 409, slug: "no-offer"},
		{seat: "first", body: `{"type":"offer","what":"peace"}`, status: 400, slug: "bad-request"},
		{seat: "first", body: `{"type":"offer","what":"draw"}`, status: 201},
		{seat: "first", body: `{"type":"offer","what":"draw"}`, status: 409, slug: "answer-first"},
		{seat: "first", body: `{"type":"accept"}`, status: 409, slug: "no-offer"},
		{seat: "second", body: `{"type":"decline","what":"draw"}`, status: 201},
		{seat: "first", body: `{"type":"move","move":"15x22"}`, status: 201},
	}, over: "no-pieces"},
	{name: "checkers with two ways for one spelling", kind: "checkers", create: `"board":"W:W27:B23,24,15,16"`, steps: []step{
		{seat: "second", body: `{"type":"move","move":"27x11"}`, status: 422, slug: "illegal-move", legal: []string{"27x18x11", "27x20x11"}},
		{seat: "second", body: `{"type":"move","move":"27x20x11"}`, status: 201},
	}},
	{name: "baghchal", kind: "baghchal", steps: []step{
		{seat: "second", body: `{"type":"move","move":"a1-b2"}`, status: 422, slug: "illegal-move", rule: "BC-3", code: "baghchal.not-your-turn"},
		{seat: "first", body: `{"type":"move","move":"a1"}`, status: 422, slug: "illegal-move", rule: "BC-4", code: "baghchal.occupied",
			legal: []string{"b1", "c1", "d1", "a2", "b2", "c2", "d2", "e2", "a3", "b3", "c3", "d3", "e3", "a4", "b4", "c4", "d4", "e4", "b5", "c5", "d5"}},
		{seat: "first", body: `{"type":"move","move":"c3"}`, status: 201},
		{seat: "second", body: `{"type":"move","move":"a1xc3"}`, status: 422, slug: "illegal-move"},
		{seat: "second", body: `{"type":"move","move":"a1-b2"}`, status: 201},
		{seat: "first", body: `{"type":"offer","what":"draw"}`, status: 201},
		{seat: "second", body: `{"type":"accept","what":"resign"}`, status: 409, slug: "no-offer"},
		{seat: "second", body: `{"type":"accept"}`, status: 201},
		{seat: "first", body: `{"type":"move","move":"c1"}`, status: 409, slug: "game-over"},
	}, over: "agreed"},
	{name: "baghchal with all goats placed", kind: "baghchal", create: `"board":"TGGGT/GGGGG/GGGGG/GGG2/T3T G 0 4"`, steps: []step{
		{seat: "first", body: `{"type":"move","move":"b1"}`, status: 422, slug: "illegal-move", rule: "BC-5", code: "baghchal.no-goat-in-hand"},
		{seat: "first", body: `{"type":"move","move":"c2-d2"}`, status: 201},
	}},
	{name: "a fifth game", kind: "nim", create: `"options":{"stones":4}`, steps: []step{
		{seat: "second", body: `{"type":"move","move":"1"}`, status: 422, slug: "illegal-move", rule: "NIM-1", code: "nim.not-your-turn"},
		{seat: "first", body: `{"type":"move","move":"3"}`, status: 201, board: "1 R"},
		{seat: "second", body: `{"type":"move","move":"2"}`, status: 422, slug: "illegal-move", rule: "NIM-1", code: "nim.too-many", legal: []string{"1"}},
		{seat: "second", body: `{"type":"move","move":"1"}`, status: 201, board: "0 L"},
	}, over: "last-stone"},
}

func TestExchanges(t *testing.T) {
	w := newWorld(t, memory())
	for _, x := range exchanges {
		t.Run(x.name, func(t *testing.T) {
			var more []string
			if x.create != "" {
				more = []string{x.create}
			}
			g := w.newGame(x.kind, more...)
			version := 1
			for i, s := range x.steps {
				before := w.lasts()
				a := g.act(s.seat, s.body)
				t.Logf("%d. %s %s -> %d %.300s", i+1, s.seat, s.body, a.status, a.body)
				if a.status != s.status {
					t.Fatalf("status %d, want %d", a.status, s.status)
				}
				if a.status == 201 {
					version++
					checkStored(t, a, version, s)
					continue
				}
				checkRefused(t, a, version, s)
				if got := w.lasts(); !slices.Equal(got, before) {
					t.Fatalf("a refused command moved the log from %v to %v", before, got)
				}
			}
			st := w.do("GET", g.path(), "").want(t, 200)
			if got := st.at(t, "version"); got != float64(version) {
				t.Errorf("version %v, want %d", got, version)
			}
			if status := st.at(t, "status"); x.over == "" && status != "playing" || x.over != "" && st.at(t, "result", "reason") != x.over {
				t.Errorf("state %s, want an end by %q", st.body, x.over)
			}
		})
	}
}

// checkStored checks the answer to a command that was carried out.
func checkStored(t *testing.T, a *answer, version int, s step) {
	t.Helper()
	if got := a.at(t, "n"); got != float64(version) {
		t.Errorf("event %v, want %d", got, version)
	}
	if tag := a.header.Get("ETag"); tag != tagOf(version) || a.header.Get("Plylog-Version") != tag[1:len(tag)-1] {
		t.Errorf("ETag %s, Plylog-Version %s at version %d", tag, a.header.Get("Plylog-Version"), version)
	}
	if s.board != "" && a.at(t, "after", "board") != s.board {
		t.Errorf("board %v, want %s", a.at(t, "after", "board"), s.board)
	}
}

// checkRefused checks the answer to a command that was not.
func checkRefused(t *testing.T, a *answer, version int, s step) {
	t.Helper()
	a.want(t, s.status, s.slug)
	if s.slug == "illegal-move" && (a.at(t, "rule") == nil || a.at(t, "code") == nil || a.at(t, "detail") == nil) {
		t.Error("a refusal by the rules names no rule, code or reason")
	}
	if s.rule != "" && a.at(t, "rule") != s.rule {
		t.Errorf("rule %v, want %s", a.at(t, "rule"), s.rule)
	}
	if s.code != "" && a.at(t, "code") != s.code {
		t.Errorf("code %v, want %s", a.at(t, "code"), s.code)
	}
	if s.slug != "bad-request" && a.at(t, "version") != float64(version) {
		t.Errorf("version %v, want %d", a.at(t, "version"), version)
	}
	if s.legal != nil {
		var got []string
		list, _ := a.at(t, "legal").([]any)
		for _, m := range list {
			got = append(got, m.(string))
		}
		slices.Sort(got)
		if want := slices.Sorted(slices.Values(s.legal)); !slices.Equal(got, want) {
			t.Errorf("legal %v, want %v", got, want)
		}
	}
}
