package play

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"plylog/events"
)

// Game returns the game with everything that was acknowledged before the call. It
// does not wait for a command that is under way, unless the game has to be read
// first. What other nodes stored since this one read the game last it need not
// show: see Since. Errors: ErrNoGame, ErrDamaged.
func (h *Handler) Game(ctx context.Context, id events.GameID) (*Game, error) {
	return h.Since(ctx, id, 0)
}

// Since is Game for who has heard of version n: it shows that version or a later
// one if the log holds it, whoever stored it.
func (h *Handler) Since(ctx context.Context, id events.GameID, n int) (*Game, error) {
	if g := h.games.peek(id); g != nil && g.N >= n {
		return g, nil
	}
	e, err := h.games.acquire(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("waiting for game %s: %w", id, err)
	}
	defer h.games.release(e)
	if e.game != nil && e.game.N < n {
		e.doubt()
	}
	if err := h.refresh(ctx, e); err != nil {
		return nil, err
	}
	if e.game == nil {
		return nil, ErrNoGame
	}
	return e.game, nil
}

// At returns the game as it was at version n, folded from the log. Errors:
// ErrNoGame, ErrNoEvent, ErrDamaged.
func (h *Handler) At(ctx context.Context, id events.GameID, n int) (*Game, error) {
	g, err := Fold(h.cfg.Registry, upTo(h.opens.Read(ctx, id, 0), n))
	if err != nil {
		return nil, err
	}
	if g.N < n {
		return nil, fmt.Errorf("version %d of game %s, which is at %d: %w", n, id, g.N, ErrNoEvent)
	}
	return g, nil
}

// upTo ends a log after event n.
func upTo(log iter.Seq2[*events.Event, error], n int) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		for e, err := range log {
			if !yield(e, err) || err != nil || e.N >= n {
				return
			}
		}
	}
}

// event reads one event of a game. Nearly always it is the last, which is read alone.
func (h *Handler) event(ctx context.Context, g *Game, n int) (*events.Event, error) {
	id, behind := g.ID, uint64(0)
	if n == g.N {
		behind = g.Seq - 1
	}
	for e, err := range h.opens.Read(ctx, id, behind) {
		if err != nil {
			return nil, fmt.Errorf("reading game %s: %w", id, err)
		}
		if e.N == n {
			return e, nil
		}
	}
	return nil, fmt.Errorf("event %d of game %s: %w", n, id, ErrNoEvent)
}

// refresh reads what the log holds beyond the cached game, where that may be
// anything. A game that diverges stays closed until the process ends: reading
// again would find the same.
func (h *Handler) refresh(ctx context.Context, e *entry) error {
	if e.broken != nil {
		return e.broken
	}
	if e.game != nil && !e.stale {
		return nil
	}
	var behind uint64
	why := "cold"
	if e.game != nil {
		behind, why = e.game.Seq, "behind"
	}
	if h.cfg.Observer != nil {
		h.cfg.Observer.Read(why)
	}
	g := e.game
	for ev, err := range h.opens.Read(ctx, e.id, behind) {
		if err == nil {
			g, err = next(h.cfg.Registry, g, ev)
		}
		if err != nil {
			return h.failed(ctx, e, err)
		}
	}
	e.keep(g)
	return nil
}

// failed sorts a failed read: damage closes the game, anything else may pass.
func (h *Handler) failed(ctx context.Context, e *entry, err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, events.ErrDamaged) || errors.Is(err, events.ErrMalformed) {
		e.broken = fmt.Errorf("reading game %s: %w", e.id, errors.Join(ErrDamaged, err))
		if h.cfg.Snapshots != nil {
			h.cfg.Snapshots.Distrust(e.id)
		}
		h.cfg.Logger.ErrorContext(ctx, "game closed: its log does not agree with its rules", "game", e.id, "err", err)
		if h.cfg.Observer != nil {
			h.cfg.Observer.Damaged(e.id, err)
		}
		return e.broken
	}
	return fmt.Errorf("reading game %s: %w", e.id, err)
}

// Close closes a game of which somebody else found that its log is not what it was:
// from now on it takes no commands. The error is ctx's.
func (h *Handler) Close(ctx context.Context, id events.GameID, why error) error {
	e, err := h.games.acquire(ctx, id)
	if err != nil {
		return fmt.Errorf("waiting for game %s: %w", id, err)
	}
	defer h.games.release(e)
	if e.broken == nil {
		e.shown.Store(nil)
		_ = h.failed(ctx, e, errors.Join(ErrDamaged, why)) // it is kept in the entry
	}
	return nil
}

// Events returns a game's log. ErrNoGame where there is none.
func (h *Handler) Events(ctx context.Context, id events.GameID) ([]*events.Event, error) {
	var out []*events.Event
	for e, err := range h.opens.Read(ctx, id, 0) {
		if err != nil {
			return nil, fmt.Errorf("reading game %s: %w", id, err)
		}
		out = append(out, e)
	}
	if len(out) == 0 {
		return nil, ErrNoGame
	}
	return out, nil
}
