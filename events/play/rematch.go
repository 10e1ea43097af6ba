package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"plylog/engines"
	"plylog/events"
)

// SeriesOf returns the series that a game belongs to and its number in it: its
// own id and 1 for a game that says nothing.
func SeriesOf(game events.GameID, c *events.Created) events.Series {
	if c.Series != nil {
		return *c.Series
	}
	return events.Series{ID: game, Number: 1}
}

// NextGame returns the id of the game behind number n of a series: it follows
// from the two, so that making it twice makes it once.
func NextGame(s events.Series) events.GameID {
	return events.SeriesGame(s.ID, s.Number+1)
}

// Seated is what a Rematch leads to.
type Seated struct {
	Game   events.GameID
	Seat   events.Seat
	Player events.PlayerID
	Answer Answer // the event that seated the player: created or joined
}

// Rematch seats a player of a game that is over in the next game of its series:
// the first of the two makes it and waits, the second joins it. The seats change
// sides unless the engine's series keeps them or the game was aborted, and the
// options are those the series goes on with. Asked again it gives the same
// answer. Errors are those of Create and Do, and *RefusedError.
func (h *Handler) Rematch(ctx context.Context, id events.GameID, seat events.Seat) (Seated, error) {
	g, err := h.Game(ctx, id)
	if err == nil && !g.Over() {
		g, err = h.Since(ctx, id, g.N+1) // it may have ended on another node
	}
	if err != nil {
		return Seated{}, err
	}
	if g.Over() && g.Open() || !seat.Plays() {
		return Seated{}, &RefusedError{Code: CodeNotOffered, Detail: "nobody else played this game"}
	}
	first := g
	if s := SeriesOf(id, g.Created); s.ID != id {
		if first, err = h.Game(ctx, s.ID); err != nil {
			return Seated{}, fmt.Errorf("the first game of the series: %w", err)
		}
	}
	create, seated, err := g.next(seat, first.terms())
	if err != nil {
		return Seated{}, err
	}
	for range tries {
		next, err := h.Game(ctx, seated.Game)
		switch {
		case errors.Is(err, ErrNoGame):
			seated.Answer, err = h.Create(ctx, create)
		case err != nil:
			return Seated{}, err
		case [...]events.PlayerID{next.Created.First, next.Created.Second}[seated.Seat-events.First] != "":
			seated.Answer, err = h.Create(ctx, create) // made from this seat before
		default:
			seated.Answer, err = h.Do(ctx, Command{
				Game: seated.Game, ID: events.DeriveID("plylog rematch join", seated.Game.String()),
				By: seated.Player, Seat: seated.Seat, Type: Join,
			})
		}
		if !errors.Is(err, ErrKeyReused) {
			return seated, err
		}
		// The opponent made the game in between: join it.
	}
	return Seated{}, fmt.Errorf("rematch of game %s: %w", id, ErrConflict)
}

// next decides the game after this one as a seat asks for it. first are the
// options that the series began with.
func (g *Game) next(seat events.Seat, first json.RawMessage) (Create, Seated, error) {
	if !g.Over() {
		return Create{}, Seated{}, &RefusedError{Code: CodeNotOver, Detail: "the game is not over"}
	}
	options, swap, err := g.goesOn(first)
	if err != nil {
		return Create{}, Seated{}, err
	}
	s := SeriesOf(g.ID, g.Created)
	out := Seated{Game: NextGame(s), Seat: seat, Player: g.Player(seat)}
	if swap {
		out.Seat = seat.Opponent()
	}
	c := Create{
		Game: out.Game, ID: events.DeriveID("plylog rematch create", out.Game.String(), seat.String()),
		By: out.Player, Kind: g.Engine.Name(), Options: options,
		Private: g.Created.Private, Dice: g.Created.Dice, Clock: g.Created.Clock, Abandon: time.Duration(g.Created.Abandon) * time.Millisecond,
		Series: &events.Series{ID: s.ID, Number: s.Number + 1}, Invited: g.Player(seat.Opponent()),
	}
	if out.Seat == events.First {
		c.First = out.Player
	} else {
		c.Second = out.Player
	}
	return c, out, nil
}

// goesOn returns the options of the next game and whether the seats change
// sides. A match that is over is followed by another, begun as the first was.
func (g *Game) goesOn(first json.RawMessage) (options json.RawMessage, swap bool, err error) {
	series, ok := g.Engine.(engines.Series)
	terms := g.terms()
	switch {
	case g.After.Result.Reason == reasonAborted:
		return terms, false, nil // it was not played
	case !ok:
		return terms, true, nil
	case g.After.Result.Reason == reasonAdjudicated && g.After.Result.Winner == events.Nobody:
		return terms, true, nil // a match that knows no draws goes on at its score
	}
	next, swap, more, err := series.Next(terms, *g.After.Result)
	if err != nil {
		return nil, false, fmt.Errorf("the game after %s: %w", g.ID, err)
	}
	if !more {
		return first, swap, nil
	}
	return next, swap, nil
}

// terms returns the options that the game is played under, those that its board
// stated included: the next game does not begin with that board.
func (g *Game) terms() json.RawMessage {
	if p, ok := g.pos.(engines.Termed); ok && g.Created.Board != "" {
		if terms := p.Terms(); terms != nil {
			return terms
		}
	}
	return g.Created.Options
}
