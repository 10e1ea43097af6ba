package backgammon

import (
	"errors"
	"fmt"

	"plylog/engines"
)

// settled checks the ending of a record against its course and fills in what
// follows from it: the reason of a win on the board, and the value of a
// resignation that is told by its points alone.
func (c *course) settled(end engines.Ending, t *terms) (engines.Ending, error) {
	winner, reason := c.finish()
	switch {
	case !end.Known && end != engines.Ending{}:
		return end, errors.New("an ending is told, and told not to be known")
	case !end.Known:
		return end, nil
	case end.Winner > engines.Second:
		return end, fmt.Errorf("the winner is %s", end.Winner)
	case reason != "" && end.Winner != winner:
		return end, fmt.Errorf("the winner is %s, by the turns it is %s", end.Winner, winner)
	case end.Points < 0 || end.Points > mostPoints || end.Winner == engines.Nobody && end.Points > 0:
		return end, fmt.Errorf("%s won %d points", end.Winner, end.Points)
	}
	if end.Reason == "" {
		end.Reason = reason
	}
	if end.Reason == resigned && end.Value == "" {
		end.Value = c.worth(end.Points, t)
	}
	return end, nil
}

// worth returns the value of a game by its points, where they tell.
//
// Rule: BG-23, BG-25
func (c *course) worth(points int, t *terms) string {
	for n := 1; n < len(values); n++ {
		if n > 1 && t.jacoby && c.cube == 1 {
			break
		}
		if points == n*c.cube {
			return values[n]
		}
	}
	return ""
}
