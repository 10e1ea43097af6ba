package play_test

import (
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"plylog/engines"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

func TestReadControl(t *testing.T) {
	for _, c := range []struct{ raw, option string }{
		{`{"kind":"none"}`, ""},
		{`{"kind":"fischer","base":300000,"increment":3000}`, ""},
		{`{"kind":"delay","base":60000,"delay":5000}`, ""},
		{`{"kind":"byoyomi","base":0,"period":30000,"periods":5}`, ""},
		{`{"kind":"correspondence","days":3}`, ""},
		{`{"kind":"sand"}`, "clock.kind"},
		{`{}`, "clock.kind"},
		{`{"kind":"fischer"}`, "clock.base"},
		{`{"kind":"fischer","base":-1}`, "clock.base"},
		{`{"kind":"fischer","base":86400001}`, "clock.base"},
		{`{"kind":"fischer","base":300000,"increment":-1}`, "clock.increment"},
		{`{"kind":"fischer","base":300000,"delay":1}`, "clock.delay"},
		{`{"kind":"delay","base":300000}`, "clock.delay"},
		{`{"kind":"byoyomi","base":0,"period":30000}`, "clock.periods"},
		{`{"kind":"correspondence","days":0}`, "clock.days"},
		{`{"kind":"correspondence","days":3,"base":1000}`, "clock.base"},
		{`{"kind":"fischer","base":1.5}`, "clock.base"},
		{`{"kind":"fischer","base":300000,"hours":1}`, "clock.hours"},
		{`[]`, "clock"},
		{`{"kind":"none"`, "clock"},
	} {
		_, err := play.ReadControl([]byte(c.raw))
		var bad *engines.BadOptionError
		switch {
		case c.option == "" && err != nil:
			t.Errorf("%s: %v", c.raw, err)
		case c.option != "" && (!errors.As(err, &bad) || bad.Option != c.option):
			t.Errorf("%s: %v, want a refusal of %s", c.raw, err, c.option)
		}
	}
}

// clocked is a game of nim under a time control whose events happen at given
// moments after its beginning.
type clocked struct {
	*game
	start time.Time
}

func timed(t testing.TB, control string) *clocked {
	t.Helper()
	cmd := create("nim", 1)
	cmd.Options, cmd.Clock = []byte(`{"stones":1000}`), []byte(control)
	return &clocked{game: begin(t, registry(t), cmd), start: now.Truncate(time.Millisecond)}
}

func (c *clocked) at(t testing.TB, after time.Duration, cmd play.Command) error {
	t.Helper()
	cmd.Game, cmd.ID, cmd.By = c.ID, commandID(c.N), c.Player(cmd.Seat)
	e, g, err := play.Decide(c.Game, &cmd, c.start.Add(after), nil)
	if err == nil {
		c.Game = g
		c.log = append(c.log, reread(t, e))
	}
	return err
}

func (c *clocked) move(t testing.TB, after time.Duration, seat events.Seat) {
	t.Helper()
	if err := c.at(t, after, play.Command{Seat: seat, Type: play.Move, Move: "1"}); err != nil {
		t.Fatalf("move of %s after %v: %v", seat, after, err)
	}
}

// want compares the clock: what each seat has left, and when time is up.
func (c *clocked) want(t testing.TB, first, second, up time.Duration) {
	t.Helper()
	k := c.After.Clock
	if k == nil || k.Deadline == nil {
		t.Fatalf("no clock runs: %+v", k)
	}
	if k.First != first.Milliseconds() || k.Second != second.Milliseconds() || !k.Deadline.Equal(c.start.Add(up)) {
		t.Errorf("version %d: first %d, second %d, up after %v; want %d, %d, %v", c.N, k.First, k.Second, k.Deadline.Sub(c.start),
			first.Milliseconds(), second.Milliseconds(), up)
	}
}

const (
	s = time.Second
	m = time.Minute
)

func TestFischer(t *testing.T) {
	c := timed(t, `{"kind":"fischer","base":300000,"increment":3000}`)
	c.want(t, 5*m, 5*m, 5*m)
	c.move(t, 10*s, events.First) // no increment for a first move
	c.want(t, 5*m-10*s, 5*m, 5*m+10*s)
	c.move(t, 15*s, events.Second)
	c.want(t, 5*m-10*s, 5*m-5*s, 15*s+5*m-10*s)
	c.move(t, 16*s, events.First) // 1 s used, 3 s given
	c.want(t, 5*m-8*s, 5*m-5*s, 16*s+5*m-5*s)
	c.fold(t, registry(t))
}

func TestDelay(t *testing.T) {
	c := timed(t, `{"kind":"delay","base":60000,"delay":5000}`)
	c.want(t, m, m, 65*s)
	c.move(t, 4*s, events.First) // within the delay nothing is used
	c.want(t, m, m, 69*s)
	c.move(t, 14*s, events.Second)
	c.want(t, m, 55*s, 79*s)
	c.fold(t, registry(t))
}

func TestByoyomi(t *testing.T) {
	c := timed(t, `{"kind":"byoyomi","base":10000,"period":30000,"periods":3}`)
	c.want(t, 10*s, 10*s, 100*s)
	c.move(t, 45*s, events.First) // the main time and one period are gone, half of the second is given back
	c.want(t, 0, 10*s, 145*s)
	if p := c.After.Clock.Periods; p[0] != 2 || p[1] != 3 {
		t.Errorf("periods %v, want 2 and 3", *p)
	}
	c.move(t, 50*s, events.Second)
	c.want(t, 0, 5*s, 110*s)
	c.move(t, 110*s, events.First) // at the very deadline: in time, and one period is left
	if p := c.After.Clock.Periods; p[0] != 1 {
		t.Errorf("periods %v, want 1 left to the first seat", *p)
	}
	c.fold(t, registry(t))
}

func TestCorrespondence(t *testing.T) {
	c := timed(t, `{"kind":"correspondence","days":3}`)
	day := 24 * time.Hour
	c.want(t, 3*day, 3*day, 3*day)
	c.move(t, 2*day, events.First)
	c.want(t, 3*day, 3*day, 5*day)
	c.fold(t, registry(t))
}

func TestLateMoveIsRefused(t *testing.T) {
	c := timed(t, `{"kind":"fischer","base":60000}`)
	var refused *play.RefusedError
	for _, typ := range []play.CommandType{play.Move, play.Offer, play.Resign} {
		if err := c.at(t, m+time.Millisecond, play.Command{Seat: events.First, Type: typ, Move: "1", What: play.WhatDraw}); !errors.As(err, &refused) || refused.Code != play.CodeTime {
			t.Errorf("%s after the time was up: %v", typ, err)
		}
	}
	c.move(t, m, events.First) // at the deadline it is in time
}

// Offers cost the running seat nothing and start nothing anew.
func TestOffersLeaveTheClock(t *testing.T) {
	c := timed(t, `{"kind":"fischer","base":60000,"increment":9000}`)
	c.move(t, s, events.First)
	before := *c.After.Clock
	if err := c.at(t, 2*s, play.Command{Seat: events.First, Type: play.Offer, What: play.WhatDraw}); err != nil {
		t.Fatal(err)
	}
	if err := c.at(t, 3*s, play.Command{Seat: events.Second, Type: play.Decline}); err != nil {
		t.Fatal(err)
	}
	if k := c.After.Clock; k.First != before.First || k.Second != before.Second || !k.Deadline.Equal(*before.Deadline) {
		t.Errorf("the clock went from %+v to %+v", before, *k)
	}
	c.fold(t, registry(t))
}

// Whatever the moments of the moves, nobody has less than nothing, the running
// seat is the one on turn, and what a fold computes is what was played.
func TestClockLaws(t *testing.T) {
	reg := registry(t)
	rapid.Check(t, func(rt *rapid.T) {
		control := rapid.SampledFrom([]string{
			`{"kind":"fischer","base":20000,"increment":2000}`, `{"kind":"delay","base":20000,"delay":3000}`,
			`{"kind":"byoyomi","base":5000,"period":4000,"periods":4}`, `{"kind":"correspondence","days":1}`,
		}).Draw(rt, "control")
		c := timed(t, control)
		at := time.Duration(0)
		for i := range rapid.IntRange(1, 25).Draw(rt, "moves") {
			at += time.Duration(rapid.IntRange(-500, 12_000).Draw(rt, "ms")) * time.Millisecond // clocks of machines go back, too
			k := c.After.Clock
			err := c.at(t, at, play.Command{Seat: events.First + events.Seat(i%2), Type: play.Move, Move: "1"})
			if late := c.start.Add(at).After(*k.Deadline); late != (err != nil) {
				rt.Fatalf("move %d after %v, deadline after %v: %v", i, at, k.Deadline.Sub(c.start), err)
			}
			if err != nil {
				break
			}
			k = c.After.Clock
			if k.First < 0 || k.Second < 0 || k.Running != c.After.Turn || k.Periods != nil && (k.Periods[0] < 1 || k.Periods[1] < 1) {
				rt.Fatalf("after move %d: %+v, turn %s", i, *k, c.After.Turn)
			}
		}
		c.fold(t, reg)
	})
}

// In virtual time: a seat that does not move is flagged at its deadline by
// whoever looks, once, and the flag stands in the log at that very time.
func TestFlags(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memlog.New(1)
		clock := func(c *play.Config) { c.Now = time.Now }
		a, _ := handler(t, log, clock)
		b, _ := handler(t, log, clock)
		cmd := create("nim", 1)
		cmd.Clock = json.RawMessage(`{"kind":"fischer","base":60000,"increment":1000}`)
		if _, err := a.Create(t.Context(), cmd); err != nil {
			t.Fatal(err)
		}
		if err := a.Flag(t.Context(), cmd.Game); err != nil {
			t.Fatal(err)
		}
		<-time.After(m + s)
		_, err := a.Do(t.Context(), take(cmd.Game, events.First, 1, 1))
		var refused *play.RefusedError
		if !errors.As(err, &refused) || refused.Code != play.CodeTime {
			t.Errorf("the late move: %v", err)
		}
		for _, h := range []*play.Handler{b, a, b} {
			if err := h.Flag(t.Context(), cmd.Game); err != nil {
				t.Errorf("flagging again: %v", err)
			}
		}
		es := stored(t, log, cmd.Game)
		last := es[len(es)-1]
		if len(es) != 2 || last.Type != events.TypeFlagged || last.By != events.System || last.Time.Sub(es[0].Time) != m {
			t.Fatalf("%d events; the last is %s by %s, %v after the first", len(es), last.Type, last.By, last.Time.Sub(es[0].Time))
		}
		if r := last.After.Result; r == nil || r.Winner != events.Second || r.Reason != "time" || last.After.Clock.First != 0 || last.After.Clock.Deadline != nil {
			t.Errorf("after the flag: %+v, %+v", r, last.After.Clock)
		}
		if _, err := play.Fold(registry(t), log.Read(t.Context(), cmd.Game, 0)); err != nil {
			t.Error(err)
		}
	})
}

