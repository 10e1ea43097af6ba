package projections

import (
	"context"
	"time"
)

// watch tells the observer from time to time how far each shard is behind.
func (r *Runner) watch(ctx context.Context) {
	tick := time.NewTicker(r.measure)
	defer tick.Stop()
	caught := make([]time.Time, len(r.shards)) // when each shard was last seen caught up
	for {
		for i := range r.shards {
			r.lag(ctx, i, &caught[i])
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// lag measures one shard. The projections of a shard are applied together, so
// one measurement speaks for all of them.
func (r *Runner) lag(ctx context.Context, shard int, caught *time.Time) {
	s := &r.shards[shard]
	last, err := r.log.Last(ctx, shard)
	if err != nil {
		if ctx.Err() == nil {
			r.logger.WarnContext(ctx, "cannot tell how far the projections are behind", "shard", shard, "err", err)
		}
		return
	}
	behind := last - min(last, s.at())
	now := r.now()
	var age time.Duration
	if behind == 0 {
		*caught = now
	} else {
		// What is shown is as old as the last event applied, but not older than
		// the last time when nothing was missing.
		since := time.UnixMilli(s.applied.Load())
		if caught.After(since) {
			since = *caught
		}
		age = max(now.Sub(since), 0)
	}
	for _, p := range r.projections {
		r.observer.Lag(p.Name(), shard, behind, age)
	}
}
