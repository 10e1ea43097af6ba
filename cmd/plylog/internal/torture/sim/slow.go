package sim

import (
	"plylog/events"
	"plylog/events/play"
)

// slow is a task that is held back before its appends for as long as its game does
// not go on without it, so that it loses one race after the other.
type slow struct {
	task  *task
	table *table
	until int64 // step
	n     int   // version of the game when the task last went on
}

// late lets a player resign on a slow node, which the rules allow at any time.
func (w *world) late(n *node) {
	long := map[string]bool{"reversi": true, "checkers": true, "baghchal": true}
	for _, t := range w.tables {
		if t.view == nil || t.view.Over() || t.view.Open() || t.view.N > 20 || !long[t.view.Engine.Name()] || n.busy[t.id] || n.stopping {
			continue
		}
		before := len(w.tasks)
		w.send(n, w.do(t, play.Command{Game: t.id, ID: w.newID("command"), Type: play.Resign, Seat: events.First, By: t.view.Player(events.First)}))
		if len(w.tasks) > before {
			w.slow = slow{task: w.tasks[before], table: t, until: w.step + 1500, n: t.view.N}
		}
		return
	}
}

// holds tells whether a task is held back.
func (w *world) holds(t *task) bool {
	if t != w.slow.task || t.at != beforeAppend || w.step > w.slow.until {
		return false
	}
	n := w.slow.table.view.N
	if n <= w.slow.n {
		return true
	}
	w.slow.n = n
	return false
}
