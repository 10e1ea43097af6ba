package sim

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// outcome is what a client heard.
type outcome byte

const (
	unknown outcome = iota // nothing, or that nobody knows
	acked                  // the event is stored, as number n
	refused                // nothing is stored
	stale                  // refused, since the game was at n
	absent                 // refused, since there is no such game
	read                   // not a command: the log of the game had n events
)

// call is one sending of an order and what came of it.
type call struct {
	begin, end int64 // steps; end is 0 while nothing was heard
	heard      outcome
	n          int
}

// order is something that a client wants done once, however often it has to ask.
type order struct {
	id     events.CommandID
	game   events.GameID
	locks  []events.GameID
	run    func(ctx context.Context, h *play.Handler) (play.Answer, error)
	table  *table
	calls  []*call
	stored *events.Event // as it was acknowledged
	many   bool          // leads to more than one event, or to one under another id
	reused bool          // another order has the same id
	tries  int
	done   func(play.Answer) // called when it is acknowledged for the first time; nil: nothing is
}

// send sends an order to a node, if that has nothing under way with its games.
func (w *world) send(n *node, o *order) bool {
	if n.stopping || slices.ContainsFunc(o.locks, func(g events.GameID) bool { return n.busy[g] }) {
		return false
	}
	c := &call{begin: w.step}
	o.calls = append(o.calls, c)
	o.tries++
	w.commands++
	w.begin(n, o.locks, func(t *task) {
		a, err := o.run(t.ctx, n.handler)
		if t.dead {
			w.again(o)
			return
		}
		w.step++
		c.end = w.step
		w.hear(o, c, a, err)
	})
	return true
}

// again notes an order of which nobody knows what became.
func (w *world) again(o *order) {
	if !slices.Contains(w.open, o) {
		w.open = append(w.open, o)
	}
}

// hear takes what a client heard.
func (w *world) hear(o *order, c *call, a play.Answer, err error) {
	var late *play.StaleError
	var illegal *engines.IllegalError
	var no *play.RefusedError
	var option *engines.BadOptionError
	var partly *play.ImportError
	switch {
	case err == nil:
		c.heard = acked
		w.took(o, c, a)
		return
	case errors.As(err, &partly):
		w.seen[ImportedInPart]++
		c.heard = acked
		w.took(o, c, a)
		return
	case errors.Is(err, play.ErrUnavailable):
		c.end = 0
		w.again(o)
		if errors.Is(err, context.Canceled) {
			w.seen[Cancelled]++
		} else {
			w.seen[GaveUp]++
		}
		return
	case errors.As(err, &late):
		w.seen[RefusedStale]++
		c.heard, c.n = stale, late.Have
	case errors.As(err, &illegal):
		w.seen[RefusedIllegal]++
		c.heard = refused
	case errors.As(err, &no):
		if no.Code == play.CodeTime {
			w.seen[RefusedTime]++
		} else {
			w.seen[RefusedState]++
		}
		c.heard = refused
	case errors.Is(err, play.ErrKeyReused):
		w.seen[Reused]++
		c.heard = refused
		if !o.reused {
			w.wrongf("game %s: command %s was sent once, and is said to have been used before", o.game, o.id)
		}
	case errors.Is(err, play.ErrNoGame):
		c.heard = absent
	case errors.Is(err, play.ErrConflict):
		w.seen[LostRace]++
		c.heard = refused
		w.again(o)
	case errors.Is(err, play.ErrDamaged):
		w.wrongf("game %s is called damaged: %v", o.game, err)
	case errors.As(err, &option):
		w.wrongf("game %s: %v", o.game, err)
	default: // reading failed before anything was sent, or the log was closed
		c.heard = refused
		w.again(o)
	}
	if o.table != nil {
		o.table.doubt = true
	}
}

// took takes an acknowledgement.
func (w *world) took(o *order, c *call, a play.Answer) {
	first := o.stored == nil
	if o.many {
		if first {
			o.stored = &events.Event{}
		}
	} else {
		e := a.Event
		c.n = e.N
		if e.Command != o.id || e.Game != o.game {
			w.wrongf("game %s: command %s is answered with event %d of game %s, which is of command %s", o.game, o.id, e.N, e.Game, e.Command)
		}
		if !first && !bytes.Equal(o.stored.Raw, e.Raw) {
			w.wrongf("game %s: command %s is event %d, and then event %d", o.game, o.id, o.stored.N, e.N)
		}
		o.stored = e
	}
	if a.Replayed {
		w.seen[Replayed]++
	}
	if t := o.table; t != nil && a.Game != nil && a.Game.ID == t.id && (t.view == nil || t.view.N < a.Game.N) {
		t.view = a.Game
	}
	if first && o.done != nil {
		o.done(a)
	}
}
