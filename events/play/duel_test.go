package play_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"plylog/engines"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/memlog"
	"plylog/events/play"
)

// side is one of two commands that meet: who does it on a node of its own, and
// when by that node's clock.
type side struct {
	do  func(ctx context.Context, h *play.Handler, game events.GameID) error
	at  time.Duration // behind the last event of the setup
	led string        // what it is refused with where the other one came first; empty: both can be
	own string        // and what where it came first itself; empty: it is accepted
}

// duel is a game and two commands that are each legal in it.
type duel struct {
	name  string
	make  play.Create
	setup []play.Command
	sides [2]side
	ends  bool // whoever wins, the game is over
}

// sends is a side that sends a command.
func sends(led string, cmd play.Command) side {
	return side{led: led, do: func(ctx context.Context, h *play.Handler, game events.GameID) error {
		cmd.Game, cmd.ID, cmd.By = game, events.DeriveID("duel", string(cmd.Type), cmd.What, cmd.Move, cmd.Seat.String()), "p_"+events.PlayerID(cmd.Seat.String())
		_, err := h.Do(ctx, cmd)
		return err
	}}
}

// flags is a side that ends the game of a seat whose time is up.
func flags(at time.Duration) side {
	return side{at: at, do: func(ctx context.Context, h *play.Handler, game events.GameID) error { return h.Flag(ctx, game) }}
}

// rematches is a side that asks for the next game.
func rematches(seat events.Seat) side {
	return side{do: func(ctx context.Context, h *play.Handler, game events.GameID) error {
		s, err := h.Rematch(ctx, game, seat)
		if err == nil && s.Seat != seat.Opponent() {
			return fmt.Errorf("the %s seat is led to the %s seat", seat, s.Seat)
		}
		return err
	}}
}

func act(seat events.Seat, typ play.CommandType, what string) play.Command {
	c := play.Command{Seat: seat, Type: typ}
	if typ == play.Move || typ == play.Correct {
		c.Move = what
	} else {
		c.What = what
	}
	return c
}

