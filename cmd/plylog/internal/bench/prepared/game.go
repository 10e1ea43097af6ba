package prepared

import (
	"context"

	"plylog/api/seat"
	"plylog/events"
	"plylog/events/play"
)

// Game is a game that is still to be played. Both seats are its creator's.
type Game struct {
	Key      events.CommandID // the idempotency key under which a server creates this very game
	Create   play.Create
	Commands []play.Command // in order; command i makes event i+2
	Tokens   [2]seat.Token  // what proves the seats
	Events   []*events.Event
}

// Token returns the token of a command's seat.
func (g *Game) Token(c *play.Command) seat.Token { return g.Tokens[c.Seat-events.First] }

// Store appends the events of the game to a log that has none of it.
func (g *Game) Store(ctx context.Context, log events.Log) error {
	var seq uint64
	for _, e := range g.Events {
		var err error
		if seq, err = log.Append(ctx, seq, e); err != nil {
			return err
		}
	}
	return nil
}
