package remote

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/keyring"
	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
	"plylog/events/play"
)

// commit begins the dice chains of the seats whose tokens are ours, in a game
// with shared dice that awaits their anchors; in any other it does nothing. A
// seed is kept before its anchor is sent: after a failure the same command again
// goes on with the same chain.
func (s *Session) commit(ctx context.Context, game events.GameID, tokens map[engines.Seat]string) error {
	ring, err := keyring.Find(s.console.Getenv)
	if err != nil {
		return err
	}
	for _, seat := range []engines.Seat{engines.First, engines.Second} {
		token := tokens[seat]
		if token == "" {
			continue
		}
		c, err := s.Client(token, nil)
		if err != nil {
			return err
		}
		st, err := c.State(ctx, game, 0)
		if err != nil {
			return err
		}
		if st.Shared == nil || !slices.Contains(st.Shared.Anchors, seat) {
			continue
		}
		chain, err := newChain(ring, game, seat)
		if err != nil {
			return err
		}
		if _, err := c.Submit(ctx, game, client.Commit(chain)); err != nil {
			return fmt.Errorf("committing to a dice chain: %w", err)
		}
	}
	return nil
}

// newChain returns the chain of a seat, made now unless it was before.
func newChain(ring *keyring.Ring, game events.GameID, seat engines.Seat) (*dice.Chain, error) {
	seeds, err := ring.Seeds(game)
	if err != nil {
		return nil, err
	}
	seed, ok := seeds[seat]
	if !ok {
		rand.Read(seed[:]) // never fails (crypto/rand)
		if err := ring.AddSeed(game, seat, seed); err != nil {
			return nil, err
		}
	}
	return dice.NewChain(game, play.Party(seat), seed), nil
}

// pledge adds to a command the share of the dice that it brings, where we hold
// the seat's chain. Where we do not, the server says what is missing.
func (s *Session) pledge(ctx context.Context, c *client.Client, game events.GameID, seat engines.Seat, do *client.Command) error {
	if !seat.Plays() {
		return nil
	}
	ring, err := keyring.Find(s.console.Getenv)
	if err != nil {
		return err
	}
	seeds, err := ring.Seeds(game)
	if err != nil {
		return err
	}
	seed, ok := seeds[seat]
	if !ok {
		return nil
	}
	st, err := c.State(ctx, game, 0)
	if err != nil {
		return err
	}
	return do.Pledge(st.Shared, seat, dice.NewChain(game, play.Party(seat), seed))
}