// duels lists what two people may do at the same moment.
func duels() []duel {
	const first, second = events.First, events.Second
	game := func(kind, options, board string) play.Create {
		c := create(kind, 0)
		c.Options, c.Board = []byte(options), board
		return c
	}
	clocked, left, open := game("nim", "", ""), game("nim", "", ""), game("nim", "", "")
	clocked.Clock = []byte(`{"kind":"fischer","base":60000}`)
	left.Abandon = time.Hour
	open.Second = ""
	doubled := game("backgammon", `{"matchLength":5}`, "-b----E-C---eE---c-e----B- 1x 5:0-0 1")
	kings := game("checkers", "", "B:WK32:BK1")
	var thrice []play.Command
	for range 2 {
		thrice = append(thrice, act(first, play.Move, "1-5"), act(second, play.Move, "32-28"), act(first, play.Move, "5-1"), act(second, play.Move, "28-32"))
	}
	checkers := game("checkers", "", "")
	drawOffered := []play.Command{act(first, play.Offer, play.WhatDraw)}
	takebackOffered := []play.Command{act(first, play.Move, "11-15"), act(first, play.Offer, play.WhatTakeback)}
	resignOffered := []play.Command{act(second, play.Resign, "")}
	late := func(s side, at time.Duration) side { s.at = at; return s }
	tooLate := late(sends("game-over", act(first, play.Move, "1")), 2*time.Minute)
	tooLate.own = "time-up"
	return []duel{
		{"a move in the last moment and the flag", clocked, nil,
			[2]side{late(sends("game-over", act(first, play.Move, "1")), time.Minute), flags(time.Minute + time.Millisecond)}, false},
		{"a resignation in the last moment and the flag", clocked, nil,
			[2]side{late(sends("game-over", act(first, play.Resign, "")), time.Minute), flags(time.Minute + time.Millisecond)}, true},
		{"two flags", clocked, nil, [2]side{flags(time.Minute + time.Millisecond), flags(2 * time.Minute)}, true},
		{"a late move and the flag", clocked, nil,
			[2]side{tooLate, flags(time.Minute + time.Millisecond)}, true},
		{"a move and the claim that its seat is gone", left, nil,
			[2]side{late(sends("game-over", act(first, play.Move, "1")), time.Hour), late(sends("too-early", act(second, play.Claim, play.ClaimAbandoned)), time.Hour)}, false},
		{"the answer to a takeback and the move that it would have prevented", checkers, takebackOffered,
			[2]side{sends("no-offer", act(second, play.Accept, play.WhatTakeback)), sends("checkers.not-your-turn", act(second, play.Move, "22-18"))}, false},
		{"accepting a takeback and withdrawing it", checkers, takebackOffered,
			[2]side{sends("no-offer", act(second, play.Accept, play.WhatTakeback)), sends("no-offer", act(first, play.Withdraw, play.WhatTakeback))}, false},
		{"accepting a draw and moving on", checkers, append(drawOffered[:1:1], act(first, play.Move, "11-15")),
			[2]side{sends("no-offer", act(second, play.Accept, play.WhatDraw)), sends("game-over", act(second, play.Move, "22-18"))}, false},
		{"accepting a draw and moving by who offered it", checkers, drawOffered,
			[2]side{sends("", act(second, play.Accept, play.WhatDraw)), sends("game-over", act(first, play.Move, "11-15"))}, true},
		{"accepting a draw and withdrawing it", checkers, drawOffered,
			[2]side{sends("no-offer", act(second, play.Accept, play.WhatDraw)), sends("game-over", act(first, play.Withdraw, play.WhatDraw))}, false},
		{"accepting a draw and declining it", checkers, drawOffered,
			[2]side{sends("no-offer", act(second, play.Accept, play.WhatDraw)), sends("game-over", act(second, play.Decline, play.WhatDraw))}, false},
		{"two offers of a draw", checkers, nil,
			[2]side{sends("answer-first", act(first, play.Offer, play.WhatDraw)), sends("answer-first", act(second, play.Offer, play.WhatDraw))}, false},
		{"accepting a resignation and withdrawing it", doubled, resignOffered,
			[2]side{sends("no-offer", act(first, play.Accept, play.WhatResign)), sends("game-over", act(second, play.Withdraw, play.WhatResign))}, false},
		{"accepting a draw and resigning", checkers, drawOffered,
			[2]side{sends("game-over", act(second, play.Accept, play.WhatDraw)), sends("game-over", act(first, play.Resign, ""))}, true},
		{"two resignations", checkers, nil,
			[2]side{sends("game-over", act(first, play.Resign, "")), sends("game-over", act(second, play.Resign, ""))}, true},
		{"dropping a double and resigning for more", doubled, nil,
			[2]side{sends("game-over", act(second, play.Drop, "")), sends("game-over", play.Command{Seat: first, Type: play.Resign, Value: "backgammon"})}, true},
		{"dropping a double and offering to resign", doubled, nil,
			[2]side{sends("", act(second, play.Drop, "")), sends("game-over", act(second, play.Resign, ""))}, true},
		{"taking and dropping", doubled, nil,
			[2]side{sends("game-over", act(second, play.Take, "")), sends("backgammon.not-your-turn", act(second, play.Drop, ""))}, false},
		{"claiming a third time and moving away from it", kings, thrice,
			[2]side{sends("checkers.no-repetition", act(second, play.Claim, "repetition")), sends("game-over", act(first, play.Move, "1-6"))}, false},
		{"putting a move right and answering it", game("reversi", `{"flips":"manual"}`, ""), []play.Command{act(first, play.Move, "d3:")},
			[2]side{sends("reversi.too-late", act(first, play.Correct, "d3:d4")), sends("", act(second, play.Move, "e3"))}, false},
		{"aborting and making the first move", checkers, nil,
			[2]side{sends("", act(second, play.Abort, "")), sends("game-over", act(first, play.Move, "11-15"))}, true},
		{"aborting and making the second seat's first move", checkers, []play.Command{act(first, play.Move, "11-15")},
			[2]side{sends("game-begun", act(first, play.Abort, "")), sends("game-over", act(second, play.Move, "22-18"))}, false},
		{"joining and aborting", open, nil,
			[2]side{sends("game-over", play.Command{Seat: second, Type: play.Join}), sends("", act(first, play.Abort, ""))}, true},
		{"a rematch by both", checkers, []play.Command{act(first, play.Resign, "")}, [2]side{rematches(first), rematches(second)}, true},
	}
}

// held is a log whose first append waits for a sign.
type held struct {
	events.Log
	came, pass chan struct{} // nil: nothing waits
}

func (l *held) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	if came := l.came; came != nil {
		l.came = nil
		came <- struct{}{}
		<-l.pass
	}
	return l.Log.Append(ctx, after, e)
}

// code is the word that a refusal carries.
func code(err error) string {
	var refused *play.RefusedError
	var illegal *engines.IllegalError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &refused):
		return refused.Code
	case errors.As(err, &illegal):
		return illegal.Code
	default:
		return "no refusal: " + err.Error()
	}
}

// Two commands that meet, on two nodes: one after the other in both orders, and at
// once, decided on the same version, with either of them stored first. Of every
// pair the first stands, the second is what it is in the game that the first led
// to, and both nodes and whoever reads the log afterwards see the same game.
func TestDuels(t *testing.T) {
	t.Run("memory", func(t *testing.T) {
		testDuels(t, func(testing.TB) [2]events.Log { l := memlog.New(2); return [2]events.Log{l, l} })
	})
	t.Run("jetstream", func(t *testing.T) {
		quiet := slog.New(slog.DiscardHandler)
		s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir(), NoSync: true, Logger: quiet})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		var nodes [2]events.Log
		for i := range nodes {
			l, err := jetlog.Open(t.Context(), s.Connect, jetlog.Options{Logger: quiet})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(l.Close)
			nodes[i] = l
		}
		testDuels(t, func(testing.TB) [2]events.Log { return nodes })
	})
}

