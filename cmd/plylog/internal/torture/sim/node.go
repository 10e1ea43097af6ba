package sim

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"plylog/events"
	"plylog/events/play"
)

// node is a process that takes commands, with a memory and a clock of its own.
type node struct {
	handler  *play.Handler
	door     *door
	skew     time.Duration // what its clock is wrong by
	busy     map[events.GameID]bool
	stopping bool
	folder   string   // of its snapshots; empty: it has none
	kept     *keeping // nil: it has none
}

// door is the log as one node has it: it can be closed.
type door struct {
	events.Log
	closed bool
}

// Append implements events.Log.
func (d *door) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	if d.closed {
		return 0, events.ErrClosed
	}
	return d.Log.Append(ctx, after, e)
}

// start gives a node a new process, which knows nothing.
func (w *world) start(n *node) {
	n.door = &door{Log: w.cfg.Plant.into(w)}
	n.busy, n.stopping = make(map[events.GameID]bool), false
	var snapshots play.Snapshots
	if n.kept = nil; n.folder != "" {
		n.kept = w.keep(n)
		snapshots = n.kept
	}
	h, err := play.NewHandler(play.Config{
		Log: n.door, Snapshots: snapshots, Observer: w, Registry: w.reg, Secret: secret, Games: 8, Pause: pause,
		Now:    func() time.Time { return w.now.Add(n.skew) },
		Logger: slog.New(slog.DiscardHandler), Resolve: 24 * time.Hour,
	})
	if err != nil {
		w.fault("making a handler: %v", err)
	}
	n.handler = h
}

// crash ends a node where it stands, and starts it again.
func (w *world) crash(n *node) {
	idle := true
	for _, t := range slices.Clone(w.tasks) {
		if t.node != n {
			continue
		}
		idle = false
		w.seen[[...]Moment{CrashedBeforeAppend, CrashedAfterAppend, CrashedInRead, CrashedInPause}[t.at]]++
		t.on.stop()
		w.end(t)
	}
	if idle {
		w.seen[CrashedIdle]++
	}
	w.start(n)
}

// shut stops a node in order: what is under way ends, what comes is refused, and
// later, when it is there again, nobody is charged the time in between.
func (w *world) shut(n *node) {
	n.stopping = true
	for _, t := range slices.Clone(w.tasks) {
		for t.node == n && slices.Contains(w.tasks, t) {
			w.goOn(t)
		}
	}
	n.door.closed = true
	if tb := w.anyTable(); tb != nil && tb.view != nil {
		cmd, ok := w.turn(tb)
		if _, err := n.handler.Do(context.Background(), cmd); ok && errors.Is(err, events.ErrClosed) {
			w.seen[RefusedClosed]++
		}
	}
	w.seen[StoppedInOrder]++
	stopped := w.now
	w.now = w.now.Add(time.Duration(w.rng.IntN(120)) * time.Second)
	started := w.now.Add(time.Duration(w.rng.IntN(40)-20) * time.Second) // by a clock that may have been set meanwhile
	w.start(n)
	for _, tb := range w.tables {
		if tb.view == nil || tb.view.Over() || tb.view.After.Clock == nil {
			continue
		}
		w.begin(n, []events.GameID{tb.id}, func(t *task) {
			err := n.handler.Resume(t.ctx, tb.id, stopped, started)
			w.system("resuming", tb.id, t, err)
		})
	}
}

// system looks at how an event of the server's own ended.
func (w *world) system(what string, game events.GameID, t *task, err error) {
	if err == nil || t.dead || errors.Is(err, play.ErrUnavailable) || errors.Is(err, play.ErrNoGame) ||
		errors.Is(err, errBroken) || errors.Is(err, context.Canceled) {
		return
	}
	w.wrongf("%s game %s: %v", what, game, err)
}

var secret = []byte("what all dice of the simulation follow from")

// wrongf notes what must not be.
func (w *world) wrongf(format string, args ...any) {
	if len(w.wrong) < 20 {
		w.wrong = append(w.wrong, fmt.Sprintf(format, args...))
	}
}

// fault notes what the simulation itself could not do.
func (w *world) fault(format string, args ...any) { w.wrongf("simulation: "+format, args...) }

// Retried implements play.Observer.
func (w *world) Retried(string) {}

// Read implements play.Observer.
func (w *world) Read(why string) {
	if why == "behind" {
		w.seen[ReadBehind]++
	}
}

// Damaged implements play.Observer.
func (w *world) Damaged(game events.GameID, err error) { w.wrongf("game %s is closed: %v", game, err) }
