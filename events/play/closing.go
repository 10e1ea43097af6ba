package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plylog/events"
)

// A damaged game is closed by one last event behind the damage. No fold comes so
// far; it is there for the record and for those who run the server. Its prev is
// what the chain over the stored bytes comes to, whatever they say: link by link
// from the game's id on, also where an event claims to follow another. So the
// event vouches for the damage as it was found, and whoever mends or changes it
// afterwards shows.

// remains is what is stored of a game, whatever it says.
type remains struct {
	n     int         // how many messages
	seq   uint64      // of the last
	head  events.Hash // what the chain over them comes to
	time  time.Time   // of the last that can be read
	last  *events.Event
	same  *events.Event // that the command made before
	close bool          // the last one closed the game
}

// add takes the next message; e is nil where it cannot be read.
func (r *remains) add(raw []byte, seq uint64, e *events.Event) {
	r.n, r.seq, r.head, r.close = r.n+1, seq, events.Link(r.head, raw), false
	if e == nil {
		return
	}
	r.last, r.close = e, e.Type == events.TypeClosed
	if e.Time.After(r.time) {
		r.time = e.Time
	}
}

// remains reads what is stored of a game and looks for a command in it.
func (h *Handler) remains(ctx context.Context, id events.GameID, cmd events.CommandID) (*remains, error) {
	r := &remains{head: events.Genesis(id)}
	for {
		var bad *events.DamagedEvent
		for e, err := range h.cfg.Log.Read(ctx, id, r.seq) {
			if errors.As(err, &bad) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("reading game %s: %w", id, err)
			}
			if r.add(e.Raw, e.Seq, e); e.Command == cmd {
				r.same = e
			}
		}
		switch {
		case bad == nil && r.n == 0:
			return nil, ErrNoGame
		case bad == nil && r.last == nil:
			return nil, fmt.Errorf("game %s, of which nothing can be read: %w", id, ErrDamaged)
		case bad == nil:
			return r, nil
		case bad.Raw == nil || bad.Seq <= r.seq:
			return nil, fmt.Errorf("%w: %w", ErrUnavailable, bad)
		}
		r.add(bad.Raw, bad.Seq, nil)
	}
}

// close puts on record that a damaged game was closed, and why. Nothing is
// different for it afterwards: it was closed for commands before. Errors: those
// of Do; a *RefusedError where the game is not damaged or was closed before.
func (h *Handler) close(ctx context.Context, cmd Command) (Answer, error) {
	e, err := h.games.acquire(ctx, cmd.Game)
	if err != nil {
		return Answer{}, fmt.Errorf("waiting for game %s: %w", cmd.Game, err)
	}
	defer h.games.release(e)
	for try := range tries {
		if err := h.pause(ctx, try); err != nil {
			return Answer{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if e.broken == nil {
			// Read whole: what is in memory may be older than the damage.
			if _, err := Fold(h.cfg.Registry, h.cfg.Log.Read(ctx, cmd.Game, 0)); errors.Is(err, ErrNoGame) {
				return Answer{}, err
			} else if err != nil {
				e.shown.Store(nil)
				if err = h.failed(ctx, e, err); e.broken == nil {
					return Answer{}, err
				}
			}
		}
		r, err := h.remains(ctx, cmd.Game, cmd.ID)
		if err != nil {
			return Answer{}, err
		}
		if r.same != nil {
			if r.same.Request != cmd.digest() {
				return Answer{}, fmt.Errorf("event %d of game %s: %w", r.same.N, cmd.Game, ErrKeyReused)
			}
			return Answer{Event: r.same, Replayed: try == 0}, nil
		}
		ev, err := decideClose(e, r, &cmd, h.cfg.Now())
		if err != nil {
			return Answer{}, err
		}
		seq, err := h.cfg.Log.Append(ctx, r.seq, ev)
		switch {
		case err == nil:
			ev.Seq = seq
			return Answer{Event: ev}, nil
		case errors.Is(err, events.ErrTooLarge), errors.Is(err, events.ErrClosed), errors.Is(err, events.ErrFull), errors.Is(err, events.ErrBroken):
			return Answer{}, fmt.Errorf("closing game %s: %w", cmd.Game, err)
		}
		h.cfg.Logger.WarnContext(ctx, "closing a game: append not acknowledged; reading the log to learn", "game", cmd.Game, "err", err)
	}
	return Answer{}, fmt.Errorf("after %d tries: %w", tries, ErrUnavailable)
}

// decideClose makes the event that closes a damaged game.
func decideClose(e *entry, r *remains, cmd *Command, at time.Time) (*events.Event, error) {
	_, _, err := new(Game).intendRuling(cmd)
	var refused *RefusedError
	if errors.As(err, &refused) && refused.Code != CodeNotDamaged {
		return nil, err
	}
	switch {
	case e.broken == nil:
		return nil, err // it is not damaged
	case r.close:
		return nil, &RefusedError{Code: CodeOver, Detail: "the game was closed before"}
	}
	if at = stamp(at); at.Before(r.time) {
		at = r.time
	}
	ev := &events.Event{
		V: events.Version, Game: cmd.Game, N: r.n + 1, Kind: r.last.Kind, Ruleset: r.last.Ruleset,
		Type: events.TypeClosed, Time: at, By: cmd.By, Command: cmd.ID, Request: cmd.digest(), Prev: r.head, Data: &events.Ruled{Reason: cmd.Reason},
		After: events.After{Result: &events.Result{Reason: reasonClosed}},
	}
	if _, err := ev.Encode(); err != nil {
		return nil, fmt.Errorf("writing the end of game %s: %w", cmd.Game, err)
	}
	return ev, nil
}

// reasonClosed is the reason of a game that ended because it was damaged.
const reasonClosed = "damaged"
