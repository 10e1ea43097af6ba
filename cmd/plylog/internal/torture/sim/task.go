package sim

import (
	"context"
	"errors"
	"iter"
	"slices"

	"plylog/events"
	"plylog/events/memlog"
)

// point is where a task rests.
type point int

const (
	beforeAppend point = iota
	afterAppend
	inRead
	inPause
	done // it has come to its end
)

// task is something that a node does for somebody: a coroutine that rests wherever
// it meets the log. A crash ends it where it rests.
type task struct {
	node   *node
	locks  []events.GameID // of its node, as long as it is under way
	ctx    context.Context
	cancel context.CancelFunc
	on     *routine
	at     point
	dead   bool // its node crashed
}

// routine is a coroutine that does one task after the other: its stack has grown then.
type routine struct {
	next  func() (point, bool)
	stop  func()
	yield func(point) bool
	do    func() // the task
}

// routine returns a coroutine that is to do a task.
func (w *world) routine(do func()) *routine {
	if n := len(w.free); n > 0 {
		r := w.free[n-1]
		w.free = w.free[:n-1]
		r.do = do
		return r
	}
	r := &routine{do: do}
	r.next, r.stop = iter.Pull(func(yield func(point) bool) {
		alive := true
		r.yield = func(at point) bool {
			alive = alive && yield(at)
			return alive
		}
		for alive {
			r.do()
			r.yield(done)
		}
	})
	return r
}

var (
	errCrashed = errors.New("the node has crashed")
	errBroken  = errors.New("the connection broke")
)

type taskKey struct{}

func taskOf(ctx context.Context) *task {
	t, _ := ctx.Value(taskKey{}).(*task)
	return t
}

// rest lets others go on; false if there is no coming back.
func (t *task) rest(at point) bool {
	if t.dead {
		return false
	}
	if !t.on.yield(at) {
		t.dead = true
		t.cancel()
	}
	return !t.dead
}

// begin starts a task on a node that has nothing else under way with those games,
// and lets it go on to where it rests first.
func (w *world) begin(n *node, locks []events.GameID, do func(t *task)) {
	t := &task{node: n, locks: locks}
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), taskKey{}, t))
	t.ctx, t.cancel = ctx, cancel
	t.on = w.routine(func() { do(t) })
	for _, g := range locks {
		n.busy[g] = true
	}
	w.tasks = append(w.tasks, t)
	w.goOn(t)
}

// goOn lets a task go on to where it rests next.
func (w *world) goOn(t *task) {
	if t.at, _ = t.on.next(); t.at == done {
		w.free = append(w.free, t.on)
		w.end(t)
	}
}

// stopFree ends the coroutines that have nothing to do.
func (w *world) stopFree() {
	for _, r := range w.free {
		r.stop()
	}
	w.free = nil
}

func (w *world) end(t *task) {
	t.cancel()
	for _, g := range t.locks {
		delete(t.node.busy, g)
	}
	i := slices.Index(w.tasks, t)
	w.tasks = append(w.tasks[:i], w.tasks[i+1:]...)
}

// onAppend decides what becomes of an append.
func (w *world) onAppend(ctx context.Context, _ *events.Event) memlog.Fate {
	t := taskOf(ctx)
	if t == nil {
		return memlog.Keep
	}
	if !t.rest(beforeAppend) {
		return memlog.Lose
	}
	if w.calm || t == w.slow.task {
		return memlog.Keep
	}
	if w.step < w.outage {
		w.seen[LostAppend]++
		return memlog.Lose
	}
	switch r := w.rng.IntN(100); {
	case r < 3:
		w.seen[LostAppend]++
		return memlog.Lose
	case r < 6:
		w.seen[KeptUnanswered]++
		return memlog.KeepSilently
	case r < 10:
		return memlog.Late
	case r < 11:
		return memlog.Twice
	}
	return memlog.Keep
}

// onAnswer lets others go on between storing an event and hearing of it.
func (w *world) onAnswer(ctx context.Context, _ *events.Event, _ uint64, err error) error {
	t := taskOf(ctx)
	switch {
	case t == nil:
		return nil
	case !t.rest(afterAppend):
		return errCrashed
	case ctx.Err() != nil:
		if err == nil {
			w.seen[CancelledButStored]++
		}
		return ctx.Err()
	case err == nil:
		w.seen[StoredAtOnce]++
	default:
		w.seen[OtherNodeFirst]++
	}
	return nil
}

// onYield lets readings rest, and breaks some.
func (w *world) onYield(ctx context.Context, e *events.Event) error {
	t := taskOf(ctx)
	if t == nil {
		return nil
	}
	if t.dead {
		return errCrashed
	}
	if e.N == 1 {
		w.seen[ReadCold]++
	}
	switch r := w.rng.IntN(256); {
	case r < 24 && !t.rest(inRead):
		return errCrashed
	case r == 255 && !w.calm:
		w.seen[ReadFailed]++
		return errBroken
	}
	return nil
}

// pause is the pause of every handler.
func pause(ctx context.Context, _ int) error {
	if t := taskOf(ctx); t != nil && !t.rest(inPause) {
		return errCrashed
	}
	return ctx.Err()
}
