package projections

import (
	"context"

	"plylog/events"
)

// Board is the projection of what games look like. The states that were used
// last are in memory; the others are folded from the log when somebody asks.
type Board struct {
	view *view[*State]
}

// Name implements Projection.
func (*Board) Name() string { return "board" }

// Apply implements Projection.
func (b *Board) Apply(e *events.Event) error { return b.view.apply(e) }

// Damage implements Projection: what is damaged is looked up when a state is read.
func (*Board) Damage(events.GameID, int, error) {}

// State returns the game as it is now; one that is damaged as it was before,
// with StatusDamaged. Errors: ErrNoGame, ErrDamaged, or what the log answers.
func (b *Board) State(ctx context.Context, game events.GameID) (*State, error) {
	s, broken, err := b.view.now(ctx, game)
	if err != nil {
		return nil, err
	}
	if broken != nil {
		return s.damaged(broken), nil
	}
	return s, nil
}

// At returns the game as it was at version n. Errors: ErrPast, *FutureError and
// those of State.
func (b *Board) At(ctx context.Context, game events.GameID, n int) (*State, error) {
	return b.view.at(ctx, game, n)
}
