package jetlog

import (
	"context"
	"fmt"
	"time"

	"plylog/events"
)

// Append implements events.Log. The event waits for the shard's writer, goes out
// with whatever else waits there, and is answered when it is on disk. If ctx ends
// first, the outcome is unknown.
func (l *Log) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	if len(e.Raw) == 0 {
		return 0, fmt.Errorf("append: %w: it was not encoded", events.ErrMalformed)
	}
	if len(e.Raw) > events.MostBytes {
		return 0, fmt.Errorf("%w: %d bytes", events.ErrTooLarge, len(e.Raw))
	}
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("append: %w", err)
	}
	if room := l.options.Room; room != nil {
		if err := room(); err != nil {
			return 0, fmt.Errorf("append: %w", err)
		}
	}
	a := &appending{event: e, after: after, trace: events.Trace(ctx), begun: time.Now(), done: make(chan outcome, 1)}
	if !l.shards[l.Shard(e.Game)].queue.push(a) {
		return 0, events.ErrClosed
	}
	select {
	case o := <-a.done:
		return o.seq, o.err
	case <-ctx.Done():
		a.state.CompareAndSwap(waiting, abandoned)
		return 0, fmt.Errorf("append: %w", ctx.Err())
	}
}
