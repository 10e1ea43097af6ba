package projections

import (
	"fmt"

	"plylog/events"
)

// Status is where a game stands in its life.
type Status string

// The statuses.
const (
	StatusOpen    Status = "open" // a seat is free
	StatusPlaying Status = "playing"
	StatusOver    Status = "over"
	StatusDamaged Status = "damaged" // its log does not agree with itself or its rules; what is shown is the last that did
)

// ParseStatus reads a status.
func ParseStatus(s string) (Status, error) {
	switch st := Status(s); st {
	case StatusOpen, StatusPlaying, StatusOver, StatusDamaged:
		return st, nil
	}
	return "", fmt.Errorf("status %.20q is none of open, playing, over, damaged", s)
}

// statusAfter is the status of a game whose last event is e.
func statusAfter(e *events.Event, who [2]events.PlayerID) Status {
	switch {
	case e.Over():
		return StatusOver
	case who[0] == "" || who[1] == "":
		return StatusOpen
	default:
		return StatusPlaying
	}
}

// seated returns who sits where after an event.
func seated(who [2]events.PlayerID, e *events.Event) [2]events.PlayerID {
	switch d := e.Data.(type) {
	case *events.Created:
		who = [2]events.PlayerID{d.First, d.Second}
	case *events.Joined:
		if d.Seat.Plays() {
			who[d.Seat-events.First] = e.By
		}
	case *events.Seated:
		if d.Seat.Plays() {
			who[d.Seat-events.First] = d.Player
		}
	}
	return who
}
