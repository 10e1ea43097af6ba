package projections

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"plylog/events"
)

// Runner follows the shards of a log and applies every event to the projections
// in order, then publishes it.
type Runner struct {
	log         events.Log
	ledger      *ledger
	projections []Projection
	feed        *Feed
	tap         Tap
	observer    Observer
	logger      *slog.Logger
	now         func() time.Time
	measure     time.Duration
	running     atomic.Bool
	ready       chan struct{} // closed when caught up with what was there at the start
	shards      []shardRun
}

// shardRun is the Runner's work on one shard.
type shardRun struct {
	position
	applied atomic.Int64 // time of the last event applied, Unix milliseconds; 0: none
}

func newRunner(log events.Log, led *ledger, feed *Feed, list []Projection, cfg *Config) *Runner {
	return &Runner{
		log: log, ledger: led, feed: feed, projections: list, tap: cfg.Tap, observer: cfg.Observer, logger: cfg.Logger,
		now: cfg.Now, measure: cfg.Measure, ready: make(chan struct{}), shards: make([]shardRun, log.Shards()),
	}
}

// Run follows all shards until ctx ends, and then returns nil, or until the log
// fails. It can be called once.
func (r *Runner) Run(ctx context.Context) error {
	if r.running.Swap(true) {
		return ErrRunning
	}
	defer r.feed.Stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	targets := make([]uint64, len(r.shards))
	for i := range targets {
		last, err := r.log.Last(ctx, i)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("asking for the last event of shard %d: %w", i, err)
		}
		targets[i] = last
	}
	var work sync.WaitGroup
	for i := range r.shards {
		work.Go(func() {
			if err := r.follow(ctx, i); err != nil {
				cancel(err)
			}
		})
	}
	work.Go(func() { r.watch(ctx) })
	for i, last := range targets {
		if r.shards[i].wait(ctx, last) != nil {
			break
		}
	}
	if ctx.Err() == nil {
		close(r.ready)
	}
	work.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// Ready is closed when everything that was in the log at the start is applied.
func (r *Runner) Ready() <-chan struct{} { return r.ready }

// Wait returns when a shard has been applied up to seq, or with the context's
// error: whoever has just stored an event reads behind it what it wrote.
func (r *Runner) Wait(ctx context.Context, shard int, seq uint64) error {
	if shard < 0 || shard >= len(r.shards) {
		return fmt.Errorf("there is no shard %d", shard)
	}
	return r.shards[shard].wait(ctx, seq)
}

// WaitFor is Wait for an event that was stored.
func (r *Runner) WaitFor(ctx context.Context, e *events.Event) error {
	return r.Wait(ctx, r.log.Shard(e.Game), e.Seq)
}

// CatchUp returns when everything has been applied that was acknowledged before the
// call, or with an error of the log or of ctx.
func (r *Runner) CatchUp(ctx context.Context) error {
	for i := range r.shards {
		last, err := r.log.Last(ctx, i)
		if err != nil {
			return fmt.Errorf("asking for the last event of shard %d: %w", i, err)
		}
		if err := r.shards[i].wait(ctx, last); err != nil {
			return err
		}
	}
	return nil
}

// Position returns up to where a shard has been applied.
func (r *Runner) Position(shard int) uint64 { return r.shards[shard].at() }

// follow applies a shard until ctx ends (nil) or the log fails.
func (r *Runner) follow(ctx context.Context, shard int) error {
	for {
		after := r.Position(shard)
		var bad *events.DamagedEvent
		for e, err := range r.log.Follow(ctx, shard, after) {
			switch {
			case errors.As(err, &bad) && bad.Seq > after:
			case ctx.Err() != nil:
				return nil
			case err != nil:
				return fmt.Errorf("following shard %d: %w", shard, err)
			default:
				r.take(shard, e)
			}
			if err != nil {
				break
			}
		}
		if bad == nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("following shard %d: it ended", shard)
		}
		// One event cannot be read. Its game is damaged; the others go on behind it.
		r.tap.Unreadable(shard, bad)
		r.spoil(bad.Game, -1, bad)
		r.shards[shard].advance(bad.Seq)
	}
}

// take applies one event. One that was applied before is passed over.
func (r *Runner) take(shard int, e *events.Event) {
	s := &r.shards[shard]
	if e.Seq <= s.at() {
		return
	}
	r.tap.Take(shard, e)
	ok, err := r.ledger.admit(e)
	if err != nil {
		r.spoil(e.Game, -1, err)
	}
	if e.Type == events.TypeClosed {
		r.ledger.close(e.Game, actOf(e)) // behind the damage, and that it is damaged it says itself
	}
	if ok && r.apply(e) {
		r.feed.publish(e)
	}
	s.applied.Store(e.Time.UnixMilli())
	s.advance(e.Seq)
}

// apply hands an event to the projections, in order.
func (r *Runner) apply(e *events.Event) bool {
	for _, p := range r.projections {
		if err := p.Apply(e); err != nil {
			r.spoil(e.Game, e.N-1, fmt.Errorf("%s: %w", p.Name(), err))
			return false
		}
	}
	return true
}

// spoil marks a game damaged: behind event n (below 0: behind what was applied)
// nothing is to be trusted. It does so once.
func (r *Runner) spoil(game events.GameID, n int, why error) {
	if game == (events.GameID{}) {
		r.logger.Error("the log holds something that belongs to no game", "err", why)
		r.observer.Damaged(game, why)
		return
	}
	b := r.ledger.damage(game, n, why)
	if b == nil {
		return
	}
	r.logger.Error("game damaged", "game", game, "version", b.N, "err", why)
	for _, p := range r.projections {
		p.Damage(game, b.N, b)
	}
	r.feed.damage(game)
	r.observer.Damaged(game, b)
}
