package play

import (
	"fmt"

	"plylog/events"
)

// A seat changes hands when a guest signs in, or when somebody lets somebody else
// go on. It is an event, so that the log goes on saying who did what: what was
// done before was done by who sat there then. Whatever rests on the seat stays:
// its clock, its dice chain with the anchor and the shares that are on record,
// and the offers between the two sides. Where the seat holds its own chain, the
// new player needs it, or waives.

// intendHand makes a Hand the event that it asks for.
func (g *Game) intendHand(cmd *Command) (events.Type, events.Data, error) {
	p, err := events.ParsePlayerID(string(cmd.Player))
	if err != nil || p == events.System {
		return "", nil, &RefusedError{Code: CodeMalformed, Detail: "a seat is handed to a player, by their id"}
	}
	if cmd.Share != nil || cmd.Move != "" || cmd.What != "" || cmd.Value != "" {
		return "", nil, &RefusedError{Code: CodeMalformed, Detail: "a seat is handed over with nothing but the player's id"}
	}
	return events.TypeSeated, &events.Seated{Seat: cmd.Seat, Player: p}, nil
}

// handOver seats another player. Only who sits on the seat can give it away. One
// player sits on both seats of a game only where one sat on both from the
// beginning, since nobody ever joined it.
func (t *transition) handOver(s *events.Seated, by events.PlayerID) error {
	refuse := func(code, format string, args ...any) error {
		return &RefusedError{Code: code, Detail: fmt.Sprintf(format, args...)}
	}
	if !s.Seat.Plays() {
		return refuse(CodeMalformed, "there is no such seat")
	}
	c := t.next.Created
	switch sits := t.next.Player(s.Seat); {
	case sits == "":
		return refuse(CodeOpen, "that seat is free")
	case sits != by:
		return refuse(CodeSeatTaken, "the %s seat is somebody else's to give", s.Seat)
	case sits == s.Player:
		return refuse(CodeSeatTaken, "that player sits on the %s seat already", s.Seat)
	case t.next.Player(s.Seat.Opponent()) == s.Player && (c.First == "" || c.Second == ""):
		return refuse(CodeSeatTaken, "that player sits on the other seat: nobody plays against themselves in a game of two")
	}
	t.next.Players[s.Seat-events.First] = s.Player
	t.ticked = true // time goes on as it was
	return nil
}
