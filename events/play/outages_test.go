package play_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/engines"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// weather is when nobody could move, and what time it is.
type weather struct {
	now     time.Time
	outages []play.Outage
}

// over is how much of a time was an outage.
func (w *weather) over(from, to time.Time) (sum time.Duration) {
	for _, o := range w.outages {
		a, b := o.From, o.To
		if a.Before(from) {
			a = from
		}
		if b.After(to) {
			b = to
		}
		sum += max(b.Sub(a), 0)
	}
	return sum
}

// window is how one node sees the weather: beginnings and ends a little later than they
// are. While it waits for an outage to end others do what they do.
type window struct {
	*weather
	late      time.Duration
	meanwhile func()
}

func (w *window) seen() (list []play.Outage) {
	for _, o := range w.outages {
		if o = (play.Outage{From: o.From.Add(w.late / 2), To: o.To.Add(w.late)}); !w.now.Before(o.To) {
			list = append(list, o)
		}
	}
	return list
}

// during returns when the outage ends that there is now, as far as it is seen.
func (w *window) during() (end time.Time, ok bool) {
	for _, o := range w.outages {
		if end = o.To.Add(w.late); !w.now.Before(o.From) && w.now.Before(end) {
			return end, true
		}
	}
	return end, false
}

// Lately implements play.Outages.
func (w *window) Lately(context.Context, events.GameID) ([]play.Outage, error) {
	if end, ok := w.during(); ok {
		w.meanwhile()
		if w.now.Before(end) {
			w.now = end
		}
		w.meanwhile()
	}
	return w.seen(), nil
}

// Steady implements play.Outages. An outage ended a while ago.
func (w *window) Steady(context.Context, events.GameID) error {
	for _, o := range w.outages {
		if !w.now.Before(o.From) && w.now.Before(o.To.Add(5*time.Second)) {
			return events.ErrAway
		}
	}
	return nil
}

// Two nodes keep the time of a game whose log is away now and then. Whoever needed less
// than their time but for the outages has not lost, whoever needed more has; and what was
// given back was an outage, once.
func TestOutagesAreNobodysTime(t *testing.T) {
	reg := registry(t, four()...)
	rapid.Check(t, func(rt *rapid.T) {
		const base, slack = 30 * time.Second, 3 * time.Second
		sky := &weather{now: now}
		for at, n := now, rapid.IntRange(0, 5).Draw(rt, "outages"); n > 0; n-- {
			at = at.Add(time.Duration(rapid.IntRange(3, 30).Draw(rt, "calm")) * time.Second)
			end := at.Add(time.Duration(rapid.IntRange(4, 30).Draw(rt, "outage")) * time.Second)
			sky.outages = append(sky.outages, play.Outage{From: at, To: end})
			at = end
		}
		log := memlog.New(1)
		var nodes []*play.Handler
		cmd := create("reversi", 1)
		cmd.Clock = []byte(fmt.Sprintf(`{"kind":"fischer","base":%d}`, base.Milliseconds()))
		windows := []*window{{weather: sky}, {weather: sky, late: time.Duration(rapid.IntRange(0, 1000).Draw(rt, "later")) * time.Millisecond}}
		keeps := func(node int) {
			h := nodes[node]
			if rapid.Bool().Draw(rt, "flags") {
				if err := h.Flag(t.Context(), cmd.Game); err != nil {
					rt.Fatal(err)
				}
				return
			}
			for _, o := range windows[node].seen() {
				if err := h.Resume(t.Context(), cmd.Game, o.From, o.To); err != nil {
					rt.Fatal(err)
				}
			}
		}
		nested := false
		for i, w := range windows {
			h, _ := handler(t, log, func(c *play.Config) {
				c.Registry, c.Outages, c.Now = reg, w, func() time.Time { return sky.now }
				c.Pause = func(context.Context, int) error { sky.now = sky.now.Add(500 * time.Millisecond); return nil }
			})
			nodes = append(nodes, h)
			w.meanwhile = func() {
				if !nested && rapid.Bool().Draw(rt, "meanwhile") {
					nested = true
					keeps(1 - i)
					nested = false
				}
			}
		}
		a, err := nodes[0].Create(t.Context(), cmd)
		if err != nil {
			rt.Fatal(err)
		}
		game, used := a.Game, map[events.Seat]time.Duration{}
		begun := sky.now // of the turn
		for n := rapid.IntRange(1, 30).Draw(rt, "steps"); n > 0; n-- {
			sky.now = sky.now.Add(time.Duration(rapid.IntRange(0, 20).Draw(rt, "pause"))*time.Second + 7*time.Millisecond)
			node := rapid.IntRange(0, 1).Draw(rt, "node")
			if rapid.IntRange(0, 2).Draw(rt, "moves") == 0 {
				if _, away := windows[node].during(); away {
					continue
				}
				keeps(node)
				list := stored(t, log, cmd.Game)
				turn := used[game.Position().Turn()] + sky.now.Sub(begun) - sky.over(begun, sky.now)
				if list[len(list)-1].Over() && turn < base-slack {
					rt.Fatalf("%s had used %v, and was flagged", game.Position().Turn(), turn)
				}
				continue
			}
			seat, sent := game.Position().Turn(), sky.now
			turn := used[seat] + sent.Sub(begun) - sky.over(begun, sent)
			a, err := nodes[node].Do(t.Context(), play.Command{
				Game: cmd.Game, ID: commandID(n), By: "p_left", Seat: seat, Type: play.Move, Move: string(game.Position().Choices(seat)[0].Move),
			})
			var refused *play.RefusedError
			switch {
			case errors.As(err, &refused) && (refused.Code == play.CodeTime || refused.Code == play.CodeOver):
				if turn < base-slack {
					rt.Fatalf("%s had used %v, and has lost: %v", seat, turn, err)
				}
				n = 1
				continue
			case err != nil:
				rt.Fatal(err)
			case turn > base+slack:
				rt.Fatalf("%s has used %v, and moves", seat, turn)
			}
			game, used[seat], begun = a.Game, turn, sent
			if game.Over() {
				break
			}
		}
		isOnce(rt, reg, stored(t, log, cmd.Game), windows)
	})
}

// isOnce holds what was given back against what the nodes saw: it is an outage, no
// outage twice, and the events are those of a game.
func isOnce(rt *rapid.T, reg *engines.Registry, list []*events.Event, windows []*window) {
	given := make(map[int]bool)
	for _, e := range list {
		r, ok := e.Data.(*events.Resumed)
		if !ok {
			continue
		}
		at := -1
		for _, w := range windows {
			at = max(at, slices.IndexFunc(w.outages, func(o play.Outage) bool {
				return o.From.Add(w.late/2).Truncate(time.Millisecond).Equal(r.Stopped) && o.To.Add(w.late).Truncate(time.Millisecond).Equal(r.Started)
			}))
		}
		if at < 0 || given[at] {
			rt.Fatalf("event %d gives back %s to %s, which is no outage or was given back", e.N, r.Stopped, r.Started)
		}
		given[at] = true
	}
	if _, err := play.Fold(reg, func(yield func(*events.Event, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}); err != nil {
		rt.Fatal(err)
	}
}
