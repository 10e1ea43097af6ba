package play_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// A seat changes hands whatever goes on in the game, and nothing but who sits
// there is another afterwards.
func TestHandOver(t *testing.T) {
	reg := registry(t, four()...)
	clocked := create("checkers", 31)
	clocked.Clock = []byte(`{"kind":"fischer","base":60000,"increment":1000}`)
	open := create("checkers", 32)
	open.Second = ""
	for _, c := range []struct {
		name  string
		make  play.Create
		setup []play.Command
	}{
		{"at the beginning", create("checkers", 30), nil},
		{"of an open game", open, nil},
		{"with the clock running", clocked, []play.Command{act(events.First, play.Move, "11-15"), act(events.Second, play.Move, "22-18")}},
		{"with an offer of one's own", create("checkers", 30), []play.Command{act(events.First, play.Offer, play.WhatDraw)}},
		{"with an offer to answer", create("checkers", 30), []play.Command{act(events.Second, play.Offer, play.WhatDraw)}},
		{"with dice on the board", create("backgammon", 33), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := begin(t, reg, c.make)
			for _, cmd := range c.setup {
				g.must(t, cmd)
			}
			before := *g.Game
			allowed := g.Allowed(events.First, now.Add(time.Minute/2))
			g.must(t, play.Command{Seat: events.First, Type: play.Hand, Player: "p_new"})
			if want := [2]events.PlayerID{"p_new", before.Players[1]}; g.Players != want {
				t.Fatalf("seats %v, want %v", g.Players, want)
			}
			if asJSON(t, g.After) != asJSON(t, before.After) || asJSON(t, g.Allowed(events.First, now.Add(time.Minute/2))) != asJSON(t, allowed) {
				t.Errorf("the game is %+v, and was %+v", g.After, before.After)
			}
			if e := g.log[len(g.log)-1]; e.By != "p_left" || len(e.Then) != 0 {
				t.Errorf("the event is by %s and leads to %v", e.By, e.Then)
			}
			if a, b := before.Position().Board(), g.Position().Board(); a != b {
				t.Errorf("the board is %q, and was %q", b, a)
			}
			wantRefused(t, g.do(t, play.Command{Seat: events.First, Type: play.Hand, By: "p_left", Player: "p_left"}), play.CodeSeatTaken)
			g.fold(t, reg)
		})
	}
}

func TestHandOverRefusals(t *testing.T) {
	reg := registry(t)
	joined := create("nim", 34)
	joined.Second = ""
	over := []play.Command{act(events.First, play.Resign, "")}
	join := []play.Command{{Type: play.Join, By: "p_right"}}
	for _, c := range []struct {
		name  string
		make  play.Create
		setup []play.Command
		cmd   play.Command
		code  string
	}{
		{"behind the end", create("nim", 35), over, play.Command{Seat: events.First, Player: "p_new"}, play.CodeOver},
		{"a free seat", joined, nil, play.Command{Seat: events.Second, By: "p_left", Player: "p_new"}, play.CodeOpen},
		{"somebody else's seat", create("nim", 35), nil, play.Command{Seat: events.Second, By: "p_left", Player: "p_new"}, play.CodeSeatTaken},
		{"to oneself", create("nim", 35), nil, play.Command{Seat: events.First, Player: "p_left"}, play.CodeSeatTaken},
		{"to the opponent, who joined", joined, join, play.Command{Seat: events.First, Player: "p_right"}, play.CodeSeatTaken},
		{"to nobody", create("nim", 35), nil, play.Command{Seat: events.First}, play.CodeMalformed},
		{"to the server", create("nim", 35), nil, play.Command{Seat: events.First, Player: events.System}, play.CodeMalformed},
		{"to a name", create("nim", 35), nil, play.Command{Seat: events.First, Player: "Alice"}, play.CodeMalformed},
		{"with a move", create("nim", 35), nil, play.Command{Seat: events.First, Player: "p_new", Move: "1"}, play.CodeMalformed},
		{"without a seat", create("nim", 35), nil, play.Command{Player: "p_new"}, play.CodeMalformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := begin(t, reg, c.make)
			for _, cmd := range c.setup {
				g.must(t, cmd)
			}
			c.cmd.Type = play.Hand
			head := g.Head
			wantRefused(t, g.do(t, c.cmd), c.code)
			wantRefused(t, g.do(t, play.Command{Seat: events.First, Type: play.Offer, What: play.WhatDraw, Player: "p_new"}), play.CodeMalformed)
			if g.Head != head {
				t.Error("a refusal changed the game")
			}
		})
	}
}

