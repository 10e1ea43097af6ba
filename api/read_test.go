package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestKinds(t *testing.T) {
	w := newWorld(t, memory())
	a := w.do("GET", "/v1/kinds", "").want(t, 200)
	var list struct {
		Kinds []struct {
			Kind     string
			Ruleset  int
			Seats    struct{ First, Second string }
			Notation string
			Start    string
			Turn     string
			Dice     bool
			Options  []struct {
				Name, Type, Help string
				Default          any
			}
		}
	}
	if err := json.Unmarshal([]byte(a.body), &list); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, k := range list.Kinds {
		names = append(names, k.Kind)
		if k.Ruleset < 1 || k.Seats.First == "" || k.Seats.Second == "" || k.Notation == "" || k.Start == "" || k.Turn == "" {
			t.Errorf("%+v says too little", k)
		}
		if k.Dice != (k.Kind == "backgammon") {
			t.Errorf("%s has dice: %v", k.Kind, k.Dice)
		}
		for _, o := range k.Options {
			if o.Name == "" || o.Type == "" || o.Help == "" {
				t.Errorf("%s: option %+v says too little", k.Kind, o)
			}
		}
		// What is shown can be played.
		w.do("POST", "/v1/games", fmt.Sprintf(`{"kind":%q,"opponent":"self"}`, k.Kind)).want(t, 201)
	}
	if got := strings.Join(names, " "); got != "backgammon reversi checkers baghchal nim" {
		t.Errorf("kinds are %s", got)
	}
	tag := a.header.Get("ETag")
	if w.do("GET", "/v1/kinds", "", header("If-None-Match: "+tag)).want(t, 304).body != "" {
		t.Error("a 304 has a body")
	}
}

func TestCreate(t *testing.T) {
	w := newWorld(t, memory())
	for _, c := range []struct {
		body           string
		first, second  bool // whose tokens are handed out
		status, absent string
	}{
		{`{"kind":"reversi"}`, true, false, "open", "second"},
		{`{"kind":"reversi","seat":"first"}`, true, false, "open", "second"},
		{`{"kind":"reversi","seat":"second","opponent":"open"}`, false, true, "open", "first"},
		{`{"kind":"reversi","opponent":"self"}`, true, true, "playing", ""},
	} {
		a := w.do("POST", "/v1/games", c.body).want(t, 201)
		id := a.at(t, "game", "id").(string)
		if a.header.Get("Location") != "/v1/games/"+id || a.header.Get("ETag") != `"1"` || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: headers %v", c.body, a.header)
		}
		if got := a.at(t, "game", "status"); got != c.status {
			t.Errorf("%s: status %v", c.body, got)
		}
		if (a.at(t, "tokens", "first") != nil) != c.first || (a.at(t, "tokens", "second") != nil) != c.second {
			t.Errorf("%s: tokens %v", c.body, a.at(t, "tokens"))
		}
		if c.absent != "" && a.at(t, "game", "seats", c.absent) != nil {
			t.Errorf("%s: seats %v", c.body, a.at(t, "game", "seats"))
		}
		// What create answers is what is read.
		if st := w.do("GET", "/v1/games/"+id, "").want(t, 200); !strings.Contains(a.body, untilAllowed(st.body)) {
			t.Errorf("created %s\nread %s", a.body, st.body)
		}
	}
}

// untilAllowed is a state without what is allowed now, which is not part of what
// happened.
func untilAllowed(state string) string {
	before, _, _ := strings.Cut(state, `,"allowed":`)
	return before
}

// A random seat is either, and on record as drawn.
func TestCreateRandom(t *testing.T) {
	w := newWorld(t, memory())
	got := map[string]int{}
	for i := range 40 {
		a := w.do("POST", "/v1/games", `{"kind":"nim","seat":"random"}`, key(id(fmt.Sprint("random", i)))).want(t, 201)
		for _, seat := range []string{"first", "second"} {
			if a.at(t, "tokens", seat) != nil {
				got[seat]++
			}
		}
		ev := w.do("GET", "/v1/games/"+a.at(t, "game", "id").(string)+"/events", "").want(t, 200)
		if !strings.Contains(ev.body, `"random":true`) {
			t.Errorf("not on record: %s", ev.body)
		}
	}
	if got["first"] == 0 || got["second"] == 0 || got["first"]+got["second"] != 40 {
		t.Errorf("drawn %v", got)
	}
}

