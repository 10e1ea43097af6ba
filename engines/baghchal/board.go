package baghchal

import "plylog/engines"

// mostCaptured is how many captures win the game; herd how many goats there are.
// Rule: BC-2, BC-9
const (
	mostCaptured = 5
	herd         = 20
	pack         = 4
)

// board is the pieces and whose turn it is: all that the rules ask for, but for
// the past.
type board struct {
	tigers, goats  set
	hand, captured uint8
	side           engines.Seat // First: goats, Second: tigers; stays when the game is over
}

// start is the board that a game begins with.
// Rule: BC-2, BC-3
var start = board{tigers: corners, hand: herd, side: engines.First}

func (b board) empty() set { return whole &^ (b.tigers | b.goats) }

// key is the whole position in one word, as far as positions without goats in
// hand can differ since the last capture.
// Rule: BC-12
func (b board) key() uint64 {
	return uint64(b.tigers) | uint64(b.goats)<<points | uint64(b.side)<<(2*points)
}

// own is the pieces of the side on turn.
func (b board) own() set {
	if b.side == engines.First {
		return b.goats
	}
	return b.tigers
}

// placing reports whether the side on turn must place a goat.
// Rule: BC-4
func (b board) placing() bool { return b.side == engines.First && b.hand > 0 }

// after makes a move that is legal on the board.
func (b board) after(m move) board {
	switch {
	case m.from == none:
		b.goats |= bit(m.to)
		b.hand--
	case b.side == engines.First:
		b.goats ^= bit(m.from) | bit(m.to)
	default:
		b.tigers ^= bit(m.from) | bit(m.to)
		if m.takes != none {
			b.goats &^= bit(m.takes)
			b.captured++
		}
	}
	b.side = b.side.Opponent()
	return b
}

// trapped counts the tigers that can neither step nor jump.
func (b board) trapped() int {
	n := 0
	for rest := b.tigers; rest != 0; rest &= rest - 1 {
		t := first(rest)
		if near[t]&b.empty() == 0 && b.landings(t) == 0 {
			n++
		}
	}
	return n
}

// landings is the points on which a tiger would land from jumping a goat.
// Rule: BC-7, BC-8
func (b board) landings(tiger int) set {
	var s set
	for to := far[tiger] & b.empty(); to != 0; to &= to - 1 {
		if has(b.goats, over(tiger, first(to))) {
			s |= to & -to
		}
	}
	return s
}
