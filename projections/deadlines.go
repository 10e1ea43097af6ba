package projections

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plylog/events"
)

// Deadlines is the projection of the games whose time runs. Somebody has to end
// a game when its time is up: Run says when.
type Deadlines struct {
	grace  int64 // milliseconds
	logger *slog.Logger

	mu      sync.Mutex
	alarms  *alarms
	look    int64         // when Run looks again, unless it is woken; Unix milliseconds
	wake    chan struct{} // something is due earlier
	running atomic.Bool
}

const (
	// past is how many milliseconds behind its deadline a game's time is up.
	past = 1
	// firing is how many games are fired at a time.
	firing = 16
	// mostSleep bounds how long Run trusts a timer: the clock that deadlines are
	// told by may be set, or go on while the machine sleeps.
	mostSleep = 10 * time.Second
	// fired stands for when an alarm is due that is being fired.
	fired = math.MaxInt64
)

// pause is how long a game that was fired so often is left alone, whatever came
// of it: what was stored still has to be applied here.
func pause(tries uint8) time.Duration {
	return min(time.Second<<min(tries-1, 6), mostPause)
}

const mostPause = time.Minute

func newDeadlines(cfg *Config) *Deadlines {
	return &Deadlines{
		grace: cfg.Grace.Milliseconds(), logger: cfg.Logger, alarms: newAlarms(), look: math.MinInt64, wake: make(chan struct{}, 1),
	}
}

// Name implements Projection.
func (*Deadlines) Name() string { return "deadlines" }

// Apply implements Projection.
func (d *Deadlines) Apply(e *events.Event) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	k := e.After.Clock
	if e.Over() || k == nil || k.Deadline == nil {
		d.alarms.drop(e.Game)
		return nil
	}
	up := k.Deadline.UnixMilli()
	due := d.due(up)
	switch a := d.alarms.get(e.Game); {
	case a == nil:
		d.alarms.put(alarm{game: e.Game, deadline: up, due: due})
	case a.deadline == up:
		return nil
	default:
		a.deadline, a.tries = up, 0
		d.alarms.move(a, due)
	}
	d.hurry(due)
	return nil
}

// due is when a game with a deadline is fired first.
func (d *Deadlines) due(deadline int64) int64 { return deadline + past + d.grace }

// Damage implements Projection: nobody can end a damaged game.
func (d *Deadlines) Damage(game events.GameID, _ int, _ error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.alarms.drop(game)
}

// Running returns the games whose time runs, the earliest deadline first.
func (d *Deadlines) Running() []events.GameID {
	d.mu.Lock()
	list := make([]alarm, 0, len(d.alarms.heap))
	d.alarms.all(func(a *alarm) { list = append(list, *a) })
	d.mu.Unlock()
	slices.SortFunc(list, func(a, b alarm) int {
		return cmp.Or(cmp.Compare(a.deadline, b.deadline), slices.Compare(a.game[:], b.game[:]))
	})
	games := make([]events.GameID, len(list))
	for i := range list {
		games[i] = list[i].game
	}
	return games
}

// Run calls fire with every game whose deadline has passed by now, the clock
// that deadlines are told by, until ctx ends; then it waits for the calls under
// way and returns nil. Several games are fired at a time, one game not twice at
// a time. A game is fired again, less and less often, until an event that ends
// it or moves its deadline is applied: whether fire failed, or found that there
// was nothing to do, or somebody else did it. To be called when the Runner is
// ready, or games that are long over will be fired. Error: ErrRunning.
func (d *Deadlines) Run(ctx context.Context, now func() time.Time, fire func(context.Context, events.GameID) error) error {
	if d.running.Swap(true) {
		return ErrRunning
	}
	defer d.running.Store(false)
	var work sync.WaitGroup
	defer work.Wait()
	slots := make(chan struct{}, firing)
	timer := time.NewTimer(0)
	defer timer.Stop()
	last := int64(math.MinInt64)
	for {
		at := now().UnixMilli()
		if at < last {
			d.setBack(at)
		}
		last = at
		if sleep := d.sleep(at); sleep > 0 {
			timer.Reset(sleep)
			select {
			case <-timer.C:
			case <-d.wake:
			case <-ctx.Done():
				return nil
			}
			continue
		}
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
			return nil
		}
		a, ok := d.take(at)
		if !ok { // it moved on meanwhile
			<-slots
			continue
		}
		work.Go(func() {
			err := fire(ctx, a.game)
			<-slots
			d.wait(&a, now().UnixMilli())
			if err != nil && ctx.Err() == nil {
				d.logger.WarnContext(ctx, "a game whose time is up was not ended", "game", a.game, "again", pause(a.tries), "err", err)
			}
		})
	}
}

// sleep returns how long there is nothing to do, and notes when Run looks again.
func (d *Deadlines) sleep(at int64) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.look = at + mostSleep.Milliseconds()
	if a := d.alarms.first(); a != nil {
		d.look = min(d.look, a.due)
	}
	return time.Duration(d.look-at) * time.Millisecond
}

// hurry wakes Run where something is due before it looks again.
func (d *Deadlines) hurry(due int64) {
	if due >= d.look {
		return
	}
	d.look = due
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// take returns a game that is due, to be fired.
func (d *Deadlines) take(at int64) (alarm, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	a := d.alarms.first()
	if a == nil || a.due > at {
		return alarm{}, false
	}
	a.tries = min(a.tries+1, math.MaxUint8-1)
	taken := *a
	d.alarms.move(a, fired)
	return taken, true
}

// wait leaves a game that was fired alone for a while, unless it got another
// deadline meanwhile.
func (d *Deadlines) wait(taken *alarm, at int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if a := d.alarms.get(taken.game); a != nil && a.due == fired && a.deadline == taken.deadline {
		due := at + pause(a.tries).Milliseconds()
		d.alarms.move(a, due)
		d.hurry(due)
	}
}

// setBack shortens pauses to what they can be at most from now on: the clock was
// set back, and they were counted by it.
func (d *Deadlines) setBack(at int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.alarms.all(func(a *alarm) {
		if a.tries > 0 && a.due != fired {
			a.due = min(a.due, max(d.due(a.deadline), at+pause(a.tries).Milliseconds()))
		}
	})
	d.alarms.order()
}
