package bot

import (
	"context"
	"fmt"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// MostMoves is the number of moves after which Game gives a game up as endless.
const MostMoves = 5_000

// EndlessError says that a game between bots did not end.
type EndlessError struct {
	Board string
}

// Error implements error.
func (e *EndlessError) Error() string {
	return fmt.Sprintf("the game has not ended after %d moves, on %q", MostMoves, e.Board)
}

// Game plays one game between two bots without a server, from a position on.
// chance returns a number from 0 to n-1, for the dice. It returns how the game
// ended and how many moves that took. An error is the context's, a bot's, a
// *engines.IllegalError for a move that is not legal, or an *EndlessError.
func Game(ctx context.Context, e engines.Engine, p engines.Position, first, second Bot, chance func(n int) int) (engines.Result, int, error) {
	g := pairing{seats: [2]sitting{{first, engines.First, e}, {second, engines.Second, e}}, position: p, chance: chance}
	for g.count.moves < MostMoves {
		if r, over := g.position.Result(); over {
			return r, g.count.moves, nil
		}
		if err := context.Cause(ctx); err != nil {
			return engines.Result{}, g.count.moves, err
		}
		r, err := g.step(ctx)
		if err != nil {
			return engines.Result{}, g.count.moves, fmt.Errorf("move %d, on %q: %w", g.count.moves+1, g.position.Board(), err)
		}
		if r != nil {
			return *r, g.count.moves, nil
		}
	}
	return engines.Result{}, g.count.moves, &EndlessError{Board: g.position.Board()}
}

// pairing is a game under way.
type pairing struct {
	seats    [2]sitting
	position engines.Position
	chance   func(n int) int
	offer    *events.Offer
	count    count
}

// step lets chance or a bot act once. A result ends the game.
func (g *pairing) step(ctx context.Context) (*engines.Result, error) {
	if d, ok := g.position.(engines.Drawer); ok && d.Turn() == engines.Chance {
		next, err := d.Draw(draw(d.Outcomes(), g.chance))
		if err != nil {
			return nil, err
		}
		g.position = next
		return nil, nil
	}
	seat := g.position.Turn()
	if g.offer != nil {
		seat = g.offer.By.Opponent()
	}
	if !seat.Plays() {
		return nil, &NothingError{Board: g.position.Board(), By: seat}
	}
	a, ok, err := g.seats[seat-engines.First].act(ctx, situation{
		position: g.position, offer: g.offer, moves: g.count.moves, offered: g.count.offered[seat-engines.First],
	})
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, &NothingError{Board: g.position.Board(), By: seat}
	}
	return g.do(seat, a)
}

// do carries out what a seat has decided.
func (g *pairing) do(seat engines.Seat, a action) (*engines.Result, error) {
	switch a.typ {
	case play.Accept:
		return &engines.Result{Reason: "agreed"}, nil
	case play.Decline:
		g.offer = nil
	case play.Offer:
		g.offer = &events.Offer{By: seat, What: a.what}
		g.count.add(events.TypeOffered, seat)
	case play.Resign:
		return &engines.Result{Winner: seat.Opponent(), Points: 1, Reason: "resigned"}, nil
	case play.Claim:
		r, err := g.position.(engines.Claimer).Claim(seat, a.what)
		return &r, err
	default:
		next, err := g.position.Play(seat, a.move)
		if err != nil {
			return nil, err
		}
		g.position = next
		g.count.add(events.TypeMoved, seat)
	}
	return nil, nil
}

// draw picks one of the outcomes by their weights.
func draw(list []engines.Outcome, chance func(n int) int) string {
	total := 0
	for _, o := range list {
		total += o.Weight
	}
	at := chance(total)
	for _, o := range list {
		if at -= o.Weight; at < 0 {
			return o.Name
		}
	}
	return ""
}
