package prepared

import (
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
