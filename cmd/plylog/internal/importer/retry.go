package importer

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// The pauses between tries while the server is away.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = 2 * time.Second
)

// errGaveUp is wrapped when the server stayed away.
var errGaveUp = errors.New("gave up waiting for the server")

// waiter sends requests again while the server is away: starting, stopping,
// killed, or overrun by others.
type waiter struct {
	most time.Duration   // how long a server may be away
	say  func(err error) // told once for every time that it goes away
	away atomic.Bool     // somebody waits already
}

// retry calls do until it succeeds, fails for a reason that stays, or the server
// was away for too long.
func (w *waiter) retry(ctx context.Context, do func() error) error {
	var since time.Time
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err := do()
		if err == nil || !away(err) || ctx.Err() != nil {
			if !since.IsZero() {
				w.away.Store(false)
			}
			return err
		}
		switch {
		case since.IsZero():
			since = time.Now()
			if !w.away.Swap(true) {
				w.say(err)
			}
		case time.Since(since) > w.most:
			return fmt.Errorf("%w after %s: %w", errGaveUp, w.most, err)
		}
		t := time.NewTimer(pause)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return fmt.Errorf("waiting for the server: %w", ctx.Err())
		}
	}
}
