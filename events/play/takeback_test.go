package play_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"plylog/engines"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// takeBack offers and accepts a takeback.
func (g *game) takeBack(t testing.TB, seat events.Seat) error {
	t.Helper()
	if err := g.do(t, play.Command{Seat: seat, Type: play.Offer, What: play.WhatTakeback}); err != nil {
		return err
	}
	return g.do(t, play.Command{Seat: seat.Opponent(), Type: play.Accept, What: play.WhatTakeback})
}

// After an agreed takeback the game is in every respect what it was: board,
// turn, counts of repetition, legal moves. Games of all kinds, at random points.
func TestTakebackRestores(t *testing.T) {
	reg := registry(t, four()...)
	for _, kind := range reg.Kinds() {
		t.Run(kind, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			done := 0
			for n := range byte(12) {
				g := begin(t, reg, create(kind, n))
				for range 80 {
					if g.Over() {
						break
					}
					before := g.Game
					turn := g.Position().Turn()
					choices := g.Position().Choices(turn)
					m := choices[r.IntN(len(choices))].Move
					cmd := play.Command{Seat: turn, Type: play.Move, Move: string(m)}
					if m == engines.Roll {
						cmd.Type, cmd.Move = play.Roll, ""
					}
					g.must(t, cmd)
					if g.Over() || cmd.Type != play.Move || r.IntN(3) > 0 {
						continue
					}
					if r.IntN(2) == 0 && g.After.Turn == turn.Opponent() && kind != "backgammon" {
						g.must(t, play.Command{Seat: turn.Opponent(), Type: play.Move, Move: string(g.Position().Choices(turn.Opponent())[0].Move)})
						if g.Over() {
							continue
						}
					}
					if err := g.takeBack(t, turn); err != nil {
						t.Fatalf("taking back at version %d: %v", g.N, err)
					}
					done++
					a, b := before.After, g.After
					if a.Board != b.Board || a.Turn != b.Turn || a.Seen != b.Seen || !slices.EqualFunc(before.Position().Choices(turn), g.Position().Choices(turn),
						func(a, b engines.Choice) bool { return a.Move == b.Move && a.Seen == b.Seen }) {
						t.Fatalf("before: %+v; after the takeback: %+v", a, b)
					}
					if what := g.log[len(g.log)-1].Data.(*events.Act).What; what != play.WhatTakeback {
						t.Fatalf("the event says that %q was accepted", what)
					}
					if to := g.log[len(g.log)-1].Data.(*events.Act).To; to == 0 || g.log[to-1].After.Board != b.Board {
						t.Fatalf("the event says that it goes back to event %d", to)
					}
				}
				g.fold(t, reg)
			}
			if done == 0 {
				t.Error("nothing was taken back: the test tests nothing")
			}
		})
	}
}

func TestTakebackRefusals(t *testing.T) {
	reg := registry(t, four()...)
	var refused *play.RefusedError
	g := begin(t, reg, create("nim", 1))
	if err := g.takeBack(t, events.First); !errors.As(err, &refused) || refused.Code != play.CodeNoTakeback {
		t.Errorf("nothing to take back: %v", err)
	}
	g.must(t, play.Command{Seat: events.First, Type: play.Move, Move: "1"})
	if err := g.takeBack(t, events.Second); !errors.As(err, &refused) || refused.Code != play.CodeNoTakeback {
		t.Errorf("no move of one's own: %v", err)
	}
	g.must(t, play.Command{Seat: events.First, Type: play.Offer, What: play.WhatTakeback})
	g.must(t, play.Command{Seat: events.First, Type: play.Withdraw})
	if err := g.do(t, play.Command{Seat: events.Second, Type: play.Accept}); !errors.As(err, &refused) || refused.Code != play.CodeNoOffer {
		t.Errorf("accepting what was withdrawn: %v", err)
	}
	if err := g.do(t, play.Command{Seat: events.First, Type: play.Withdraw}); !errors.As(err, &refused) || refused.Code != play.CodeNoOffer {
		t.Errorf("withdrawing nothing: %v", err)
	}

	bg := begin(t, reg, create("backgammon", 2))
	turn := bg.Position().Turn()
	bg.must(t, play.Command{Seat: turn, Type: play.Move, Move: string(bg.Position().Choices(turn)[0].Move)})
	bg.must(t, play.Command{Seat: turn.Opponent(), Type: play.Roll})
	if err := bg.takeBack(t, turn); !errors.As(err, &refused) || refused.Code != play.CodeNoTakeback {
		t.Errorf("taking back before dice that fell: %v", err)
	}
}