func TestCreateRefuses(t *testing.T) {
	w := newWorld(t, memory())
	before := w.lasts()
	for _, c := range []struct {
		body   string
		status int
		slug   string
		field  any
	}{
		{`{"kind":"chess"}`, 400, "unknown-kind", "kind"},
		{`{"kind":""}`, 400, "unknown-kind", "kind"},
		{`{"kind":"backgammon","options":{"matchLength":4}}`, 400, "bad-option", "options.matchLength"},
		{`{"kind":"backgammon","options":{"matchlength":"x"}}`, 400, "bad-option", nil},
		{`{"kind":"reversi","options":{"size":10}}`, 400, "bad-option", "options.size"},
		{`{"kind":"nim","options":{"stones":0}}`, 400, "bad-option", "options.stones"},
		{`{"kind":"reversi","dice":"recorded"}`, 400, "bad-option", "dice"},
		{`{"kind":"reversi","board":"nonsense"}`, 400, "bad-board", "board"},
		{`{"kind":"nim","board":"0 L"}`, 400, "bad-board", "board"},
		{`{"kind":"checkers","board":"B:W32:B4"}`, 0, "", nil},                         // may or may not stand; must be answered
		{`{"kind":"reversi","opponent":"bot:edax"}`, 400, "not-available", "opponent"}, // there are no bots here
		{`{"kind":"reversi","opponent":"p_somebody"}`, 400, "bad-field", "opponent"},   // nobody has an account
		{`{"kind":"reversi","clock":{"first":1000}}`, 400, "bad-option", "clock.first"},
		{`{"kind":"reversi","dice":"shared"}`, 400, "bad-option", "dice"},
		{`{"kind":"reversi","by":"p_x"}`, 400, "unknown-field", "by"},
	} {
		a := w.do("POST", "/v1/games", c.body)
		if c.status == 0 {
			if a.status != 201 && a.status != 400 {
				t.Errorf("%s: %d %s", c.body, a.status, a.body)
			}
			before = w.lasts()
			continue
		}
		a.want(t, c.status, c.slug)
		if c.field != nil && a.at(t, "field") != c.field {
			t.Errorf("%s: field %v, want %v", c.body, a.at(t, "field"), c.field)
		}
	}
	if got := fmt.Sprint(w.lasts()); got != fmt.Sprint(before) {
		t.Errorf("refused creates moved the log from %v to %v", before, got)
	}
}

func TestState(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	g.move("first", "1").want(t, 201)
	g.move("second", "2").want(t, 201)
	now := w.do("GET", g.path(), "").want(t, 200)
	if now.at(t, "board") != "7 L" || now.at(t, "version") != 3.0 || now.header.Get("ETag") != `"3"` || now.header.Get("Plylog-Version") != "3" {
		t.Errorf("%s %v", now.body, now.header)
	}
	if now.at(t, "names", "first") != "left" || now.at(t, "last", "move") != "2" {
		t.Errorf("%s", now.body)
	}
	for n, board := range map[int]string{1: "10 L", 2: "9 R", 3: "7 L"} {
		a := w.do("GET", fmt.Sprintf("%s?at=%d", g.path(), n), "").want(t, 200)
		if a.at(t, "board") != board || a.header.Get("ETag") != tagOf(n) {
			t.Errorf("at %d: %s", n, a.body)
		}
	}
	a := w.do("GET", g.path()+"?at=4", "").want(t, 404, "no-such-version")
	if a.at(t, "version") != 3.0 {
		t.Errorf("the refusal does not say where the game is: %s", a.body)
	}
	for _, tag := range []string{`"3"`, `W/"3"`, `"1", "3"`, `*`} {
		a := w.do("GET", g.path(), "", header("If-None-Match: "+tag)).want(t, 304)
		if a.body != "" || a.header.Get("ETag") != `"3"` {
			t.Errorf("304 with %q, %v", a.body, a.header)
		}
	}
	w.do("GET", g.path(), "", header(`If-None-Match: "2"`)).want(t, 200)
	for _, q := range []string{"?boards=1", "?at=3&verbose=1", "?AT=3"} {
		w.do("GET", g.path()+q, "").want(t, 400, "unknown-parameter")
	}
	if head := w.do("HEAD", g.path(), "").want(t, 200); head.body != "" || head.header.Get("ETag") != `"3"` {
		t.Errorf("HEAD: %q %v", head.body, head.header)
	}
}

