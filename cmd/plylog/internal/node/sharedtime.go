package node

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plylog/cmd/plylog/internal/outage"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/play"
)

// Where several nodes share a log, the time in which nobody could move is what all of
// them say it is. Every node gives it back before it decides anything in a game; one of
// them, whoever holds the lease, gives it back to all other games at once.

const (
	// clocksTask is the lease, and how far it has come is until when, in Unix
	// milliseconds, nobody lacks any time: whoever is started next begins there, and so
	// finds an outage again that nodes had found and did not live to give back.
	clocksTask  = "clocks"
	noteEvery   = 250 * time.Millisecond
	notePause   = 250 * time.Millisecond // before the note is asked for again
	secondSweep = 3 * time.Second        // after which those sweep too who do not hold the lease
	sweepPause  = 2 * time.Second        // before what could not be given back is tried again
	mostSweeps  = 5
	mostFound   = 1024 // outages that wait to be swept
)

// sharedTime is what nodes share of time.
type sharedTime struct {
	leases *jetlog.Leases
	watch  *outage.Watch
	shards int
	shard  func(events.GameID) int
	found  chan found
	begun  chan struct{} // the watch knows since when nobody served
	holds  atomic.Bool   // the lease
	logger *slog.Logger
}

// found is an outage of a shard.
type found struct {
	shard int
	play.Outage
	given func() // it was given back, or is not any more
}

func newSharedTime(log *store, leases *jetlog.Leases, logger *slog.Logger) (*sharedTime, error) {
	t := &sharedTime{leases: leases, shards: log.Shards(), shard: log.Shard, found: make(chan found, mostFound), begun: make(chan struct{}), logger: logger}
	t.watch = outage.New(outage.Config{
		Shards: t.shards, Shard: t.shard, Leads: log.hot.Leads, Tell: log.hot.Tell, Found: t.find, Logger: logger,
	})
	if err := log.hot.Hear(t.watch.Hear); err != nil {
		return nil, err
	}
	log.answers.watch.Store(t.watch)
	return t, nil
}

// answers passes on to a watch that events are stored.
type answers struct{ watch atomic.Pointer[outage.Watch] }

// beside lets a watch hear too what an observer is told.
func (a *answers) beside(written func(int, int, time.Duration)) func(int, int, time.Duration) {
	return func(shard, appends int, took time.Duration) {
		if written != nil {
			written(shard, appends, took)
		}
		if w := a.watch.Load(); w != nil {
			w.Answered(shard)
		}
	}
}

func (t *sharedTime) find(shard int, o play.Outage, given func()) {
	t.logger.Warn("nobody could move", "shard", shard, "from", o.From, "for", o.To.Sub(o.From).Round(time.Millisecond))
	select {
	case t.found <- found{shard, o, given}:
	default: // every game is given it back before anything is decided in it
		given()
	}
}

// look looks for outages until ctx ends.
func (t *sharedTime) look(ctx context.Context) {
	since, err := t.leases.Reached(ctx, clocksTask)
	for end := time.Now().Add(clusterStart); err != nil && ctx.Err() == nil && time.Now().Before(end); since, err = t.leases.Reached(ctx, clocksTask) {
		select {
		case <-time.After(notePause):
		case <-ctx.Done():
		}
	}
	if err != nil {
		t.logger.Warn("when a node last ran is not known; the time since is charged", "err", err)
	}
	var from time.Time
	if since > 0 {
		from = time.UnixMilli(int64(since))
	}
	t.watch.Begin(from)
	close(t.begun)
	t.watch.Run(ctx)
}

// of keeps the games of a shard, in place.
func (t *sharedTime) of(shard int, games []events.GameID) []events.GameID {
	return slices.DeleteFunc(games, func(id events.GameID) bool { return t.shard(id) != shard })
}

// sweep gives outages back to all games whose time runs, as they are found, until ctx
// ends. Whoever does not hold the lease comes later, for where nobody does: what was
// given back by then is not read again.
func (k *timekeeper) sweep(ctx context.Context) {
	var work sync.WaitGroup
	defer work.Wait()
	for {
		select {
		case f := <-k.shared.found:
			work.Go(func() { k.sweepOne(ctx, f) })
		case <-ctx.Done():
			return
		}
	}
}

func (k *timekeeper) sweepOne(ctx context.Context, f found) {
	pause := secondSweep
	if k.shared.holds.Load() {
		pause = 0
	}
	for range mostSweeps {
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
		err := k.giveBack(ctx, f.Outage, k.shared.of(f.shard, k.views.Deadlines.Running()))
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			break
		}
		k.logger.Warn("not every clock was put right; that comes before the next move", "shard", f.shard, "again", sweepPause, "err", err)
		pause = sweepPause
	}
	f.given()
}

// pulse notes how long all was well, where this node holds the lease, until ctx ends.
func (t *sharedTime) pulse(ctx context.Context) {
	err := t.leases.Hold(ctx, clocksTask, 0, func(ctx context.Context, _ uint64, reached func(uint64)) error {
		t.holds.Store(true)
		defer t.holds.Store(false)
		tick := time.NewTicker(noteEvery)
		defer tick.Stop()
		for {
			if at := t.watch.Whole(); !at.IsZero() {
				reached(uint64(at.UnixMilli()))
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			select {
			case <-tick.C:
			case <-ctx.Done():
			}
		}
	})
	if ctx.Err() == nil {
		t.logger.Warn("nobody notes how long all is well", "err", err)
	}
}
