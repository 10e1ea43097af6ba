package api

import (
	"context"
	"fmt"
	"time"

	"plylog/events"
	"plylog/projections"
)

// unseated ends the feed of a private game for who sat in it and does not any more.
const unseated projections.Reason = "unseated"

// watched is a reader of a game's feed for somebody whose part in the game is
// looked at again whenever a seat changes hands. Who may not watch any more is
// told of that event and of nothing that comes behind it.
type watched struct {
	*projections.Reader
	look func(context.Context) ([2]bool, error) // the seats that the reader holds now; an error: it may not watch
	held func([2]bool)                          // told of them; nil: nobody asks
	gone bool
}

// Next returns the next event: see projections.Reader.
func (w *watched) Next(ctx context.Context) (*events.Event, error) { return w.NextOr(ctx, nil) }

// NextOr is Next that gives up when tick comes first: see projections.Reader.
func (w *watched) NextOr(ctx context.Context, tick <-chan time.Time) (*events.Event, error) {
	if w.gone {
		return nil, fmt.Errorf("reading on: %w", unseated)
	}
	e, err := w.Reader.NextOr(ctx, tick)
	if err != nil || e.Type != events.TypeSeated {
		return e, err
	}
	seats, err := w.look(ctx)
	if w.gone = err != nil; !w.gone && w.held != nil {
		w.held(seats)
	}
	return e, nil
}
