package reversi

import (
	"math/bits"

	"plylog/engines"
)

// The reasons for which a game ends, in the order in which they are tried.
const (
	reasonWipedOut  = "wiped-out"
	reasonFullBoard = "full-board"
	reasonNoMoves   = "no-moves"
)

// Result implements engines.Position. A win is worth one point; the score is
// black's and white's count under the option score. In a draw with empty squares
// empties-to-winner halves them (32-32), as tournaments write it.
//
// Rule: RV-11
func (p *position) Result() (engines.Result, bool) {
	if !p.over {
		return engines.Result{}, false
	}
	black, white, empties := bits.OnesCount64(p.black), bits.OnesCount64(p.white), p.empties()
	r := engines.Result{Reason: reasonNoMoves}
	switch {
	case black == 0 || white == 0:
		r.Reason = reasonWipedOut
	case empties == 0:
		r.Reason = reasonFullBoard
	}
	bonus := [2]int{empties / 2, empties / 2}
	switch {
	case black > white:
		r.Winner, r.Points, bonus = engines.First, 1, [2]int{empties, 0}
	case white > black:
		r.Winner, r.Points, bonus = engines.Second, 1, [2]int{0, empties}
	}
	if p.emptiesToWinner {
		black, white = black+bonus[0], white+bonus[1]
	}
	r.Score = &[2]int{black, white}
	return r, true
}

// tournamentScore returns black's score as tournaments write it down, the winner
// having the empty squares; false while the game goes on.
func (p *position) tournamentScore() (black int, over bool) {
	counted := *p
	counted.emptiesToWinner = true
	r, over := counted.Result()
	if !over {
		return 0, false
	}
	return r.Score[0], true
}
