package alphabeta

import "math/bits"

// table remembers positions that were looked at, the newest in each place.
type table[M comparable] struct {
	entries []entry[M]
	mask    uint64
}

// entry is what a look at a position came to.
type entry[M comparable] struct {
	key   uint64
	score int32 // seen from the position itself, not from the root
	move  M     // the best move
	depth int8
	kind  bound
}

// bound says what a score is.
type bound uint8

const (
	none  bound = iota
	exact       // the score itself
	lower       // it is at least that
	upper       // it is at most that
)

// The sizes of a table, as powers of two.
const (
	leastTable = 8
	mostTable  = 17
)

// newTable makes a table that suits the number of positions to be looked at.
func newTable[M comparable](nodes int) table[M] {
	size := min(max(bits.Len(uint(max(nodes, 0))), leastTable), mostTable)
	return table[M]{entries: make([]entry[M], 1<<size), mask: 1<<size - 1}
}

func (t *table[M]) get(key uint64) (entry[M], bool) {
	e := t.entries[key&t.mask]
	return e, e.kind != none && e.key == key
}

func (t *table[M]) put(e entry[M]) { t.entries[e.key&t.mask] = e }

// at returns the score as seen from the root, that many plies away.
func (e *entry[M]) at(ply int) int { return later(int(e.score), ply) }

// settles reports whether a known score answers what lies between alpha and beta.
func (e *entry[M]) settles(score, alpha, beta int) bool {
	switch e.kind {
	case exact:
		return true
	case lower:
		return score >= beta
	case upper:
		return score <= alpha
	default:
		return false
	}
}

// later and sooner move the end of a game away and back: a win is worth the
// more, and a loss the less, the sooner it comes.

func later(score, plies int) int {
	switch {
	case score >= won:
		return score - plies
	case score <= -won:
		return score + plies
	default:
		return score
	}
}

func sooner(score, plies int) int {
	switch {
	case score >= won:
		return score + plies
	case score <= -won:
		return score - plies
	default:
		return score
	}
}
