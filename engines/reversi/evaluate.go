package reversi

import (
	"math/bits"

	"plylog/engines/alphabeta"
)

// node is a position as a search sees it, from the side on turn.
type node struct{ own, opp uint64 }

// placing is a move in a search: a square, or passing.
type placing int8

// searched implements alphabeta.Game.
type searched struct{}

// Moves implements alphabeta.Game.
func (searched) Moves(n node, list []placing) []placing {
	moves := mobility(n.own, n.opp)
	if moves == 0 {
		if mobility(n.opp, n.own) == 0 {
			return list
		}
		return append(list, passing)
	}
	for ; moves != 0; moves &= moves - 1 {
		list = append(list, placing(bits.TrailingZeros64(moves)))
	}
	return list
}

// After implements alphabeta.Game.
func (searched) After(n node, m placing) node {
	if m == passing {
		return node{n.opp, n.own}
	}
	turned := flips(n.own, n.opp, int(m))
	return node{n.opp &^ turned, n.own | turned | 1<<m}
}

// Key implements alphabeta.Game.
func (searched) Key(n node) uint64 { return alphabeta.Mix(n.own) ^ alphabeta.Mix(^n.opp)*3 }

// Sharp implements alphabeta.Game: nothing is so sudden in reversi that it cannot
// be judged as it stands.
func (searched) Sharp(_ node, list []placing) ([]placing, bool) { return list, false }

// Promise implements alphabeta.Game: corners first, then what leaves the other
// side few moves; squares beside an empty corner last.
func (searched) Promise(n node, m placing, depth int) int {
	if m == passing {
		return 0
	}
	promise := 0
	if depth > 1 {
		next := searched{}.After(n, m)
		promise = -10 * bits.OnesCount64(mobility(next.own, next.opp))
	}
	switch at := uint64(1) << m; {
	case at&corners != 0:
		promise += 300
	case at&diagonals != 0:
		promise -= 60
	}
	return promise
}

// Sets of squares that a judgement looks at.
const (
	corners   = 1 | 1<<7 | 1<<56 | 1<<63
	diagonals = 1<<9 | 1<<14 | 1<<49 | 1<<54 // b2, g2, b7, g7
	fileA     = 0x0101010101010101
	fileH     = fileA << 7
)

// What things are worth, in hundredths of a disc.
const (
	worthCorner   = 900
	worthBeside   = -250 // a disc on an edge beside an empty corner
	worthDiagonal = -550 // and one diagonally beside it
	worthAnchored = 250  // a disc on an edge that cannot be turned any more
	worthMoves    = 1600 // all the moves there are, against none
	worthOpen     = -35  // an empty square that lies beside own discs
	worthParity   = 150  // of moving last
	worthDisc     = 12   // a disc, for every square that is filled beyond latePhase
	latePhase     = 44
)

// Value implements alphabeta.Game. Its terms are the ones that every book on the
// game teaches: corners and what gives them away, discs that are safe, having
// moves and taking them from the opponent, showing few discs to the outside.
// Discs as such count late only.
func (searched) Value(n node) int {
	ours, theirs := mobility(n.own, n.opp), mobility(n.opp, n.own)
	filled := bits.OnesCount64(n.own | n.opp)
	discs := n.lead()
	if ours|theirs == 0 {
		return final(discs)
	}
	a, b := bits.OnesCount64(ours), bits.OnesCount64(theirs)
	v := worthMoves*(a-b)/(a+b+1) + side(n.own, n.opp) - side(n.opp, n.own)
	if filled > latePhase {
		v += worthDisc * (filled - latePhase) * discs
	}
	if filled%2 == 1 {
		v += worthParity // an odd number of empty squares: the side on turn moves last
	} else {
		v -= worthParity
	}
	return v
}

// lead is by how many discs the side on turn is ahead.
func (n node) lead() int { return bits.OnesCount64(n.own) - bits.OnesCount64(n.opp) }

// final is the score of a game that is over.
func final(discs int) int {
	switch {
	case discs > 0:
		return alphabeta.Win + 1<<8*discs
	case discs < 0:
		return -alphabeta.Win + 1<<8*discs
	default:
		return 0
	}
}

// side adds up what one side's discs are worth by where they stand.
func side(own, opp uint64) int {
	empty := ^(own | opp)
	v := worthCorner * bits.OnesCount64(own&corners)
	if free := empty & corners; free != 0 {
		beside, diagonal := besideCorners(free)
		v += worthBeside*bits.OnesCount64(own&beside) + worthDiagonal*bits.OnesCount64(own&diagonal)
	}
	if own&corners != 0 {
		v += worthAnchored * bits.OnesCount64(anchored(own))
	}
	return v + worthOpen*bits.OnesCount64(around(own)&empty)
}

// besideCorners returns the squares on the edges beside some corners, and the
// ones diagonally beside them.
func besideCorners(some uint64) (beside, diagonal uint64) {
	across := some&^fileH<<1 | some&^fileA>>1
	return across | some<<8 | some>>8, across<<8 | across>>8
}

// around returns the squares next to a set, and some of the set itself.
func around(set uint64) uint64 {
	set |= set&^fileH<<1 | set&^fileA>>1
	return set | set<<8 | set>>8
}

// anchored returns the discs on the edges that stand in an unbroken row from a
// corner of the same colour: nothing can turn them.
func anchored(own uint64) uint64 {
	const edges = fileA | fileH | 0xff | 0xff<<56
	row := own & corners
	for {
		// Along an edge only: steps that leave it land on squares that are none.
		more := (row | row&^fileH<<1 | row&^fileA>>1 | row<<8 | row>>8) & own & edges
		if more == row {
			return row
		}
		row = more
	}
}
