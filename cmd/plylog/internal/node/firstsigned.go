package node

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"plylog/events"
	"plylog/projections"
	"plylog/projections/checkpoints"
)

// firstTime bounds how long the first event of a shard waits for its checkpoint.
const firstTime = time.Second

// firstSigned is a log whose shards are acknowledged to have begun when a checkpoint says
// so. Later events are signed within a second, and what is lost of them shows by those
// before; but a store that was killed within its first second, and lost the one file that
// its events were in, would look like one in which nothing has ever been.
type firstSigned struct {
	events.Log
	views  *projections.Set
	sealed *checkpoints.Publisher
	logger *slog.Logger
	shards []begun
}

// begun is whether a shard's first events are signed.
type begun struct {
	signed  atomic.Bool
	signing sync.Mutex
}

// newFirstSigned lays it over a log.
func newFirstSigned(log events.Log, views *projections.Set, sealed *checkpoints.Publisher, logger *slog.Logger) *firstSigned {
	return &firstSigned{Log: log, views: views, sealed: sealed, logger: logger, shards: make([]begun, log.Shards())}
}

// Append implements events.Log.
func (l *firstSigned) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	seq, err := l.Log.Append(ctx, after, e)
	if err == nil {
		l.begin(ctx, l.Shard(e.Game), seq)
	}
	return seq, err
}

// begin returns when something of a shard is signed, whose event at a position is stored.
// That it cannot be is no reason to say that the event is not.
func (l *firstSigned) begin(ctx context.Context, shard int, seq uint64) {
	s := &l.shards[shard]
	if s.signed.Load() {
		return
	}
	s.signing.Lock()
	defer s.signing.Unlock()
	if s.signed.Load() {
		return
	}
	defer s.signed.Store(true)
	if c, err := l.sealed.Latest(shard); err == nil && c.Size > 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), firstTime)
	defer cancel()
	err := l.views.Wait(ctx, shard, seq)
	if err == nil {
		err = l.sealed.Publish(ctx)
	}
	if err != nil {
		l.logger.Warn("the first event of a shard is under no checkpoint yet", "shard", shard, "err", err)
	}
}
