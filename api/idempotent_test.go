package api_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"plylog/events"
)

// Sent twice, done once, answered alike: creates, joins and moves, also when the
// process was another in between.
func TestRepeatedCommands(t *testing.T) {
	log := memory()
	w := newWorld(t, log)
	type sent struct {
		path, body string
		headers    []header
		answer     *answer
	}
	var all []sent
	do := func(path, body string, headers ...header) *answer {
		t.Helper()
		a := w.do("POST", path, body, headers...).want(t, 201)
		if a.header.Get("Idempotent-Replay") != "" {
			t.Error("the first time counts as a repetition")
		}
		all = append(all, sent{path, body, headers, a})
		return a
	}
	c := do("/v1/games", `{"kind":"nim","seat":"random","options":{"stones":20}}`, key(id("create")))
	path := "/v1/games/" + c.at(t, "game", "id").(string)
	j := do(path+"/events", `{"type":"join"}`, key(id("join")))
	tokens := map[any]string{j.at(t, "seat"): j.at(t, "token").(string)}
	for _, seat := range []string{"first", "second"} {
		if tok, ok := c.at(t, "tokens", seat).(string); ok {
			tokens[seat] = tok
		}
	}
	do(path+"/events", `{"type":"move","move":"1"}`, key(id("m1")), token(tokens["first"]), ifMatch(`"2"`))
	do(path+"/events", `{"type":"move","move":"2","command":"`+id("m2")+`"}`, token(tokens["second"]))
	do(path+"/events", `{"type":"offer","what":"draw"}`, key(`"`+id("o1")+`"`), token(tokens["first"]))
	do(path+"/events", `{"type":"resign"}`, key(id("r1")), token(tokens["second"]))

	repeat := func() {
		t.Helper()
		before := w.lasts()
		for _, s := range all {
			a := w.do("POST", s.path, s.body, s.headers...).want(t, 200)
			if a.body != s.answer.body {
				t.Errorf("%s %s: answered\n%s\nthe first time\n%s", s.path, s.body, a.body, s.answer.body)
			}
			if a.header.Get("Idempotent-Replay") != "true" || a.header.Get("ETag") != s.answer.header.Get("ETag") || a.header.Get("Location") != s.answer.header.Get("Location") {
				t.Errorf("%s: headers %v", s.body, a.header)
			}
		}
		if got := w.lasts(); !slices.Equal(got, before) {
			t.Errorf("repetitions moved the log from %v to %v", before, got)
		}
	}
	repeat()
	w.close()
	w = newWorld(t, log) // another process
	repeat()
}

// Case trust A 22: however late a command comes again, also to a process that was not
// there the first time, it is the same event.
func TestRepeatedMuchLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memory()
		w := startWorld(t, log)
		<-w.views.Ready()
		g := w.makeGame(t, `{"kind":"nim","opponent":"self"}`)
		move := func() *answer {
			return w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.first), key(id("late")))
		}
		first := move().want(t, 201)
		before := w.lasts()
		for _, later := range []time.Duration{time.Second, 3 * time.Minute, 25 * time.Hour, 30 * 24 * time.Hour} {
			for _, again := range []bool{false, true} {
				if again { // nothing of the process is left
					w.stop()
					w = startWorld(t, log)
					<-w.views.Ready()
				} else {
					<-time.After(later)
				}
				a := move().want(t, 200)
				if a.body != first.body || a.header.Get("Idempotent-Replay") != "true" {
					t.Errorf("after %v, another process %v: %v %s", later, again, a.header, a.body)
				}
			}
		}
		if got := w.lasts(); !slices.Equal(got, before) {
			t.Errorf("the log moved from %v to %v", before, got)
		}
		w.stop()
	})
}

// A key that is used for something else is a mistake, and changes nothing.
func TestReusedKeys(t *testing.T) {
	w := newWorld(t, memory())
	w.do("POST", "/v1/games", `{"kind":"nim"}`, key(id("k"))).want(t, 201)
	w.do("POST", "/v1/games", `{"kind":"reversi"}`, key(id("k"))).want(t, 422, "key-reused")
	w.do("POST", "/v1/games", `{"kind":"nim","seat":"second"}`, key(id("k"))).want(t, 422, "key-reused")
	w.do("POST", "/v1/games", ` { "kind" : "nim" , "options" : { } } `, key(id("k"))).want(t, 200)

	g := w.newGame("nim")
	g.move("first", "1", key(id("m"))).want(t, 201)
	before := w.lasts()
	g.move("first", "2", key(id("m"))).want(t, 422, "key-reused")
	g.move("second", "1", key(id("m"))).want(t, 422, "key-reused")
	g.act("first", `{"type":"resign"}`, key(id("m"))).want(t, 422, "key-reused")
	if got := w.lasts(); !slices.Equal(got, before) {
		t.Errorf("the log moved from %v to %v", before, got)
	}
	// The same key in another game is another command.
	h := w.newGame("nim")
	h.move("first", "2", key(id("m"))).want(t, 201)
	// Header and body name one command, or it is refused.
	h.act("second", `{"type":"move","move":"1","command":"`+id("x")+`"}`, key(id("y"))).want(t, 400, "bad-field")
	h.act("second", `{"type":"move","move":"1","command":"`+id("x")+`"}`, key(id("x"))).want(t, 201)
}

// The id of a create or a join in the log is not the key that was sent, and that
// of a move is.
func TestStoredIDs(t *testing.T) {
	log := memory()
	w := newWorld(t, log)
	a := w.do("POST", "/v1/games", `{"kind":"nim"}`, key(id("c"))).want(t, 201)
	gid := a.at(t, "game", "id").(string)
	w.do("POST", "/v1/games/"+gid+"/events", `{"type":"join"}`, key(id("j"))).want(t, 201)
	w.do("POST", "/v1/games/"+gid+"/events", `{"type":"move","move":"1"}`, key(id("m")), token(a.at(t, "tokens", "first").(string))).want(t, 201)
	game, err := events.ParseGameID(gid)
	if err != nil {
		t.Fatal(err)
	}
	var stored []string
	for e, err := range log.Read(context.Background(), game, 0) {
		if err != nil {
			t.Fatal(err)
		}
		stored = append(stored, e.Command.String())
		for _, k := range []string{"c", "j"} {
			if strings.Contains(string(e.Raw), id(k)) {
				t.Errorf("event %d shows the key of a create or a join: %s", e.N, e.Raw)
			}
		}
	}
	if len(stored) != 3 || stored[2] != id("m") {
		t.Errorf("stored under %v, want the move under %s", stored, id("m"))
	}
	for i := range stored {
		if slices.Contains(stored[i+1:], stored[i]) {
			t.Errorf("ids %v", fmt.Sprint(stored))
		}
	}
}
