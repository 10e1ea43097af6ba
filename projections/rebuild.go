package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"plylog/events"
)

// Rebuild folds the whole log into a fresh Set, while the served one goes on,
// and compares every game with what is served, byte for byte and at the version
// that is served. A game that has moved on meanwhile is folded by itself up to
// where it is served. What was served wrongly from memory is dropped there, so
// that it is folded again when somebody asks. served may be nil: then the log
// alone is checked.
//
// An error means that the work was not finished: the context ended or the log
// does not answer. What was found wrong is in the Report.
func Rebuild(ctx context.Context, log events.Log, served *Set, opt RebuildOptions) (Report, error) {
	cfg := Config{Log: log, Logger: slog.New(slog.DiscardHandler)}
	if served != nil {
		cfg.Live, cfg.Names = served.cfg.Live, served.cfg.Names
	}
	fresh, err := New(cfg)
	if err != nil {
		return Report{}, err
	}
	if opt.Workers <= 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	if opt.Every <= 0 {
		opt.Every = 10_000
	}
	began := time.Now()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b := &rebuild{log: log, served: served, fresh: fresh, opt: &opt, wrong: make(map[events.GameID]bool)}
	shards := make(chan int, log.Shards())
	for i := range log.Shards() {
		shards <- i
	}
	close(shards)
	var work sync.WaitGroup
	for range min(opt.Workers, log.Shards()) {
		work.Go(func() {
			for shard := range shards {
				if err := b.shard(ctx, shard); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	work.Wait()
	if err := context.Cause(ctx); err != nil {
		return Report{}, err
	}
	r := &b.report
	r.Shards, r.Games, r.Wrong = log.Shards(), fresh.Games(), len(b.wrong)
	r.Equal = r.Games - r.Wrong
	for i := range fresh.ledger.shards {
		for game, broken := range fresh.ledger.shards[i].broken {
			r.Damaged = append(r.Damaged, broken)
			if !b.wrong[game] {
				r.Equal--
			}
		}
	}
	r.Duration = time.Since(began)
	r.EventsPerSecond = float64(r.Events) / r.Duration.Seconds()
	return *r, nil
}

// rebuild is one Rebuild under way.
type rebuild struct {
	log           events.Log
	served, fresh *Set
	opt           *RebuildOptions

	mu     sync.Mutex
	report Report
	wrong  map[events.GameID]bool
}

// shard rebuilds and compares one shard.
func (b *rebuild) shard(ctx context.Context, shard int) error {
	last, err := b.log.Last(ctx, shard)
	if err != nil {
		return fmt.Errorf("asking for the last event of shard %d: %w", shard, err)
	}
	at, err := b.scan(ctx, shard, last)
	if err != nil || b.served == nil {
		return err
	}
	if err := b.served.Wait(ctx, shard, at); err != nil {
		return err
	}
	return b.compare(ctx, shard)
}

// scan folds a shard into the fresh set and returns how far it came.
func (b *rebuild) scan(ctx context.Context, shard int, last uint64) (at uint64, err error) {
	check := func(*events.Event) error { return nil }
	if b.opt.Check != nil {
		check = b.opt.Check(shard)
	}
	read := 0
	defer func() { b.progress(Progress{Shard: shard, Events: read, At: at, Last: last}, read) }()
	for {
		var bad *events.DamagedEvent
		for e, err := range b.log.Scan(ctx, shard, at) {
			if errors.As(err, &bad) && bad.Seq > at {
				break
			}
			if err != nil {
				return at, fmt.Errorf("reading shard %d: %w", shard, err)
			}
			e.KeepHash() // the chain wants it, and so may check
			b.fresh.rebuilt(shard, e, check)
			at = e.Seq
			if read++; read%b.opt.Every == 0 {
				b.progress(Progress{Shard: shard, Events: read, At: at, Last: last}, 0)
			}
		}
		if bad == nil {
			return at, nil
		}
		b.fresh.spoil(bad.Game, -1, bad)
		b.fresh.shards[shard].advance(bad.Seq)
		at = bad.Seq
	}
}

// progress tells how far a shard is; done counts its events at the end.
func (b *rebuild) progress(p Progress, done int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.report.Events += done
	if b.opt.Progress != nil {
		b.opt.Progress(p)
	}
}

// rebuilt is take with a further check.
func (r *Runner) rebuilt(shard int, e *events.Event, check func(*events.Event) error) {
	ok, err := r.ledger.admit(e)
	if err != nil {
		r.spoil(e.Game, -1, err)
	}
	if ok {
		if err := check(e); err != nil {
			r.spoil(e.Game, e.N-1, err)
		} else {
			r.apply(e)
		}
	}
	r.shards[shard].advance(e.Seq)
}
