package audit

import (
	"plylog/events"
)

// Ruling is what an administrator did with a game. The log shows that it was done
// and by whom, and that what came of it is right; whether it was just it cannot show.
type Ruling struct {
	Game   events.GameID   `json:"game,omitzero"` // where more than one game was read
	N      int             `json:"n"`
	Type   events.Type     `json:"type"`
	By     events.PlayerID `json:"by"`
	Ruling string          `json:"ruling,omitempty"` // adjudicated: first, second, draw, void
	Reason string          `json:"reason,omitempty"`
}

// mostRulings is how many rulings a report holds: those of the first games, by id.
const mostRulings = 1000

// rulingOf reads an administrator's act; false where the event is none.
func rulingOf(e *events.Event) (Ruling, bool) {
	d, ok := e.Data.(*events.Ruled)
	if !ok {
		return Ruling{}, false
	}
	return Ruling{N: e.N, Type: e.Type, By: e.By, Ruling: d.Ruling, Reason: d.Reason}, true
}