// Time in which no server ran is nobody's; what had run out before stays so.
func TestDowntimeIsNotCharged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memlog.New(1)
		clock := func(c *play.Config) { c.Now = time.Now }
		h, _ := handler(t, log, clock)
		slow, quick := create("nim", 1), create("nim", 2)
		slow.Clock = json.RawMessage(`{"kind":"fischer","base":60000}`)
		quick.Clock = json.RawMessage(`{"kind":"fischer","base":5000}`)
		for _, cmd := range []play.Create{slow, quick} {
			if _, err := h.Create(t.Context(), cmd); err != nil {
				t.Fatal(err)
			}
		}
		<-time.After(20 * s)
		stopped := time.Now()
		<-time.After(time.Hour)
		h, _ = handler(t, log, clock)
		for range 2 { // twice is once
			for _, id := range []events.GameID{slow.Game, quick.Game} {
				if err := h.Resume(t.Context(), id, stopped, time.Now()); err != nil {
					t.Fatal(err)
				}
				if err := h.Flag(t.Context(), id); err != nil {
					t.Fatal(err)
				}
			}
		}
		<-time.After(39 * s)
		if _, err := h.Do(t.Context(), take(slow.Game, events.First, 1, 1)); err != nil {
			t.Errorf("40 s were left: %v", err)
		}
		es := stored(t, log, slow.Game)
		if len(es) != 3 || es[1].Type != events.TypeResumed || es[2].After.Clock.First != 1000 {
			t.Errorf("%d events, the second %s, first has %d ms", len(es), es[1].Type, es[len(es)-1].After.Clock.First)
		}
		es = stored(t, log, quick.Game)
		if len(es) != 2 || es[1].Type != events.TypeFlagged {
			t.Errorf("the game whose time was up before the stop: %d events, the last %s", len(es), es[len(es)-1].Type)
		}
		for _, id := range []events.GameID{slow.Game, quick.Game} {
			if _, err := play.Fold(registry(t), log.Read(t.Context(), id, 0)); err != nil {
				t.Error(err)
			}
		}
	})
}

func TestAbandonedGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, _ := handler(t, memlog.New(1), func(c *play.Config) { c.Now = time.Now })
		cmd := create("nim", 1)
		cmd.Abandon = 48 * time.Hour
		if _, err := h.Create(t.Context(), cmd); err != nil {
			t.Fatal(err)
		}
		claim := func(seat events.Seat, id int) error {
			_, err := h.Do(t.Context(), play.Command{Game: cmd.Game, ID: commandID(id), By: "p_left", Seat: seat, Type: play.Claim, What: play.ClaimAbandoned})
			return err
		}
		var refused *play.RefusedError
		<-time.After(47 * time.Hour)
		if err := claim(events.Second, 1); !errors.As(err, &refused) || refused.Code != play.CodeTooEarly {
			t.Errorf("after 47 hours: %v", err)
		}
		<-time.After(2 * time.Hour)
		if err := claim(events.First, 2); !errors.As(err, &refused) || refused.Code != play.CodeTooEarly {
			t.Errorf("by the seat on turn: %v", err)
		}
		if err := claim(events.Second, 3); err != nil {
			t.Errorf("after 49 hours: %v", err)
		}
		g, err := h.Game(t.Context(), cmd.Game)
		if err != nil || g.After.Result == nil || g.After.Result.Winner != events.Second || g.After.Result.Reason != "abandoned" {
			t.Errorf("%+v, %v", g.After.Result, err)
		}
	})
}