// Who plays both sides of a board goes on doing so under another id, and is led to
// the next game like two players, and the same on both nodes.
func TestHandOverBothSeats(t *testing.T) {
	reg := registry(t)
	g := begin(t, reg, create("nim", 36))
	g.must(t, play.Command{Seat: events.First, Type: play.Hand, Player: "p_me"})
	g.must(t, play.Command{Seat: events.Second, Type: play.Hand, Player: "p_me"})
	g.fold(t, reg)

	h, _ := handler(t, memlog.New(1))
	cmd := create("nim", 36)
	cmd.First, cmd.Second, cmd.By = "p_me", "p_me", "p_me"
	if _, err := h.Create(t.Context(), cmd); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Do(t.Context(), play.Command{Game: cmd.Game, ID: commandID(1), By: "p_me", Seat: events.First, Type: play.Resign}); err != nil {
		t.Fatal(err)
	}
	for _, seat := range []events.Seat{events.First, events.First, events.Second, events.Second, events.First} {
		s, err := h.Rematch(t.Context(), cmd.Game, seat)
		if err != nil || s.Seat != seat.Opponent() || s.Player != "p_me" {
			t.Fatalf("the %s seat is led to %+v, %v", seat, s, err)
		}
	}
}

// The same command is one event, whoever sits there by then.
func TestHandOverOnce(t *testing.T) {
	h, _ := handler(t, memlog.New(1))
	cmd := create("nim", 37)
	if _, err := h.Create(t.Context(), cmd); err != nil {
		t.Fatal(err)
	}
	hand := play.Command{Game: cmd.Game, ID: commandID(1), By: "p_left", Seat: events.First, Type: play.Hand, Player: "p_new"}
	for i := range 3 {
		a, err := h.Do(t.Context(), hand)
		if err != nil || a.Event.N != 2 || a.Replayed != (i > 0) {
			t.Fatalf("time %d: %+v, %v", i+1, a, err)
		}
	}
	hand.Player = "p_other"
	if _, err := h.Do(t.Context(), hand); err == nil {
		t.Error("the same id seated somebody else")
	}
}

// Seats change hands at any moment of a game with shared dice, chains and all.
func TestHandOverWithSharedDice(t *testing.T) {
	reg := registry(t, four()...)
	rapid.Check(t, func(rt *rapid.T) {
		seed := byte(rapid.IntRange(40, 60).Draw(rt, "seed"))
		g, p := shared(t, reg, seed, "")
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		for i := 0; i < 12 && !g.Over(); i++ {
			seat := rapid.SampledFrom([]events.Seat{events.First, events.Second}).Draw(rt, "seat")
			to := events.PlayerID("p_hand" + string(rune('a'+i)))
			if err := g.do(t, play.Command{Seat: seat, Type: play.Hand, Player: to}); err != nil {
				rt.Fatalf("handing over at version %d: %v", g.N, err)
			}
			further(t, g, p, r, 3)
		}
		g.fold(t, reg)
	})
}

// asJSON writes a value down, to compare it.
func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func wantRefused(t testing.TB, err error, want string) {
	t.Helper()
	if got := code(err); got != want {
		t.Errorf("refused with %q (%v), want %q", got, err, want)
	}
}
