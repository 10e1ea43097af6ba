package backgammon

import (
	"fmt"

	"plylog/engines"
)

// Why a game ended.
const (
	borneOff = "borne-off"
	dropped  = "dropped"
	resigned = "resigned"
)

// Result implements engines.Position. Points are the cube times the value of the
// game; the reason is "borne-off" or "dropped".
func (p *position) Result() (engines.Result, bool) {
	if p.phase != over {
		return engines.Result{}, false
	}
	r := engines.Result{Winner: p.turn, Points: p.cube, Reason: dropped}
	// Rule: BG-2
	if p.men[p.turn-engines.First][off] == checkers {
		r.Reason = borneOff
		r.Points *= p.counted(p.value(p.turn.Opponent()))
	}
	return r, true
}

// value returns what a game is worth in cubes that its loser has lost as the
// checkers stand: 1 single, 2 gammon, 3 backgammon.
//
// Rule: BG-23
func (p *position) value(loser engines.Seat) int {
	s := &p.men[loser-engines.First]
	switch {
	case s[off] > 0:
		return 1
	case behind(s):
		return 3
	default:
		return 2
	}
}

// behind reports whether a side has a checker on the bar or in the opponent's
// home board.
func behind(s *[26]int8) bool {
	for p := 19; p <= bar; p++ {
		if s[p] > 0 {
			return true
		}
	}
	return false
}

// counted returns what a value counts under the Jacoby rule.
//
// Rule: BG-25
func (p *position) counted(value int) int {
	if p.terms.jacoby && p.cube == 1 {
		return 1
	}
	return value
}

// The values that a resignation names.
var values = [...]string{1: "single", 2: "gammon", 3: "backgammon"}

// Resign implements engines.Resigner. A resignation takes effect at once when
// the opponent could gain nothing by refusing it: no higher value can still be
// reached, or none would count for more because a single game wins the match.
// Else the opponent has to accept it.
//
// Rule: BG-26
func (p *position) Resign(by engines.Seat, value string) (engines.Result, bool, error) {
	m := engines.Move("resign " + value)
	if p.phase == over || !by.Plays() {
		return engines.Result{}, false, p.notNow(by, m)
	}
	if value == "" {
		value = values[1]
	}
	for n, word := range values {
		if word != value || n == 0 {
			continue
		}
		r := engines.Result{Winner: by.Opponent(), Points: p.cube * p.counted(n), Reason: resigned}
		need, limited := p.terms.need(r.Winner)
		return r, n >= p.worst(by) || limited && r.Points >= need, nil
	}
	return engines.Result{}, false, refusal(by, m, "BG-26", "bad-resignation",
		fmt.Sprintf("a resignation is worth a %s, a %s or a %s", values[1], values[2], values[3]))
}

// worst returns the highest value that a seat can still lose.
func (p *position) worst(seat engines.Seat) int {
	m := p.seen(seat)
	switch {
	case m.Own[off] > 0:
		return 1
	case contact(&m) || behind(&m.Own):
		return 3
	default:
		return 2
	}
}

// contact reports whether the mover can still be hit: an opposing checker has
// one of the mover's before it.
func contact(m *Men) bool {
	last := bar
	for last > off && m.Own[last] == 0 {
		last--
	}
	for q := bar; 25-q < last; q-- {
		if m.Opp[q] > 0 {
			return true
		}
	}
	return false
}
