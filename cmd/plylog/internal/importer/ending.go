package importer

import (
	"fmt"

	"plylog/engines"
	"plylog/events"
)

// The words of the API for what ends a game by decision.
const (
	draw   = "draw"
	resign = "resign"
)

// ending is the next command that brings a game, whose recorded moves are all
// played, to the end that its record tells: a resignation, or a draw that is
// offered and accepted. ok is false where there is nothing to do: the game is
// over, or the record does not say how it ended.
func ending(end engines.Ending, now standing) (c command, ok bool) {
	switch {
	case now.result != nil || !end.Known:
		return command{}, false
	case now.offer != nil:
		return command{by: now.offer.By.Opponent(), typ: "accept", what: now.offer.What}, true
	case end.Winner == engines.Nobody:
		return command{by: engines.First, typ: "offer", what: draw}, true
	default:
		return command{by: end.Winner.Opponent(), typ: resign, value: end.Value}, true
	}
}

// differs says how a result differs from what the record tells; empty where it
// does not, or where the record does not tell.
func differs(end engines.Ending, r *events.Result) string {
	switch {
	case !end.Known || r == nil:
		return ""
	case end.Winner != r.Winner:
		return fmt.Sprintf("the record has %s as the winner, the board %s", winner(end.Winner), winner(r.Winner))
	case end.Points > 0 && end.Points != r.Points:
		return fmt.Sprintf("the record has a win of %d points, the board one of %d", end.Points, r.Points)
	default:
		return ""
	}
}

func winner(s engines.Seat) string {
	if s == engines.Nobody {
		return "nobody"
	}
	return s.String()
}