func testDuels(t *testing.T, logs func(testing.TB) [2]events.Log) {
	for i, d := range duels() {
		for _, winner := range []int{0, 1} {
			for _, meet := range []bool{false, true} {
				d.make.Game = events.DeriveID("duel", fmt.Sprint(i, winner, meet))
				t.Run(fmt.Sprintf("%s/%d first, at once %t", d.name, winner+1, meet), func(t *testing.T) { d.fight(t, logs(t), winner, meet) })
			}
		}
	}
}

// fight lets the two sides meet.
func (d *duel) fight(t *testing.T, logs [2]events.Log, winner int, meet bool) {
	reg := registry(t, four()...)
	d.make.First = "p_first"
	if d.make.Second != "" {
		d.make.Second = "p_second"
	}
	var nodes [2]*play.Handler
	var gates [2]*held
	var offset [2]time.Duration
	for i := range nodes {
		gates[i] = &held{Log: logs[i], pass: make(chan struct{})}
		nodes[i], _ = handler(t, gates[i], func(c *play.Config) {
			c.Registry, c.Now = reg, func() time.Time { return now.Add(offset[i]) }
		})
	}
	if _, err := nodes[0].Create(t.Context(), d.make); err != nil {
		t.Fatal(err)
	}
	for i, cmd := range d.setup {
		cmd.Game, cmd.ID, cmd.By = d.make.Game, commandID(i+1), "p_"+events.PlayerID(cmd.Seat.String())
		if _, err := nodes[0].Do(t.Context(), cmd); err != nil {
			t.Fatalf("%s %s%s: %v", cmd.Type, cmd.Move, cmd.What, err)
		}
	}
	if _, err := nodes[1].Game(t.Context(), d.make.Game); err != nil { // it has the game in memory
		t.Fatal(err)
	}
	before := len(stored(t, logs[0], d.make.Game))
	var got [2]error
	loser := 1 - winner
	var done [2]chan struct{}
	came := make(chan struct{})
	start := func(i int) {
		done[i] = make(chan struct{})
		offset[i] = d.sides[i].at
		go func() {
			defer close(done[i])
			got[i] = d.sides[i].do(context.Background(), nodes[i], d.make.Game)
		}()
	}
	if meet {
		for i := range nodes {
			gates[i].came = came
			start(i)
		}
		<-came
		<-came
		close(gates[winner].pass)
		<-done[winner]
		close(gates[loser].pass)
	} else {
		start(winner)
		<-done[winner]
		start(loser)
	}
	<-done[loser]

	if c := code(got[winner]); c != d.sides[winner].own {
		t.Errorf("who came first: %q (%v), want %q", c, got[winner], d.sides[winner].own)
	}
	if c := code(got[loser]); c != d.sides[loser].led {
		t.Errorf("who came second: %q (%v), want %q", c, got[loser], d.sides[loser].led)
	}
	log := stored(t, logs[1], d.make.Game)
	if n := len(log) - before; n < 1 && log[before-1].After.Result == nil || n > 2 || n == 2 && got[loser] != nil {
		t.Errorf("%d events were stored", n)
	}
	ended := 0
	for _, e := range log {
		if e.Over() {
			ended++
		}
	}
	if ended > 1 || d.ends && ended != 1 {
		t.Errorf("the game ended %d times", ended)
	}
	last := d.make.Game
	if log[before-1].Over() {
		last = play.NextGame(events.Series{ID: last, Number: 1})
	}
	oneGame(t, reg, logs, nodes, last)
}

// oneGame wants two nodes and a fold of the log to see one game.
func oneGame(t *testing.T, reg *engines.Registry, logs [2]events.Log, nodes [2]*play.Handler, id events.GameID) {
	t.Helper()
	var want *play.Game
	for i, h := range nodes {
		folded, err := play.Fold(reg, logs[i].Read(t.Context(), id, 0))
		if err != nil {
			t.Fatal(err)
		}
		g, err := h.Since(t.Context(), id, folded.N)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = folded
		}
		for _, g := range []*play.Game{folded, g} {
			if g.N != want.N || g.Head != want.Head || g.Position().Board() != want.Position().Board() || g.Players != want.Players {
				t.Errorf("node %d sees version %d, head %s, %q; want %d, %s, %q", i+1, g.N, g.Head, g.Position().Board(), want.N, want.Head, want.Position().Board())
			}
		}
	}
}
