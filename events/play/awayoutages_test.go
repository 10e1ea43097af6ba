package play_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// rough is a log that nobody can be sure of.
type rough struct {
	steady func() error
	lately func() ([]play.Outage, error)
}

// Lately implements play.Outages.
func (r *rough) Lately(context.Context, events.GameID) ([]play.Outage, error) { return r.lately() }

// Steady implements play.Outages.
func (r *rough) Steady(context.Context, events.GameID) error { return r.steady() }

// roughly makes a node that tells the time by at, on a log that is steady.
func roughly(t *testing.T, log events.Log, at *time.Time) (*play.Handler, *rough) {
	t.Helper()
	r := &rough{steady: func() error { return nil }, lately: func() ([]play.Outage, error) { return nil, nil }}
	h, _ := handler(t, log, func(c *play.Config) {
		c.Now = func() time.Time { return *at }
		c.Outages, c.Resolve = r, time.Millisecond
		c.Pause = func(ctx context.Context, _ int) error { return ctx.Err() }
	})
	return h, r
}

// A move that came in time and waits is not overtaken by the flag, nor by whoever claims
// it, be it with a command of their own: not while the log is not steady.
func TestFlagsWaitForMovesInTime(t *testing.T) {
	log, at := memlog.New(1), now
	one, _ := roughly(t, log, &at)
	two, sky := roughly(t, log, &at)
	cmd := create("nim", 1)
	cmd.Clock = []byte(`{"kind":"fischer","base":10000}`)
	if _, err := one.Create(t.Context(), cmd); err != nil {
		t.Fatal(err)
	}
	at = now.Add(11 * time.Second)
	sky.steady = func() error { return events.ErrAway }
	if err := two.Flag(t.Context(), cmd.Game); err != nil || len(stored(t, log, cmd.Game)) != 1 {
		t.Fatalf("a flag in a log that is not steady: %v, %d events", err, len(stored(t, log, cmd.Game)))
	}
	resign := play.Command{Game: cmd.Game, ID: commandID(7), By: "p_right", Seat: events.Second, Type: play.Resign}
	tried := 0
	sky.steady = func() error { // what waited comes through
		if tried++; tried < 3 {
			return events.ErrAway
		}
		at = now.Add(9 * time.Second)
		_, err := one.Do(t.Context(), take(cmd.Game, events.First, 1, 1))
		at = now.Add(12 * time.Second)
		return err
	}
	if _, err := two.Do(t.Context(), resign); err != nil {
		t.Errorf("the command behind the move: %v", err)
	}
	list := stored(t, log, cmd.Game)
	if tried != 3 || len(list) != 3 || list[1].Type != events.TypeMoved || list[2].Type != events.TypeResigned {
		t.Errorf("after %d tries the game has %d events, the last is %s", tried, len(list), list[len(list)-1].Type)
	}
}

// A command that could not be stored because the log was away was received when it came
// first: the same again, at the same node and soon, is not late by that.
func TestReceiptOutlivesAnOutage(t *testing.T) {
	for _, c := range []struct {
		name  string
		later time.Duration
		again play.Command
		code  string
	}{
		{"again", 20 * time.Second, take(gameID(1), events.First, 1, 1), ""},
		{"much later", 40 * time.Second, take(gameID(1), events.First, 1, 1), play.CodeTime},
		{"under another id", 20 * time.Second, take(gameID(1), events.First, 1, 2), play.CodeTime},
		{"another move under the same id", 20 * time.Second, take(gameID(1), events.First, 2, 1), play.CodeTime},
	} {
		t.Run(c.name, func(t *testing.T) {
			at := now
			h, sky := roughly(t, memlog.New(1), &at)
			cmd := create("nim", 1)
			cmd.Clock = []byte(`{"kind":"fischer","base":10000}`)
			if _, err := h.Create(t.Context(), cmd); err != nil {
				t.Fatal(err)
			}
			at = now.Add(9 * time.Second)
			sky.lately = func() ([]play.Outage, error) { return nil, events.ErrAway }
			if _, err := h.Do(t.Context(), take(cmd.Game, events.First, 1, 1)); !errors.Is(err, events.ErrAway) {
				t.Fatalf("while the log is away: %v", err)
			}
			at = at.Add(c.later)
			sky.lately = func() ([]play.Outage, error) { return nil, nil }
			a, err := h.Do(t.Context(), c.again)
			var refused *play.RefusedError
			switch {
			case c.code == "" && (err != nil || a.Event.After.Clock.First != 1000):
				t.Errorf("%v", err)
			case c.code != "" && (!errors.As(err, &refused) || refused.Code != c.code):
				t.Errorf("%v, want %s", err, c.code)
			}
		})
	}
}
