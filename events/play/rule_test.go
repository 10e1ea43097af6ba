package play_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// rules is an administrator's command.
func rules(typ play.CommandType, what string) play.Command {
	return play.Command{By: "p_admin", Type: typ, What: what, Reason: "as agreed by phone"}
}

// at decides a command at a time of its own.
func (g *game) at(t testing.TB, when time.Time, cmd play.Command) error {
	t.Helper()
	cmd.Game, cmd.ID = g.ID, commandID(g.N)
	if cmd.By == "" {
		cmd.By = g.Player(cmd.Seat)
	}
	e, after, err := play.Decide(g.Game, &cmd, when, g.chains)
	if err == nil {
		g.Game, g.log = after, append(g.log, reread(t, e))
	}
	return err
}

// A game that stands still loses no time, whatever its control: afterwards its
// clocks are what they were, and everything that was to happen happens as much
// later as it stood.
func TestPause(t *testing.T) {
	reg := registry(t)
	for _, control := range []string{
		`{"kind":"fischer","base":60000,"increment":3000}`, `{"kind":"delay","base":60000,"delay":4000}`,
		`{"kind":"byoyomi","base":10000,"period":8000,"periods":3}`, `{"kind":"correspondence","days":1}`,
	} {
		rapid.Check(t, func(rt *rapid.T) {
			cmd := create("nim", 70)
			cmd.Clock = []byte(control)
			g := begin(t, reg, cmd)
			g.must(t, act(events.First, play.Move, "1"))
			used := time.Duration(rapid.IntRange(0, 17000).Draw(rt, "used")) * time.Millisecond
			stood := time.Duration(rapid.IntRange(0, 1<<40).Draw(rt, "stood")) * time.Millisecond
			began := g.log[1].Time
			running := *g.After.Clock
			if err := g.at(t, began.Add(used), rules(play.Pause, "")); err != nil {
				rt.Fatal(err)
			}
			k := g.After.Clock
			if !g.After.Paused || k.Running != events.Nobody || k.Deadline != nil || k.Second > running.Second {
				rt.Fatalf("paused after %v the clock is %+v, and was %+v", used, *k, running)
			}
			later := began.Add(used + stood)
			if _, _, err := play.DecideFlag(g.Game); err == nil || g.Late(later) {
				rt.Fatal("a flag can fall while the game stands still")
			}
			for _, c := range []play.Command{
				act(events.Second, play.Move, "1"), act(events.First, play.Offer, play.WhatDraw), act(events.Second, play.Resign, ""),
				act(events.Second, play.Abort, ""), {By: "p_x", Type: play.Join, Seat: events.First}, rules(play.Pause, ""),
			} {
				if got := code(g.at(t, later, c)); got != play.CodePaused {
					rt.Errorf("%s while the game stands still: %q", c.Type, got)
				}
			}
			if n := len(g.Allowed(events.Second, later)); n != 0 {
				rt.Errorf("%d things are allowed", n)
			}
			hand := play.Command{Seat: events.Second, Type: play.Hand, Player: "p_new"}
			if err := g.at(t, later, hand); err != nil || !g.After.Paused {
				rt.Errorf("handing a seat over while the game stands still: %v", err)
			}
			if err := g.at(t, later, play.Command{By: "p_admin", Type: play.Continue}); err != nil {
				rt.Fatal(err)
			}
			deadline := running.Deadline.Add(stood)
			running.Deadline = &deadline
			if g.After.Paused || asJSON(t, g.After.Clock) != asJSON(t, running) {
				rt.Fatalf("going on after %v the clock is %+v, want %+v", stood, *g.After.Clock, running)
			}
			if got := code(g.at(t, later, rules(play.Continue, ""))); got != play.CodeNotPaused {
				rt.Errorf("going on twice: %q", got)
			}
			if g.Late(deadline) || !g.Late(deadline.Add(time.Millisecond)) {
				rt.Error("the time is up at another moment")
			}
			g.fold(t, reg)
		})
	}
}

// A game without a clock cannot be claimed as abandoned for the time in which it
// stood still.
func TestPauseIsNoAbsence(t *testing.T) {
	reg := registry(t)
	cmd := create("nim", 71)
	cmd.Abandon = time.Hour
	g := begin(t, reg, cmd)
	began := g.log[0].Time
	for _, c := range []struct {
		after time.Duration
		cmd   play.Command
		code  string
	}{
		{time.Minute, rules(play.Pause, ""), ""},
		{2 * time.Hour, act(events.Second, play.Claim, play.ClaimAbandoned), play.CodePaused},
		{24*time.Hour + time.Minute, rules(play.Continue, ""), ""},
		{25*time.Hour - time.Millisecond, act(events.Second, play.Claim, play.ClaimAbandoned), play.CodeTooEarly},
		{25 * time.Hour, act(events.Second, play.Claim, play.ClaimAbandoned), ""},
	} {
		if _, ok := g.Forfeit(); ok == g.After.Paused {
			t.Errorf("after %v somebody stands to lose: %t", c.after, ok)
		}
		if got := code(g.at(t, began.Add(c.after), c.cmd)); got != c.code {
			t.Errorf("%s after %v: %q, want %q", c.cmd.Type, c.after, got, c.code)
		}
	}
	g.fold(t, reg)
}

