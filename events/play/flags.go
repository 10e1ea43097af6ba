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
// other: it may be called by anybody, as often as they like. Where there are Outages
// it does nothing either while a move that came in time may be on its way, and gives
// back first what is owed; to be called again then.
func (h *Handler) Flag(ctx context.Context, id events.GameID) error {
	at := h.cfg.Now()
	if h.cfg.Outages != nil && h.cfg.Outages.Steady(ctx, id) != nil {
		return nil
	}
	return h.system(ctx, id, func(g *Game) (*events.Event, *Game, error) {
		if !g.Late(at) {
			return nil, nil, nil
		}
		if ev, after, err := h.dues(ctx, g); ev != nil || err != nil {
			return ev, after, err
		}
		return decideFlag(g)
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
