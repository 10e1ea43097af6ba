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

// Series is how the games of a series went so far.
type Series struct {
	ID      events.GameID `json:"series"` // of its first game
	Kind    string        `json:"kind"`
	Players []struct {    // all who sit in them
		Player events.PlayerID `json:"player"`
		Points int             `json:"points"` // what the games won were worth
	} `json:"players"`
	Games []struct {
		Number int            `json:"number"`
		ID     events.GameID  `json:"id"`
		Status string         `json:"status"`
		Seats  Seats          `json:"seats"`
		Result *events.Result `json:"result,omitempty"`
	} `json:"games"`
}

// Points returns what a player has from the games of the series.
func (s *Series) Points(who events.PlayerID) int {
	for _, p := range s.Players {
		if p.Player == who {
			return p.Points
		}
	}
	return 0
}

// Series returns how the series went that a game belongs to.
func (c *Client) Series(ctx context.Context, game events.GameID) (*Series, error) {
	s := new(Series)
	if err := c.get(ctx, gamePath(game)+"/series", nil, s); err != nil {
		return nil, err
	}
	return s, nil
}