func TestTakebackRestoresBothClocks(t *testing.T) {
	c := timed(t, `{"kind":"fischer","base":300000,"increment":5000}`)
	c.move(t, 10*s, events.First)
	c.move(t, 30*s, events.Second)
	c.move(t, 60*s, events.First)
	for i, cmd := range []play.Command{{Seat: events.First, Type: play.Offer, What: play.WhatTakeback}, {Seat: events.Second, Type: play.Accept}} {
		if err := c.at(t, time.Duration(70+i)*s, cmd); err != nil {
			t.Fatal(err)
		}
	}
	c.want(t, 5*m-10*s, 5*m-20*s, 71*s+5*m-10*s)
	if c.After.Clock.Running != events.First {
		t.Errorf("the time of %s runs", c.After.Clock.Running)
	}
	c.fold(t, registry(t))
}

// What Allowed lists is what is accepted, and nothing else is.
func TestAllowedIsWhatIsAccepted(t *testing.T) {
	reg := registry(t, four()...)
	words := []string{
		"roll", "double", "take", "drop", "offer draw", "offer takeback", "accept draw", "accept takeback", "accept resign",
		"decline draw", "decline takeback", "decline resign", "withdraw draw", "withdraw takeback", "withdraw resign",
		"claim repetition", "claim forty-move", "claim abandoned", "resign", "abort",
	}
	for _, kind := range reg.Kinds() {
		r := rand.New(rand.NewPCG(5, 6))
		for n := range byte(6) {
			cmd := create(kind, n)
			cmd.Abandon = time.Second
			if n == 0 {
				cmd.Second = ""
			}
			if kind == "backgammon" && n%2 == 1 {
				cmd.Options = []byte(`{"matchLength":5}`)
			}
			g := begin(t, reg, cmd)
			for range 60 {
				at := now.Add(time.Duration(g.N) * time.Second)
				for _, seat := range []events.Seat{events.First, events.Second} {
					allowed := g.Allowed(seat, at)
					for _, w := range words {
						typ, what, _ := strings.Cut(w, " ")
						_, _, err := play.Decide(g.Game, &play.Command{
							Game: g.ID, ID: commandID(g.N), By: "p_x", Seat: seat, Type: play.CommandType(typ), What: what,
						}, at, chains(g.ID))
						if (err == nil) != slices.Contains(allowed, w) {
							t.Fatalf("%s, version %d, %s: %q gives %v, and allowed are %v", kind, g.N, seat, w, err, allowed)
						}
					}
					if slices.Contains(allowed, "move") != (!g.Open() && !g.Over() && len(g.Position().Choices(seat)) > 0 && g.Position().Choices(seat)[0].Move != engines.Roll && g.Position().Choices(seat)[0].Move != engines.Take) {
						t.Fatalf("%s, version %d, %s: allowed are %v, choices %v", kind, g.N, seat, allowed, g.Position().Choices(seat))
					}
				}
				if g.Over() {
					break
				}
				seat := events.First + events.Seat(r.IntN(2))
				all := g.Allowed(seat, at)
				if len(all) == 0 {
					continue
				}
				typ, what, _ := strings.Cut(all[r.IntN(min(len(all), 3))], " ")
				next := play.Command{Seat: seat, Type: play.CommandType(typ), What: what}
				if next.Type == play.Move {
					cs := g.Position().Choices(seat)
					next.Move = string(cs[r.IntN(len(cs))].Move)
				}
				g.must(t, next)
			}
			g.fold(t, reg)
		}
	}
}

