package sim

import (
	"math"
	"time"

	"github.com/anishathalye/porcupine"

	"plylog/events"
)

// seen is what a client knows of a game's version from one answer.
type seen struct {
	kind outcome
	n    int
}

// versions is a game as its clients must see it: a number that every stored event
// raises by one. That an answer was n says that the call raised the number to n, or
// that it was raised before: the same command may have been sent twice.
var versions = porcupine.Model{
	Init: func() any { return 0 },
	Step: func(state, _, output any) (bool, any) {
		v, o := state.(int), output.(seen)
		switch o.kind {
		case acked:
			if v == o.n-1 {
				return true, o.n
			}
			return v >= o.n, v
		case absent:
			return v == 0, v
		default:
			return v == o.n, v
		}
	},
}

// mostChecked bounds the search for an order; a game that takes longer is reported.
const mostChecked = 30 * time.Second

// checkOrder looks for one order of all that clients did with a game in which every
// answer is right, and every call took effect between its beginning and its end.
func (w *world) checkOrder(f finding) {
	histories := make(map[events.GameID][]porcupine.Operation)
	known := make(map[events.CommandID]bool)
	at := make(map[events.CommandID]int)
	for _, list := range f.games {
		for _, e := range list {
			at[e.Command] = e.N
		}
	}
	add := func(game events.GameID, begin, end int64, s seen) {
		if end == 0 {
			end = math.MaxInt64
		}
		list := histories[game]
		histories[game] = append(list, porcupine.Operation{ClientId: len(list), Call: begin, Output: s, Return: end})
	}
	for _, o := range w.orders {
		for _, c := range o.calls {
			switch {
			case c.heard == read, c.heard == absent && o.table != nil && o.game == o.table.id && !o.many, c.heard == stale:
				add(o.game, c.begin, c.end, seen{c.heard, c.n})
			case o.many:
			case c.heard == acked:
				known[o.id] = true
				add(o.game, c.begin, c.end, seen{acked, c.n})
			case c.heard == unknown && at[o.id] > 0: // some time, even after all was over
				known[o.id] = true
				add(o.game, c.begin, 0, seen{acked, at[o.id]})
			}
		}
	}
	for _, id := range f.order {
		for _, e := range f.games[id] {
			if !known[e.Command] { // by the server, or with an id that follows from something else
				add(id, 0, 0, seen{acked, e.N})
			}
		}
	}
	for _, id := range f.order {
		w.seen[LinearChecked]++
		switch porcupine.CheckOperationsTimeout(versions, histories[id], mostChecked) {
		case porcupine.Illegal:
			w.wrongf("game %s: no order of what its clients did explains their answers", id)
		case porcupine.Unknown:
			w.wrongf("game %s: no order found within %v", id, mostChecked)
		}
	}
}