// An adjudication ends any game, and its series goes on as from any other end.
func TestAdjudicate(t *testing.T) {
	reg := registry(t, four()...)
	for _, kind := range []string{"backgammon", "reversi", "checkers", "baghchal", "nim"} {
		for _, options := range []string{"", `{"matchLength":3}`} {
			if options != "" && kind != "backgammon" {
				continue
			}
			for ruling, winner := range map[string]events.Seat{"first": events.First, "second": events.Second, "draw": events.Nobody, "void": events.Nobody} {
				for _, paused := range []bool{false, true} {
					t.Run(fmt.Sprint(kind, options, " ", ruling, " paused ", paused), func(t *testing.T) {
						log := memlog.New(1)
						h, _ := handler(t, log, func(c *play.Config) { c.Registry = reg })
						cmd := create(kind, 72)
						cmd.Options, cmd.Clock = []byte(options), []byte(`{"kind":"fischer","base":60000}`)
						if _, err := h.Create(t.Context(), cmd); err != nil {
							t.Fatal(err)
						}
						do := func(n int, c play.Command) play.Answer {
							t.Helper()
							c.Game, c.ID = cmd.Game, commandID(n)
							a, err := h.Do(t.Context(), c)
							if err != nil {
								t.Fatal(err)
							}
							return a
						}
						if paused {
							do(1, rules(play.Pause, ""))
						}
						g := do(2, rules(play.Adjudicate, ruling)).Game
						r := g.After.Result
						if r == nil || r.Winner != winner || (r.Reason == "aborted") != (ruling == "void") || r.Points != 0 && winner == events.Nobody || r.Points == 0 && winner != events.Nobody {
							t.Fatalf("the result is %+v", r)
						}
						if k := g.After.Clock; k.Running != events.Nobody || k.Deadline != nil || g.After.Paused {
							t.Errorf("the clock is %+v, paused %t", *k, g.After.Paused)
						}
						if again := do(2, rules(play.Adjudicate, ruling)); !again.Replayed {
							t.Error("it was done twice")
						}
						for _, seat := range []events.Seat{events.First, events.Second} {
							next, err := h.Rematch(t.Context(), cmd.Game, seat)
							if err != nil || (next.Seat == seat) != (ruling == "void") {
								t.Errorf("the %s seat's rematch: %+v, %v", seat, next, err)
							}
						}
						if _, err := play.Fold(reg, log.Read(t.Context(), cmd.Game, 0)); err != nil {
							t.Error(err)
						}
					})
				}
			}
		}
	}
}

func TestRulingRefusals(t *testing.T) {
	reg := registry(t)
	open := create("nim", 73)
	open.Second = ""
	full := create("nim", 74)
	with := func(c play.Command, change func(*play.Command)) play.Command { change(&c); return c }
	for _, c := range []struct {
		name string
		make play.Create
		cmd  play.Command
		code string
	}{
		{"a winner of a game that nobody joined", open, rules(play.Adjudicate, "first"), play.CodeOpen},
		{"a draw of a game that nobody joined", open, rules(play.Adjudicate, "draw"), play.CodeOpen},
		{"a void game that nobody joined", open, rules(play.Adjudicate, "void"), ""},
		{"a pause of a game that nobody joined", open, rules(play.Pause, ""), ""},
		{"no ruling", full, rules(play.Adjudicate, ""), play.CodeMalformed},
		{"another ruling", full, rules(play.Adjudicate, "third"), play.CodeMalformed},
		{"a pause with a ruling", full, rules(play.Pause, "draw"), play.CodeMalformed},
		{"no reason", full, with(rules(play.Pause, ""), func(c *play.Command) { c.Reason = "" }), play.CodeMalformed},
		{"a reason with a line break", full, with(rules(play.Pause, ""), func(c *play.Command) { c.Reason = "a\nb" }), play.CodeMalformed},
		{"a seat", full, with(rules(play.Pause, ""), func(c *play.Command) { c.Seat = events.First }), play.CodeMalformed},
		{"a move", full, with(rules(play.Pause, ""), func(c *play.Command) { c.Move = "1" }), play.CodeMalformed},
		{"going on without a pause", full, rules(play.Continue, ""), play.CodeNotPaused},
		{"closing a sound game", full, rules(play.CloseDamaged, ""), play.CodeNotDamaged},
		{"a reason for a move", full, play.Command{Seat: events.First, Type: play.Move, Move: "1", Reason: "why"}, play.CodeMalformed},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := begin(t, reg, c.make)
			wantRefused(t, g.do(t, c.cmd), c.code)
			g.fold(t, reg)
		})
	}
	g := begin(t, reg, full)
	g.must(t, act(events.First, play.Resign, ""))
	for _, typ := range []play.CommandType{play.Adjudicate, play.Pause, play.Continue} {
		what := ""
		if typ == play.Adjudicate {
			what = "draw"
		}
		wantRefused(t, g.do(t, rules(typ, what)), play.CodeOver)
	}
}