// Whoever stored an event reads it at once, in every view.
func TestReadYourOwnWrites(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"options":{"stones":300}`)
	seats := []string{"first", "second"}
	for i := range 40 {
		g.move(seats[i%2], "1").want(t, 201)
		want := float64(i + 2)
		for _, view := range []string{"", "/choices", "/history", "/repetitions", "/events"} {
			if got := w.do("GET", g.path()+view, "").want(t, 200).at(t, "version"); got != want {
				t.Fatalf("%q shows version %v behind event %v", view, got, want)
			}
		}
	}
}

func TestChoices(t *testing.T) {
	w := newWorld(t, memory())
	check := func(path, seat string, count int, reason string, headers ...header) {
		t.Helper()
		a := w.do("GET", path, "", headers...).want(t, 200)
		list, _ := a.at(t, "choices").([]any)
		if list == nil || len(list) != count {
			t.Errorf("%s: %d choices, want %d: %s", path, len(list), count, a.body)
		}
		if got, _ := a.at(t, "seat").(string); got != seat {
			t.Errorf("%s: seat %q, want %q", path, got, seat)
		}
		if got, _ := a.at(t, "reason").(string); got != reason {
			t.Errorf("%s: reason %q, want %q", path, got, reason)
		}
	}
	open := w.do("POST", "/v1/games", `{"kind":"reversi"}`).want(t, 201).at(t, "game", "id").(string)
	check("/v1/games/"+open+"/choices", "first", 0, "the game begins when somebody joins")

	bg := w.newGame("backgammon", `"dice":"recorded"`)
	check(bg.path()+"/choices", "", 0, "dice are awaited")
	check(bg.path()+"/choices?seat=second", "second", 0, "dice are awaited")
	bg.act("first", `{"type":"roll","dice":[3,1]}`).want(t, 201)
	bg.move("first", "8/5 6/5").want(t, 201)
	check(bg.path()+"/choices", "second", 1, "") // roll

	g := w.newGame("reversi")
	check(g.path()+"/choices", "first", 4, "")
	check(g.path()+"/choices?seat=second", "second", 0, "not your turn: first moves")
	check(g.path()+"/choices", "second", 0, "not your turn: first moves", token(g.second))
	check(g.path()+"/choices?seat=first", "first", 4, "", token(g.second))
	g.move("first", "d3").want(t, 201)
	check(g.path()+"/choices?at=1", "first", 4, "")
	w.do("GET", g.path()+"/choices?at=9", "").want(t, 404, "no-such-version")
	w.do("GET", g.path()+"/choices?seat=third", "").want(t, 400, "bad-parameter")
	w.do("GET", g.path()+"/choices", "", header(`If-None-Match: "2"`)).want(t, 304)
	g.act("first", `{"type":"resign"}`).want(t, 201)
	check(g.path()+"/choices", "", 0, "the game is over")
	check(g.path()+"/choices?seat=first", "first", 0, "the game is over")
}

// Repetition is a count that a projection keeps and a rule that the engine knows:
// the answers of both agree (BC-12).
func TestRepetitions(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("baghchal", `"board":"TGGGT/GGGGG/GGGGG/GGG2/T3T G 0 4"`)
	for _, turn := range []struct{ seat, move string }{
		{"first", "c2-d2"}, {"second", "a1-b1"}, {"first", "d2-c2"}, {"second", "b1-a1"},
		{"first", "c2-d2"}, {"second", "a1-b1"}, {"first", "d2-c2"},
	} {
		g.move(turn.seat, turn.move).want(t, 201)
	}
	barred := `"barred":[{"move":"b1-a1","rule":"BC-12","code":"baghchal.third-time"`
	rep := w.do("GET", g.path()+"/repetitions", "").want(t, 200)
	if !strings.Contains(rep.body, barred) {
		t.Errorf("%s does not bar the third time", rep.body)
	}
	positions := rep.at(t, "positions").([]any)
	for _, p := range positions {
		if p.(map[string]any)["count"] != 2.0 {
			t.Errorf("position %v", p)
		}
	}
	if len(positions) != 4 {
		t.Errorf("%d positions count", len(positions))
	}
	if a := w.do("GET", g.path()+"/choices", "").want(t, 200); !strings.Contains(a.body, barred) {
		t.Errorf("%s does not bar the third time", a.body)
	}
	if a := g.move("second", "b1-a1").want(t, 422, "illegal-move"); a.at(t, "rule") != "BC-12" {
		t.Errorf("%s", a.body)
	}
}

func TestHistory(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	g.move("first", "3").want(t, 201)
	g.act("second", `{"type":"resign"}`).want(t, 201)
	a := w.do("GET", g.path()+"/history", "").want(t, 200)
	moves := a.at(t, "moves").([]any)
	if len(moves) != 3 || strings.Contains(a.body, `"board"`) {
		t.Fatalf("%s", a.body)
	}
	if m := moves[1].(map[string]any); m["n"] != 2.0 || m["seat"] != "first" || m["move"] != "3" || m["time"] == "" {
		t.Errorf("%v", m)
	}
	with := w.do("GET", g.path()+"/history?boards=1", "").want(t, 200)
	if got := with.at(t, "moves").([]any)[1].(map[string]any)["board"]; got != "7 R" {
		t.Errorf("board %v", got)
	}
	w.do("GET", g.path()+"/history?boards=yes", "").want(t, 400, "bad-parameter")
	w.do("GET", g.path()+"/history", "", header(`If-None-Match: "3"`)).want(t, 304)
}
