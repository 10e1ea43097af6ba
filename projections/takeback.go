package projections

import (
	"fmt"
	"slices"

	"plylog/events"
)

// takenBack returns the event that an event takes its game back to: the game is
// again as it was after that one. 0 for an event that takes nothing back.
func takenBack(e *events.Event) int {
	if a, ok := e.Data.(*events.Act); ok && e.Type == events.TypeAccepted {
		return a.To
	}
	return 0
}

// spans are the events of a game that were taken back, in order and apart from
// each other. Lists of one game share their array; only the newest grows.
type spans []span

type span struct{ first, last int }

// has reports whether an event was taken back.
func (s spans) has(n int) bool {
	_, found := slices.BinarySearchFunc(s, n, func(a span, n int) int {
		switch {
		case a.last < n:
			return -1
		case a.first > n:
			return 1
		}
		return 0
	})
	return found
}

// add takes back what lies between event to, which stands, and event at.
func (s spans) add(to, at int) (spans, error) {
	if to < 1 || to >= at {
		return nil, fmt.Errorf("event %d goes back to event %d", at, to)
	}
	if s.has(to) {
		return nil, fmt.Errorf("event %d goes back to event %d, which was taken back", at, to)
	}
	// What was taken back behind it is part of what is taken back now.
	kept := len(s)
	for kept > 0 && s[kept-1].first > to {
		kept--
	}
	if kept < len(s) {
		s = slices.Clip(s[:kept])
	}
	if to+1 == at {
		return s, nil
	}
	return append(s, span{to + 1, at - 1}), nil
}
