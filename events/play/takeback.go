package play

import (
	"slices"

	"plylog/engines"
	"plylog/events"
)

// moment is the game as one event left it, for as long as it may come back.
type moment struct {
	n         int         // the event
	by        events.Seat // who moved; Nobody at the beginning and for what is no move of the board
	corrected bool        // the event put the one before it right
	pos       engines.Position
	clock     *events.Clock
	moved     [2]bool
	begun     [2]bool
	rolls     int
}

// moments is how many of them a game remembers: takebacks reach that far.
const moments = 16

// remember keeps the moment after event n.
func (g *Game) remember(n int, by events.Seat, corrected bool) {
	if len(g.past) >= moments {
		g.past = g.past[len(g.past)-moments+1:]
	}
	g.past = append(g.past, moment{n: n, by: by, corrected: corrected, pos: g.pos, clock: g.After.Clock, moved: g.moved, begun: g.begun, rolls: g.rolls})
}

// back finds the moment before a seat's last move: its index in g.past.
func (g *Game) back(seat events.Seat) (int, error) {
	at := -1
	for i, m := range slices.Backward(g.past) {
		if m.by == seat && !m.corrected {
			at = i - 1
			break
		}
	}
	switch {
	case at < 0:
		return 0, &RefusedError{Code: CodeNoTakeback, Detail: "there is no move of the " + seat.String() + " seat to take back"}
	case g.past[at].rolls != g.rolls:
		return 0, &RefusedError{Code: CodeNoTakeback, Rule: "BG-27", Detail: "dice fell since that move; what they showed cannot be taken back"}
	}
	return at, nil
}

// takeBack makes the game what it was before a seat's last move, clocks and
// counts included, and starts the clock of who is on turn again. It returns the
// number of the event that the game is back at.
func (t *transition) takeBack(seat events.Seat) (int, error) {
	i, err := t.next.back(seat)
	if err != nil {
		return 0, err
	}
	m := t.next.past[i]
	t.next.pos, t.next.moved, t.next.begun = m.pos, m.moved, m.begun
	// Cut off, not overwritten: games before this one still look at what follows.
	t.next.past = slices.Clip(t.next.past[:i+1])
	if t.next.control != nil {
		t.next.After.Clock = t.next.control.run(m.clock, t.next.waitsFor(), t.at)
	}
	t.next.acted = t.at
	t.ticked = true
	return m.n, nil
}