// A damaged game is closed by an event behind the damage that holds what is
// stored as it is. It goes on being damaged, takes nothing more, and is closed once.
func TestCloseDamaged(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(raw []byte) []byte
	}{
		{"a move that is another", func(raw []byte) []byte { return swapIn(raw, `"move":"2"`, `"move":"3"`) }},
		{"bytes that are no event", func([]byte) []byte { return []byte(`{"v":1`) }},
		{"an event of another number", func(raw []byte) []byte { return swapIn(raw, `"n":3,`, `"n":4,`) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := memlog.New(1)
			h, _ := handler(t, log)
			id := started(t, h, 75)
			for n, seat := range []events.Seat{events.First, events.Second, events.First} {
				if _, err := h.Do(t.Context(), take(id, seat, 1+n%2, n+1)); err != nil {
					t.Fatal(err)
				}
			}
			closing := rules(play.CloseDamaged, "")
			closing.Game, closing.ID = id, commandID(9)
			_, err := h.Do(t.Context(), closing)
			wantRefused(t, err, play.CodeNotDamaged)
			log.Corrupt(0, 3, c.damage)
			a, err := h.Do(t.Context(), closing) // though the game is whole in memory
			if err != nil || a.Event.N != 5 || a.Event.Type != events.TypeClosed {
				t.Fatalf("closing: %+v, %v", a, err)
			}
			head := events.Genesis(id)
			for seq := uint64(1); seq <= 4; seq++ {
				head = events.Link(head, rawAt(t, log, seq))
			}
			if a.Event.Prev != head {
				t.Errorf("it follows %s, and what is stored comes to %s", a.Event.Prev, head)
			}
			if again, err := h.Do(t.Context(), closing); err != nil || !again.Replayed || again.Event.N != 5 {
				t.Errorf("again: %+v, %v", again, err)
			}
			other := closing
			other.ID = commandID(10)
			_, err = h.Do(t.Context(), other)
			wantRefused(t, err, play.CodeOver)
			fresh, _ := handler(t, log)
			for _, h := range []*play.Handler{h, fresh} {
				if _, err := h.Do(t.Context(), take(id, events.Second, 1, 20)); !errors.Is(err, play.ErrDamaged) {
					t.Errorf("a move behind it: %v", err)
				}
				if _, err := h.Game(t.Context(), id); !errors.Is(err, play.ErrDamaged) {
					t.Errorf("reading it: %v", err)
				}
			}
		})
	}
}

// swapIn replaces a text that must be there.
func swapIn(raw []byte, from, to string) []byte {
	if !bytes.Contains(raw, []byte(from)) {
		return nil // which is refused by what follows
	}
	return bytes.Replace(raw, []byte(from), []byte(to), 1)
}

// rawAt is what is stored at a position of the only shard.
func rawAt(t testing.TB, log *memlog.Log, seq uint64) (raw []byte) {
	t.Helper()
	for e, err := range log.Scan(t.Context(), 0, seq-1) {
		var bad *events.DamagedEvent
		if errors.As(err, &bad) {
			return bad.Raw
		}
		if err != nil {
			t.Fatal(err)
		}
		return e.Raw
	}
	t.Fatalf("nothing is stored at %d", seq)
	return nil
}

// Who says that a sound game was closed says what is not so.
func TestClosedThoughSound(t *testing.T) {
	reg := registry(t)
	g := begin(t, reg, create("nim", 76))
	e := &events.Event{
		V: 1, Game: g.ID, N: 2, Kind: "nim", Ruleset: 1, Type: events.TypeClosed, Time: g.log[0].Time, By: "p_admin",
		Command: commandID(3), Prev: g.Head, Data: &events.Ruled{Reason: "no reason"},
		After: events.After{Result: &events.Result{Reason: "damaged"}},
	}
	if _, err := e.Encode(); err != nil {
		t.Fatal(err)
	}
	var diverged *play.DivergedError
	if _, err := g.Apply(e); !errors.As(err, &diverged) || diverged.What != "data" {
		t.Errorf("applied with %v", err)
	}
}
