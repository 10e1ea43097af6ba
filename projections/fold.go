package projections

import (
	"context"
	"errors"
	"fmt"

	"plylog/events"
)

// folded is what the log says of one game.
type folded[V any] struct {
	value  V
	link   link
	broken *BrokenError // why it ends before the log does
}

// fold makes a value of the events of a game up to version most (0: all of
// them), checking their chain. Errors: ErrNoGame, *BrokenError where even the
// first event is bad, and what the log answers.
func fold[V any](ctx context.Context, log events.Reader, game events.GameID, most int, step step[V]) (folded[V], error) {
	var f folded[V]
	spoil := func(why error) {
		f.broken = &BrokenError{Game: game, N: f.link.n, Why: why}
	}
	for e, err := range log.Read(ctx, game, 0) {
		if unreadable(err) {
			spoil(err)
			break
		}
		if err != nil {
			return f, fmt.Errorf("reading game %s: %w", game, err)
		}
		if err := f.link.follows(e); err != nil {
			spoil(err)
			break
		}
		v, err := step(f.value, e, true)
		if err != nil {
			spoil(err)
			break
		}
		f.value = v
		f.link.add(e)
		if e.N == most {
			break
		}
	}
	switch {
	case f.link.n > 0:
		return f, nil
	case f.broken != nil:
		return f, f.broken
	default:
		return f, fmt.Errorf("game %s: %w", game, ErrNoGame)
	}
}

// unreadable reports whether the log answered that what it holds makes no sense,
// as opposed to not answering.
func unreadable(err error) bool {
	return errors.Is(err, events.ErrDamaged) || errors.Is(err, events.ErrMalformed)
}
