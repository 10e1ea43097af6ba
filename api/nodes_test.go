package api_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
)

// agree waits until a node has read what the log holds, and wants it to show a
// game at a version: state, what is allowed, choices and history.
func (w *world) agree(path string, version int, seat, word string) {
	w.t.Helper()
	for shard, last := range w.lasts() {
		if err := w.views.Wait(context.Background(), shard, last); err != nil {
			w.t.Fatal(err)
		}
	}
	st := w.do("GET", path, "").want(w.t, 200)
	if v := st.at(w.t, "version"); v != float64(version) {
		w.t.Fatalf("the state is of version %v, want %d", v, version)
	}
	if list, ok := st.at(w.t, "allowed", seat).([]any); !ok || !slices.Contains(list, any(word)) {
		w.t.Errorf("version %d: %q is not among what %s may do: %v", version, word, seat, st.at(w.t, "allowed"))
	}
	for _, view := range []string{"/choices", "/history", "/repetitions"} {
		if v := w.do("GET", path+view, "").want(w.t, 200).at(w.t, "version"); v != float64(version) {
			w.t.Errorf("%s is of version %v, want %d", view, v, version)
		}
	}
}

// A game is played on two nodes over one log, each command on the node that was
// not asked last and had the game in memory as it was before: every node takes
// the tokens of both seats, shows the newest version and what may be done in it,
// and leads both players to the same next game.
func TestTwoNodes(t *testing.T) {
	log := memory()
	nodes := [2]*world{newWorld(t, log), newWorld(t, log)}
	a := nodes[0].do("POST", "/v1/games", `{"kind":"checkers","seat":"first","opponent":"open"}`).want(t, 201)
	path := "/v1/games/" + a.at(t, "game", "id").(string)
	tokens := map[string]string{"first": a.at(t, "tokens", "first").(string)}
	see := func(version int, seat, word string) {
		t.Helper()
		for _, n := range nodes {
			n.agree(path, version, seat, word)
		}
	}
	// Where nobody was told of an event, the log says it.
	behind := nodes[1]
	for shard, last := range behind.lasts() {
		if err := behind.views.Wait(t.Context(), shard, last); err != nil {
			t.Fatal(err)
		}
	}
	behind.do("GET", path+"/choices", "").want(t, 200)
	behind.stop()
	tokens["second"] = nodes[0].do("POST", path+"/events", `{"type":"join"}`).want(t, 201).at(t, "token").(string)
	behind.do("POST", path+"/events", `{"type":"offer","what":"draw"}`, token(tokens["second"])).want(t, 201)
	nodes[1] = newWorld(t, log)
	see(3, "first", "accept draw")

	version := 3
	for i, c := range []struct{ seat, body, next, word string }{
		{"first", `{"type":"decline"}`, "first", "move"},
		{"first", `{"type":"move","move":"11-15"}`, "second", "move"},
		{"second", `{"type":"move","move":"22-18"}`, "first", "move"},
		{"first", `{"type":"move","move":"15x22"}`, "second", "move"},
		{"second", `{"type":"offer","what":"draw"}`, "second", "withdraw draw"},
		{"first", `{"type":"accept"}`, "second", "rematch"},
	} {
		nodes[i%2].do("POST", path+"/events", c.body, token(tokens[c.seat])).want(t, 201)
		version++
		see(version, c.next, c.word)
	}
	var next [2]string
	for i, seat := range []string{"first", "second"} {
		next[i] = nodes[i].do("POST", path+"/events", `{"type":"rematch"}`, token(tokens[seat])).want(t, 201).at(t, "game").(string)
	}
	if next[0] != next[1] {
		t.Errorf("the players were led to %v", next)
	}
	path = "/v1/games/" + next[0]
	see(2, "first", "move")
}

// A node that has not heard of a game's end finds it in the log when a player
// asks for the next game.
func TestRematchOnANodeBehind(t *testing.T) {
	log := memory()
	one, two := newWorld(t, log), newWorld(t, log)
	g := one.newGame("nim")
	two.do("GET", g.path()+"/choices", "").want(t, 200)
	two.stop()
	g.act("first", `{"type":"resign"}`).want(t, 201)
	for i, w := range []*world{two, one, two} {
		seat := []string{"first", "second"}[i%2]
		a := w.do("POST", g.path()+"/events", `{"type":"rematch"}`, token(g.token(seat)))
		if a.status != 201 && a.status != 200 {
			t.Fatalf("%s: %d %s", seat, a.status, a.body)
		}
		if want := fmt.Sprint([]string{"second", "first"}[i%2]); a.at(t, "seat") != want {
			t.Errorf("%s sits on the %v seat of the next game", seat, a.at(t, "seat"))
		}
	}
}
