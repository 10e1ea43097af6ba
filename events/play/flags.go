package play

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"plylog/events"
)

// Late reports whether the running seat's time was up before a moment. Times are
// told apart by the millisecond, as events carry them.
func (g *Game) Late(at time.Time) bool { return !g.Over() && late(g.After.Clock, stamp(at)) }

// decideFlag makes the event that ends a game whose time is up. It is the same
// event whoever makes it, and whenever: its time is the deadline, its id follows
// from the game and its version, so that of many nodes that notice one stores it.
func decideFlag(g *Game) (*events.Event, *Game, error) {
	k := g.After.Clock
	if k == nil || k.Deadline == nil {
		return nil, nil, &RefusedError{Code: CodeNotOffered, Detail: "no time is running"}
	}
	return g.bySystem(events.TypeFlagged, &events.Act{Seat: k.Running}, *k.Deadline, "flag")
}

// decideResume makes the event that gives back the time in which no server ran.
func decideResume(g *Game, stopped, started time.Time) (*events.Event, *Game, error) {
	started = stamp(started)
	return g.bySystem(events.TypeResumed, &events.Resumed{Stopped: stamp(stopped), Started: started}, started, "resume "+started.String())
}

// bySystem makes an event that nobody commanded.
func (g *Game) bySystem(typ events.Type, data events.Data, at time.Time, what string) (*events.Event, *Game, error) {
	t := &transition{next: *g, at: at, fresh: true}
	if err := t.step(typ, data, events.System); err != nil {
		return nil, nil, err
	}
	return t.write(&events.Event{
		V: events.Version, Game: g.ID, N: g.N + 1, Kind: g.Engine.Name(), Ruleset: g.Engine.Ruleset(),
		Type: typ, Time: at, By: events.System, Command: events.DeriveID("plylog system", what, g.ID.String(), strconv.Itoa(g.N)),
		Prev: g.Head, Data: data,
	})
}

// Flag ends a game whose running seat's time is up, and does nothing in any
// other: it may be called by anybody, as often as they like.
func (h *Handler) Flag(ctx context.Context, id events.GameID) error {
	at := h.cfg.Now()
	return h.system(ctx, id, func(g *Game) (*events.Event, *Game, error) {
		if !g.Late(at) {
			return nil, nil, nil
		}
		return decideFlag(g)
	})
}

// Resume puts a game's deadline off by the time in which no server ran, from
// stopped to started. It does nothing in a game whose time does not run, or was
// up before, or that began later, and in none if the clock was set back meanwhile.
func (h *Handler) Resume(ctx context.Context, id events.GameID, stopped, started time.Time) error {
	return h.system(ctx, id, func(g *Game) (*events.Event, *Game, error) {
		k := g.After.Clock
		if g.Over() || k == nil || k.Deadline == nil || late(k, stopped) || !stamp(started).After(g.time) || !stamp(started).After(stamp(stopped)) {
			return nil, nil, nil
		}
		return decideResume(g, stopped, started)
	})
}

// system stores an event of the server's own in one game, if decide makes one.
func (h *Handler) system(ctx context.Context, id events.GameID, decide func(*Game) (*events.Event, *Game, error)) error {
	e, err := h.games.acquire(ctx, id)
	if err != nil {
		return fmt.Errorf("waiting for game %s: %w", id, err)
	}
	defer h.games.release(e)
	for try := range tries {
		if err := h.pause(ctx, try); err != nil {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
		if e.game != nil {
			e.doubt() // another node may have moved on
		}
		if err := h.refresh(ctx, e); err != nil {
			return err
		}
		if e.game == nil {
			return ErrNoGame
		}
		ev, after, err := decide(e.game)
		if err != nil || ev == nil {
			return err
		}
		if _, err = h.append(ctx, e, ev, after); err == nil || !again(err) {
			return err
		}
	}
	return fmt.Errorf("after %d tries: %w", tries, ErrUnavailable)
}

// flagFirst ends a game whose time was up before a command arrived. The command
// itself then comes too late.
func (h *Handler) flagFirst(ctx context.Context, e *entry, at time.Time) error {
	if e.game == nil || !e.game.Late(at) {
		return nil
	}
	up := *e.game.After.Clock.Deadline
	ev, after, err := decideFlag(e.game)
	if err == nil {
		_, err = h.append(ctx, e, ev, after)
	}
	if err != nil {
		return err
	}
	return &RefusedError{Code: CodeTime, Detail: "too late: the time was up at " + up.Format(time.RFC3339Nano)}
}
