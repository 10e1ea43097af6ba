package bench

import (
	"context"
	"time"
)

// beat tells a player when its next move is due. nil: at once.
type beat struct {
	at    time.Time
	every time.Duration
	timer *time.Timer
}

// beat is that of player i of so many: they are spread over the time between two
// moves.
func (l *load) beat(began time.Time, i, players int) *beat {
	if l.every == 0 {
		return nil
	}
	return &beat{at: began.Add(l.every * time.Duration(i) / time.Duration(players)), every: l.every, timer: time.NewTimer(0)}
}

// next waits until the next move is due and returns when that was: earlier than
// now where the move before took so long.
func (b *beat) next(ctx context.Context) (time.Time, error) {
	if b == nil {
		return time.Now(), nil
	}
	due := b.at
	b.at = due.Add(b.every)
	if wait := time.Until(due); wait > 0 {
		b.timer.Reset(wait)
		select {
		case <-b.timer.C:
		case <-ctx.Done():
			return due, context.Cause(ctx)
		}
	}
	return due, nil
}
