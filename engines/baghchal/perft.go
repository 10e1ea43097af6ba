package baghchal

import (
	"math/bits"

	"plylog/engines"
)

// Perft implements engines.Counter: the number of move sequences of that length
// by the board alone. The repetition rule is left out, as in the usual tables,
// and so is what would come after the end of a game. unique makes no
// difference.
func (p *Position) Perft(depth int, unique bool) uint64 {
	switch {
	case depth < 0:
		return 0
	case depth == 0:
		return 1
	case p.end != going:
		return 0
	case p.side == engines.First:
		return perftGoats(p.tigers, p.goats, int(p.hand), int(p.captured), depth)
	default:
		return perftTigers(p.tigers, p.goats, int(p.hand), int(p.captured), depth)
	}
}

// perftGoats counts with the goats on turn; depth is at least 1.
func perftGoats(tigers, goats set, hand, captured, depth int) (n uint64) {
	empty := whole &^ (tigers | goats)
	if hand > 0 {
		if depth == 1 {
			return uint64(size(empty))
		}
		for to := empty; to != 0; to &= to - 1 {
			n += perftTigers(tigers, goats|to&-to, hand-1, captured, depth-1)
		}
		return n
	}
	if depth == 1 {
		return countSteps(goats, empty)
	}
	for rest := goats; rest != 0; rest &= rest - 1 {
		from := first(rest)
		for to := near[from%points] & empty; to != 0; to &= to - 1 {
			n += perftTigers(tigers, goats^bit(from)^to&-to, 0, captured, depth-1)
		}
	}
	return n
}

// perftTigers counts with the tigers on turn; depth is at least 1.
func perftTigers(tigers, goats set, hand, captured, depth int) (n uint64) {
	empty := whole &^ (tigers | goats)
	if depth == 1 {
		return countSteps(tigers, empty) + countJumps(tigers, goats, empty)
	}
	for rest := tigers; rest != 0; rest &= rest - 1 {
		from := first(rest)
		left := tigers ^ bit(from)
		for to := near[from%points] & empty; to != 0; to &= to - 1 {
			n += perftGoats(left|to&-to, goats, hand, captured, depth-1)
		}
		if captured == mostCaptured-1 {
			continue // a fifth capture ends the game: nothing comes after it
		}
		for to := far[from%points] & empty; to != 0; to &= to - 1 {
			if between := bit(over(from, first(to))); goats&between != 0 {
				n += perftGoats(left|to&-to, goats^between, hand, captured+1, depth-1)
			}
		}
	}
	return n
}

// The lines of the board by direction, each as the set of its lower ends: from
// a point of across a line leads to the next file, and so on. Those of jumps
// lead on along the same line to a second point.
const (
	across = whole &^ fileE
	up     = whole >> 5
	rising = across & up & even
	fallen = up &^ fileA & even // up and to the left

	jumpAcross = across &^ (fileE >> 1)
	jumpUp     = whole >> 10
	jumpRising = jumpAcross & jumpUp & even
	jumpFallen = jumpUp &^ (fileA | fileA<<1) & even
)

// countSteps counts the lines with a piece at one end and nothing at the other.
// Two directions share a word, so that it takes two population counts.
func countSteps(pieces, empty set) uint64 {
	ends := func(shift int, lower set) uint64 {
		return uint64((pieces&(empty>>shift) | empty&(pieces>>shift)) & lower)
	}
	return uint64(bits.OnesCount64(ends(1, across)|ends(5, up)<<32) +
		bits.OnesCount64(ends(6, rising)|ends(4, fallen)<<32))
}

// countJumps counts the double lines with a tiger at one end, a goat in the
// middle and nothing at the other end.
func countJumps(tigers, goats, empty set) uint64 {
	ends := func(shift int, lower set) uint64 {
		return uint64((tigers&(empty>>(2*shift)) | empty&(tigers>>(2*shift))) & (goats >> shift) & lower)
	}
	return uint64(bits.OnesCount64(ends(1, jumpAcross)|ends(5, jumpUp)<<32) +
		bits.OnesCount64(ends(6, jumpRising)|ends(4, jumpFallen)<<32))
}