// Both players press rematch, in either order and more than once: one next game,
// colours the other way round.
func TestRematch(t *testing.T) {
	log := memlog.New(2)
	h, _ := handler(t, log)
	cmd := create("nim", 1)
	if _, err := h.Create(t.Context(), cmd); err != nil {
		t.Fatal(err)
	}
	var refused *play.RefusedError
	if _, err := h.Rematch(t.Context(), cmd.Game, events.First); !errors.As(err, &refused) || refused.Code != play.CodeNotOver {
		t.Errorf("before the end: %v", err)
	}
	if _, err := h.Do(t.Context(), play.Command{Game: cmd.Game, ID: commandID(1), By: "p_left", Seat: events.First, Type: play.Resign}); err != nil {
		t.Fatal(err)
	}
	const both = 4 // each of the two, twice
	var got [both]play.Seated
	done := make(chan error)
	for i := range got {
		go func() {
			var err error
			got[i], err = h.Rematch(t.Context(), cmd.Game, events.First+events.Seat(i%2))
			done <- err
		}()
	}
	for range got {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	for i, g := range got {
		if g.Game != got[0].Game || g.Seat != (events.First+events.Seat(i%2)).Opponent() {
			t.Fatalf("the players were led to %+v", got)
		}
	}
	g, err := h.Game(t.Context(), got[0].Game)
	if err != nil || g.N != 2 || g.Open() || *g.Created.Series != (events.Series{ID: cmd.Game, Number: 2}) {
		t.Fatalf("the next game: %+v, %v", g, err)
	}

	// An aborted game was not played: the one after it keeps its colours.
	if _, err := h.Do(t.Context(), play.Command{Game: g.ID, ID: commandID(9), By: "p_left", Seat: events.First, Type: play.Abort}); err != nil {
		t.Fatal(err)
	}
	third, err := h.Rematch(t.Context(), g.ID, events.First)
	if err != nil || third.Seat != events.First || third.Player != g.Player(events.First) || third.Game == g.ID {
		t.Fatalf("after an aborted game: %+v, %v", third, err)
	}
}

func TestInvitedSeat(t *testing.T) {
	cmd := create("nim", 1)
	cmd.Second, cmd.Invited = "", "p_friend"
	g := begin(t, registry(t), cmd)
	var refused *play.RefusedError
	if err := g.do(t, play.Command{Type: play.Join, By: "p_stranger"}); !errors.As(err, &refused) || refused.Code != play.CodeNotInvited {
		t.Errorf("a stranger: %v", err)
	}
	g.must(t, play.Command{Type: play.Join, By: "p_friend"})
	g.fold(t, registry(t))
}

// A match that a board states goes on: the next game carries the score on, and the
// match after it is as long.
func TestRematchOfABoard(t *testing.T) {
	h, _ := handler(t, memlog.New(1), func(c *play.Config) { c.Registry = registry(t, four()...) })
	cmd := create("backgammon", 1)
	cmd.Board = "-b----E-C---eE---c-e----B- 1 7:1-3"
	if _, err := h.Create(t.Context(), cmd); err != nil {
		t.Fatal(err)
	}
	id := cmd.Game
	for n, want := range []string{"7:3-4", "7:1-3", "7:3-4"} {
		g, err := h.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		loser := events.First
		if g.Player(loser) == "p_left" {
			loser = events.Second
		}
		if _, err := h.Do(t.Context(), play.Command{Game: id, ID: commandID(n + 1), By: g.Player(loser), Seat: loser, Type: play.Resign, Value: "backgammon"}); err != nil {
			t.Fatal(err)
		}
		for _, seat := range []events.Seat{events.First, events.Second} {
			s, err := h.Rematch(t.Context(), id, seat)
			if err != nil {
				t.Fatal(err)
			}
			if seat == events.Second {
				id = s.Game
			}
		}
		g, err = h.Game(t.Context(), id)
		if err != nil || !strings.Contains(g.Position().Board(), " "+want) {
			t.Errorf("game %d begins with %s (%v), want %s", n+2, g.Position().Board(), err, want)
		}
	}
}

// A takeback goes back over what the rules did by themselves: the pass that a move
// forced goes with the move, and a move that was made behind the opponent's forced
// pass gives the turn back to who made it, not to who passed.
func TestTakebackOverAPass(t *testing.T) {
	reg := registry(t, four()...)
	const start = "OX------------------------------------------------------------XO O"
	cmd := create("reversi", 1)
	cmd.Board = start
	g := begin(t, reg, cmd)
	board := g.After.Board
	g.must(t, play.Command{Seat: events.Second, Type: play.Move, Move: "c1"})
	then := g.log[len(g.log)-1].Then
	if len(then) != 1 || then[0].Pass != events.First || g.After.Turn != events.Second {
		t.Fatalf("after c1: %+v, turn %s; want a pass of the first seat", then, g.After.Turn)
	}
	passed := g.After.Board
	if err := g.takeBack(t, events.Second); err != nil || g.After.Turn != events.Second || g.After.Board != board {
		t.Fatalf("the move that forced the pass taken back: %v, turn %s, %q", err, g.After.Turn, g.After.Board)
	}
	g.must(t, play.Command{Seat: events.Second, Type: play.Move, Move: "c1"})
	if g.After.Board != passed {
		t.Fatalf("c1 again: %q, was %q", g.After.Board, passed)
	}
	var refused *play.RefusedError
	if err := g.takeBack(t, events.First); !errors.As(err, &refused) || refused.Code != play.CodeNoTakeback {
		t.Errorf("a forced pass taken back: %v", err)
	}
	g.fold(t, reg)

	cmd = create("reversi", 2)
	cmd.Board = "OX--------------OX--------------OX----------------------------XO O"
	g = begin(t, reg, cmd)
	done := 0
	for g.After.Turn == events.Second && !g.Over() {
		c := g.Position().Choices(events.Second)
		before, passes := g.After, len(g.log[len(g.log)-1].Then)
		g.must(t, play.Command{Seat: events.Second, Type: play.Move, Move: string(c[0].Move)})
		if g.Over() || passes == 0 {
			continue
		}
		done++
		if err := g.takeBack(t, events.Second); err != nil || g.After.Turn != events.Second || g.After.Board != before.Board {
			t.Fatalf("a move behind a forced pass taken back: %v, turn %s, %q; was %q", err, g.After.Turn, g.After.Board, before.Board)
		}
		g.must(t, play.Command{Seat: events.Second, Type: play.Move, Move: string(c[0].Move)})
	}
	g.fold(t, reg)
	if done == 0 {
		t.Error("no move was made behind a forced pass")
	}
}

// Resigning three times, under one id and under others, is one event and one loss.
func TestResigningAgain(t *testing.T) {
	log := memlog.New(1)
	h, _ := handler(t, log, func(c *play.Config) { c.Registry = registry(t, four()...) })
	cmd := create("backgammon", 1)
	cmd.Options = []byte(`{"matchLength":7}`)
	if _, err := h.Create(t.Context(), cmd); err != nil {
		t.Fatal(err)
	}
	resign := play.Command{Game: cmd.Game, ID: commandID(1), By: "p_right", Seat: events.Second, Type: play.Resign, Value: "backgammon"}
	for i := range 3 {
		if a, err := h.Do(t.Context(), resign); err != nil || a.Replayed != (i > 0) || a.Event.N != 2 || a.Event.After.Result.Points != 3 {
			t.Errorf("time %d: %+v, %v", i+1, a, err)
		}
	}
	var refused *play.RefusedError
	for i := range 2 {
		resign.ID = commandID(2 + i)
		if _, err := h.Do(t.Context(), resign); !errors.As(err, &refused) || refused.Code != play.CodeOver {
			t.Errorf("under another id: %v", err)
		}
	}
	if n := len(stored(t, log, cmd.Game)); n != 2 {
		t.Errorf("%d events", n)
	}
	s, err := h.Rematch(t.Context(), cmd.Game, events.First)
	if err != nil || string(s.Answer.Game.Created.Options) != `{"matchLength":7,"score":{"first":0,"second":3}}` {
		t.Errorf("the next game: %s, %v", s.Answer.Game.Created.Options, err)
	}
}
