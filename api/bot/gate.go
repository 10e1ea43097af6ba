package bot

import (
	"context"

	"plylog/engines"
)

// Gate lets so many bots think at a time as it has room for: others wait. A
// server with many games gives all of its bots one gate.
type Gate chan struct{}

// NewGate makes a gate for n bots at a time, at least one.
func NewGate(n int) Gate { return make(Gate, max(n, 1)) }

// Through returns the bot behind the gate. The error of one that waited in vain is
// the context's.
func (g Gate) Through(b Bot) Bot {
	return Func(func(ctx context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
		select {
		case g <- struct{}{}:
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
		defer func() { <-g }()
		return b.Move(ctx, p, by)
	})
}
