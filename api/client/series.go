package client

import (
	"context"
	"encoding/json"
	"fmt"

	"plylog/events"
)

// Seat is a place in the next game of a series.
type Seat struct {
	Game     events.GameID `json:"game"`
	Seat     events.Seat   `json:"seat"`
	Token    string        `json:"token"`
	Replayed bool          `json:"-"` // it had been asked for before
}

// Rematch asks for the game after one that is over, with the token of a seat of
// that one. The first player to ask makes it, the other joins it.
func (c *Client) Rematch(ctx context.Context, game events.GameID) (*Seat, error) {
	r, err := c.send(ctx, request{method: "POST", path: gamePath(game) + "/events", body: []byte(`{"type":"rematch"}`)})
	if err != nil {
		return nil, err
	}
	s := &Seat{Replayed: replayed(r)}
	if err := json.Unmarshal(r.body, s); err != nil || s.Token == "" {
		return nil, fmt.Errorf("reading the answer to a rematch: %w", err)
	}
	return s, nil
}
