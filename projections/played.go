package projections

import (
	"time"

	"plylog/events"
)

// Played is one event as people read it: who did what, and what came of it.
type Played struct {
	N      int
	Seat   events.Seat // who acted; Nobody for the creation
	Type   events.Type
	Move   string // the turn, for moved and corrected
	What   string // what was offered, accepted, declined or claimed
	Value  string
	Player events.PlayerID      // seated: who sits there from now on
	Reason string               // why an administrator did it
	To     int                  // of a takeback that was accepted: the game is again as it was after this event
	Then   []events.Consequence // dice that fell, passes that were forced; shares are left out when written
	Time   time.Time
}

// played reads an event.
func played(e *events.Event) Played {
	p := Played{N: e.N, Type: e.Type, Then: e.Then, Time: e.Time}
	switch d := e.Data.(type) {
	case *events.Joined:
		p.Seat = d.Seat
	case *events.Seated:
		p.Seat, p.Player = d.Seat, d.Player
	case *events.Ruled:
		p.What, p.Reason = d.Ruling, d.Reason
	case *events.Act:
		p.Seat, p.Move, p.What, p.Value, p.To = d.Seat, d.Move, d.What, d.Value, takenBack(e)
		if p.To != 0 && p.What == "" {
			p.What = "takeback" // whoever accepts need not say what
		}
	}
	return p
}

// appendJSON appends an object, left open where the caller has more to add.
func (p *Played) appendJSON(b []byte, open bool) []byte {
	b = append(b, '{')
	b = number(b, "n", int64(p.N))
	b = textField(b, "type", string(p.Type))
	if p.Seat != events.Nobody {
		b = textField(b, "seat", p.Seat.String())
	}
	b = optional(b, "move", p.Move)
	b = optional(b, "what", p.What)
	b = optional(b, "value", p.Value)
	b = optional(b, "player", string(p.Player))
	b = optional(b, "reason", p.Reason)
	if p.To != 0 {
		b = number(b, "to", int64(p.To))
	}
	b = consequences(b, p.Then)
	b = moment(b, "time", p.Time)
	if open {
		return b
	}
	return append(b, '}')
}
