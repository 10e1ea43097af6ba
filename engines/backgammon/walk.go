package backgammon

import "math/bits"

// walk is a position in the middle of a turn, with what a step asks of it ready
// in bit sets: bit p is the point p as the mover counts, bit 25 the bar.
type walk struct {
	Men
	mine  uint32 // where the mover has checkers
	held  uint32 // where the opponent has two or more
	blots uint32 // where the opponent has one
}

// Bit sets of places.
const (
	barBit  = 1 << bar
	outside = 1<<26 - 1<<7 // everything but the home board and off
)

// begin prepares the walk from a position.
func begin(m *Men) walk {
	w := walk{Men: *m}
	for p := 1; p <= bar; p++ {
		if m.Own[p] > 0 {
			w.mine |= 1 << p
		}
	}
	for p := 1; p <= 24; p++ {
		// Rule: BG-6, BG-12
		switch n := m.Opp[25-p]; {
		case n >= 2:
			w.held |= 1 << p
		case n == 1:
			w.blots |= 1 << p
		}
	}
	return w
}

// movers returns the places from which a checker can play a die now.
func (w *walk) movers(die int) uint32 {
	open := w.mine &^ (w.held << die)
	// Rule: BG-13
	if w.mine&barBit != 0 {
		return open & barBit
	}
	// Rule: BG-6, BG-15
	from := open &^ (2<<die - 1)
	// Rule: BG-16
	if w.mine&outside != 0 {
		return from
	}
	exact := uint32(1) << die
	// Rule: BG-17, BG-20
	if w.mine&exact != 0 {
		return from | exact
	}
	// Rule: BG-18, BG-19
	if w.mine > exact {
		return from
	}
	return highest(w.mine)
}

// highest returns the highest bit of a set, as a set.
func highest(set uint32) uint32 {
	if set == 0 {
		return 0
	}
	return 1 << top(set)
}

// top returns the highest member of a set that is not empty.
func top(set uint32) int { return 31 - bits.LeadingZeros32(set) }

// landing returns where a step ends: a point, or off.
func landing(from, die int) int { return max(from-die, off) }

// step plays a die from a place that movers names.
func (w *walk) step(from, die int) {
	if w.Own[from]--; w.Own[from] == 0 {
		w.mine &^= 1 << from
	}
	to := landing(from, die)
	w.Own[to]++
	if to == off {
		return
	}
	at := uint32(1) << to
	w.mine |= at
	// Rule: BG-12
	if w.blots&at != 0 {
		w.blots &^= at
		w.Opp[25-to]--
		w.Opp[bar]++
	}
}
