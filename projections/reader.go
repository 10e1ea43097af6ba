package projections

import (
	"context"
	"fmt"
	"iter"
	"time"

	"plylog/events"
)

// pastBatch bounds how many events of the past a reader holds at a time.
const pastBatch = 32

// Reader reads one game's events from the Feed. It is for one goroutine.
type Reader struct {
	feed  *Feed
	game  events.GameID
	topic *topic
	n     int             // the last event delivered
	seq   uint64          // where the log keeps it; 0 while that is not known
	past  []*events.Event // read from the log, to be delivered
	live  bool            // has come to the present
	end   error           // not nil: the feed ended
}

// Version returns the number of the last event that was delivered, at first what
// the reader subscribed with: where to go on from.
func (r *Reader) Version() int { return r.n }

// Next returns the next event, waiting for it if need be. When the feed ends the
// error has a Reason (see ReasonOf) and every later call answers the same; but
// for Left, when ctx ended: the reader can then be asked again under another
// context. An error without a Reason is the log's; it may be asked again, too.
func (r *Reader) Next(ctx context.Context) (*events.Event, error) { return r.NextOr(ctx, nil) }

// NextOr is Next that also returns when tick does, with ErrTick: for heartbeats.
func (r *Reader) NextOr(ctx context.Context, tick <-chan time.Time) (*events.Event, error) {
	for r.end == nil {
		if len(r.past) > 0 {
			e := r.past[0]
			r.past[0] = nil // who waits holds nothing of the past
			r.past = r.past[1:]
			return r.deliver(e), nil
		}
		w := r.topic.window.Load()
		next := r.n + 1
		switch {
		case next < w.base:
			if r.live && w.next()-next > r.feed.buffer {
				r.finish(Slow)
			} else if err := r.read(ctx, w); err != nil {
				return nil, err
			}
		case next < w.next():
			r.live = true
			return r.deliver(w.events[next-w.base]), nil
		case w.end != "":
			r.finish(w.end)
		default:
			r.live = r.live || next == w.next()
			if err := r.wait(ctx, tick, w); err != nil {
				return nil, err
			}
		}
	}
	return nil, r.end
}

// Events yields what Next returns until an error, which it yields last, and
// closes the reader.
func (r *Reader) Events(ctx context.Context) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		defer r.Close()
		for {
			e, err := r.Next(ctx)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Close ends the reader. It may be called again, and after the feed ended.
func (r *Reader) Close() { r.finish(Left) }

func (r *Reader) deliver(e *events.Event) *events.Event {
	r.n, r.seq = e.N, e.Seq
	return e
}

func (r *Reader) finish(why Reason) {
	if r.end == nil {
		r.end = fmt.Errorf("game %s at version %d: %w", r.game, r.n, why)
		r.past = nil
		r.feed.leave(r.game, r.topic, why)
	}
}

// wait returns when there is another window than w, or with an error.
func (r *Reader) wait(ctx context.Context, tick <-chan time.Time, w *window) error {
	w.waiting.Add(1)
	select {
	case <-w.wake:
		return nil
	case <-tick:
		w.waiting.Add(-1)
		return ErrTick
	case <-ctx.Done():
		w.waiting.Add(-1)
		return fmt.Errorf("game %s at version %d: %w: %w", r.game, r.n, Left, ctx.Err())
	}
}

// read reads the next events of the past from the log: not further than the
// Runner has come and checked.
func (r *Reader) read(ctx context.Context, w *window) error {
	if r.feed.stopped.Load() {
		r.finish(Stopping)
		return nil
	}
	next := r.n + 1
	for e, err := range r.feed.log.Read(ctx, r.game, r.seq) {
		switch {
		case unreadable(err):
			return r.spoilt()
		case err != nil && ctx.Err() != nil:
			return fmt.Errorf("game %s at version %d: %w: %w", r.game, r.n, Left, err)
		case err != nil:
			return fmt.Errorf("reading game %s: %w", r.game, err)
		case e.N < next:
			continue
		case e.N > next:
			return r.spoilt()
		}
		r.past = append(r.past, e)
		if next++; next >= w.base || len(r.past) == pastBatch {
			return nil
		}
	}
	if len(r.past) == 0 {
		return fmt.Errorf("reading game %s: the log answers no event %d, but published it", r.game, next)
	}
	return nil
}

// spoilt delivers what could be read, and else ends the feed: the log does not
// hold any more what was read from it before.
func (r *Reader) spoilt() error {
	if len(r.past) == 0 {
		r.finish(Damaged)
	}
	return nil
}
