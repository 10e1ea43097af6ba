package checkers

// mostJumps is how many pieces one move can take: all that the other side has.
const mostJumps = 12

// move is one whole turn: a step, or a string of jumps of one piece.
type move struct {
	from, to uint8
	jumps    uint8  // 0: a step
	dirs     uint32 // the direction of each jump, two bits each, the first lowest
	taken    uint32 // the pieces jumped
}

// path returns the squares that the move touches, the start first, and how many.
func (m move) path() (at [mostJumps + 1]uint8, n int) {
	at[0] = m.from
	if m.jumps == 0 {
		at[1] = m.to
		return at, 2
	}
	for i := range int(m.jumps) {
		d := m.dirs >> (2 * i) & 3
		at[i+1] = uint8(int8(at[i]) + jumpStride[d])
	}
	return at, int(m.jumps) + 1
}

// moves appends the legal moves, in ascending order of the squares they touch.
//
// Rule: CK-10
func (b board) moves(list []move) []move {
	if b.jumpers() != 0 {
		return b.captures(list)
	}
	return b.steps(list)
}

// steps appends the moves without a capture, as if none were possible.
//
// Rule: CK-4
func (b board) steps(list []move) []move {
	can := b.steppers()
	for rest := can[0] | can[1] | can[2] | can[3]; rest != 0; rest &= rest - 1 {
		sq := lowest(rest)
		for d := range directions {
			if can[d]&bit(sq) != 0 {
				list = append(list, move{from: sq, to: lowest(next[d][sq])})
			}
		}
	}
	return list
}

// captures appends every finished string of jumps. All of them are legal: more
// captures have no precedence.
//
// Rule: CK-12
func (b board) captures(list []move) []move {
	for rest := b.jumpers(); rest != 0; rest &= rest - 1 {
		list = b.capturesFrom(lowest(rest), list)
	}
	return list
}

// capturesFrom appends the strings of jumps of one own piece. The square it
// starts from counts as empty while it moves, so that a king may come back to it.
//
// Rule: CK-7, CK-17
func (b board) capturesFrom(sq uint8, list []move) []move {
	c := chain{prey: b.opp, empty: b.empty() | bit(sq), first: upLeft, last: downRight}
	if b.kings&bit(sq) == 0 {
		if b.white {
			c.last = upRight
		} else {
			c.first = downLeft
		}
	}
	return c.extend(list, move{from: sq, to: sq})
}

// chain is what does not change while one piece strings jumps together: above
// all the piece itself, which stays the man it was until the move is over.
//
// Rule: CK-14
type chain struct {
	prey, empty uint32
	first, last direction // the ways it may jump
}

// extend appends the ways to finish a string of jumps begun with m. It ends only
// where the piece cannot jump on, never over a piece jumped before and never over
// one of its own side.
//
// Rule: CK-8, CK-9, CK-11
func (c *chain) extend(list []move, m move) []move {
	ended := true
	prey := c.prey &^ m.taken
	for d := c.first; d <= c.last; d++ {
		over, to := next[d][m.to], land[d][m.to]
		if over&prey == 0 || to&c.empty == 0 {
			continue
		}
		ended = false
		list = c.extend(list, move{
			from:  m.from,
			to:    lowest(to),
			jumps: m.jumps + 1,
			dirs:  m.dirs | uint32(d)<<(2*m.jumps),
			taken: m.taken | over,
		})
	}
	if ended && m.jumps > 0 {
		list = append(list, m)
	}
	return list
}
