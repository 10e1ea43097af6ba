package jetlog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events"
)

// Pauses between attempts grow from startPause to mostPause.
const (
	startPause = time.Millisecond
	mostPause  = 500 * time.Millisecond
)

func longer(pause time.Duration) time.Duration { return min(2*pause, mostPause) }

// wait pauses, unless the context ends first: then it returns its error.
func wait(ctx context.Context, pause time.Duration) error {
	t := time.NewTimer(pause)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// away reports whether an error means that the store is not there just now, so
// that what was asked may be asked again.
func away(err error) bool {
	return errors.Is(err, errDisconnected) || errors.Is(err, errUnfollowed) || errors.Is(err, nats.ErrReconnectBufExceeded) || errors.Is(err, nats.ErrNoResponders)
}

// passing marks an error that says that the store is away.
func passing(err error) error {
	if away(err) && !errors.Is(err, events.ErrAway) {
		return fmt.Errorf("%w: %w", events.ErrAway, err)
	}
	return err
}

// retry tries again what fails because the store is away, for a time at most.
type retry struct {
	most  time.Duration
	since time.Time
	pause time.Duration
}

// again pauses and reports whether to try again.
func (r *retry) again(ctx context.Context, err error) bool {
	if r.since.IsZero() {
		r.since, r.pause = time.Now(), startPause
	}
	if !away(err) || time.Since(r.since) > r.most || wait(ctx, r.pause) != nil {
		return false
	}
	r.pause = longer(r.pause)
	return true
}

// alarm wakes everybody who waits, whenever it rings.
type alarm struct {
	mu sync.Mutex
	ch chan struct{}
}

func newAlarm() *alarm { return &alarm{ch: make(chan struct{})} }

// next returns a channel that is closed when the alarm rings next.
func (a *alarm) next() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.ch
}

func (a *alarm) ring() {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.ch)
	a.ch = make(chan struct{})
}
