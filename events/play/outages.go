package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plylog/events"
)

// Outages know when moves could not be stored, where a log has several writers and may
// be away while they are not. Their methods are called concurrently.
type Outages interface {
	// Lately returns the outages that a game's players may not have been given back
	// yet, the oldest first. Where there is one now, or nobody knows yet whether there
	// was, it waits, but not for ever: then its error wraps events.ErrAway.
	Lately(ctx context.Context, game events.GameID) ([]Outage, error)
	// Steady makes sure that a game's log answers at once, and has for a while: no
	// command that came in time is still on its way into it. It returns at once.
	Steady(ctx context.Context, game events.GameID) error
}

// Outage is a time in which nobody could move.
type Outage struct{ From, To time.Time }

// ShortestOutage is the shortest that is given back where there are Outages: several
// nodes notice the same one, the one a little later than the other, and what the second
// would add is none.
const ShortestOutage = 2 * time.Second

// steadyWait is how long a command waits for a log that is not steady.
const steadyWait = 8 * time.Second

// receipt is when a command was received that could not be stored because the log was
// away. The same command again, and no other in between, was received then: whoever sent
// it is not to be charged for coming again.
type receipt struct {
	command events.CommandID
	digest  string
	at      time.Time
}

// receiptTime bounds how long a receipt is good for. What is sent again later is no
// longer about an outage.
const receiptTime = 30 * time.Second

// of returns when a command was received that came at a moment.
func (r *receipt) of(cmd events.CommandID, digest func() string, at time.Time) time.Time {
	if r.command == cmd && r.at.Before(at) && at.Sub(r.at) < receiptTime && r.digest == digest() {
		return r.at
	}
	return at
}

// note keeps the receipt of a command that ended with an error, if that is why.
func (r *receipt) note(cmd events.CommandID, digest func() string, at time.Time, err error) {
	if errors.Is(err, ErrUnavailable) || errors.Is(err, events.ErrAway) {
		*r = receipt{cmd, digest(), at}
	}
}

// owed reports whether a game's players are to be given an outage back: time ran in it
// that was not up before, and nothing has happened since.
func (h *Handler) owed(g *Game, o Outage) bool {
	k := g.After.Clock
	from, to := stamp(o.From), stamp(o.To)
	if !to.After(from) || g.Over() || !g.runs() || late(k, from) || !to.After(g.time) {
		return false
	}
	if g.time.After(from) {
		from = g.time
	}
	return h.cfg.Outages == nil || to.Sub(from) >= ShortestOutage
}

// runs reports whether somebody's time runs.
func (g *Game) runs() bool { return g.After.Clock != nil && g.After.Clock.Deadline != nil }

// Resume puts a game's deadline off by the time in which nobody could move, from
// stopped to started. It does nothing in a game whose time does not run, or was
// up before, or that began later, and in none if the clock was set back meanwhile;
// where there are Outages nothing that is shorter than ShortestOutage either.
func (h *Handler) Resume(ctx context.Context, id events.GameID, stopped, started time.Time) error {
	if g := h.games.peek(id); g != nil && !stamp(started).After(g.time) {
		return nil // whatever the log holds more of it happened later
	}
	return h.system(ctx, id, func(g *Game) (*events.Event, *Game, error) {
		if !h.owed(g, Outage{stopped, started}) {
			return nil, nil, nil
		}
		return decideResume(g, stopped, started)
	})
}

// dues makes the event that gives a game's players back the oldest outage that they are
// owed; nil where they are owed none.
func (h *Handler) dues(ctx context.Context, g *Game) (*events.Event, *Game, error) {
	if h.cfg.Outages == nil || g == nil || g.Over() || !g.runs() {
		return nil, nil, nil
	}
	list, err := h.cfg.Outages.Lately(ctx, g.ID)
	if err != nil {
		return nil, nil, err
	}
	for _, o := range list {
		if h.owed(g, o) {
			return decideResume(g, o.From, o.To)
		}
	}
	return nil, nil, nil
}

// giveBack gives back what a game's players are owed before a command is decided: what
// happens later would be charged as if there had been no outage. A command that comes
// too late waits, once, for those that came in time. more reports that the game may have
// gone on by that.
func (h *Handler) giveBack(ctx context.Context, e *entry, at time.Time, calm *bool) (more bool, err error) {
	ev, after, err := h.dues(ctx, e.game)
	switch {
	case err != nil:
		return false, err
	case ev != nil:
		_, err = h.append(ctx, e, ev, after)
		return err == nil, err
	case h.cfg.Outages == nil || *calm || e.game == nil || !e.game.Late(at):
		return false, nil
	}
	*calm = true
	if err := h.steady(ctx, e.id); err != nil {
		return false, err
	}
	e.doubt()
	return true, nil
}

// steady waits until no command that came in time can still be on its way into the log.
func (h *Handler) steady(ctx context.Context, game events.GameID) error {
	ctx, cancel := context.WithTimeout(ctx, steadyWait)
	defer cancel()
	for {
		err := h.cfg.Outages.Steady(ctx, game)
		if err == nil {
			return nil
		}
		if h.pause(ctx, tries) != nil {
			return fmt.Errorf("waiting for who may have moved in time: %w", errors.Join(events.ErrAway, err))
		}
	}
}
