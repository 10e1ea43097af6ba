package checkers

import "math/bits"

// Perft implements engines.Counter: every path of a string of jumps is a move of
// its own unless unique is set; a game that is over has no moves; what history
// might end (repetition, quiet moves) is left out of account below this position.
func (p *position) Perft(depth int, unique bool) uint64 {
	switch {
	case depth < 0:
		return 0
	case depth == 0:
		return 1
	case p.end != running:
		return 0
	}
	c := counter{unique: unique, stack: make([]move, 0, 64)}
	return c.count(p.b, depth)
}

// counter walks a move tree depth first. The strings of jumps of all boards on
// the way to the current one share one stack.
type counter struct {
	unique bool
	stack  []move
}

func (c *counter) count(b board, depth int) uint64 {
	if b.jumpers() != 0 {
		return c.countCaptures(b, depth)
	}
	can := b.steppers()
	if depth == 1 {
		return uint64(bits.OnesCount32(can[0]) + bits.OnesCount32(can[1]) +
			bits.OnesCount32(can[2]) + bits.OnesCount32(can[3]))
	}
	var n uint64
	for d := range directions {
		for rest := can[d]; rest != 0; rest &= rest - 1 {
			sq := lowest(rest)
			n += c.count(b.after(move{from: sq, to: lowest(next[d][sq])}), depth-1)
		}
	}
	return n
}

func (c *counter) countCaptures(b board, depth int) uint64 {
	base := len(c.stack)
	c.stack = b.captures(c.stack)
	if c.unique {
		c.stack = c.stack[:base+distinct(c.stack[base:])]
	}
	end := len(c.stack)
	n := uint64(end - base)
	if depth > 1 {
		n = 0
		for i := base; i < end; i++ {
			n += c.count(b.after(c.stack[i]), depth-1)
		}
	}
	c.stack = c.stack[:base]
	return n
}

// distinct moves the first of all moves with the same start, end and captured
// pieces to the front of list and returns how many there are. Two such paths run
// around a loop in opposite ways, and the smallest loop of jumps takes four.
func distinct(list []move) int {
	n := 0
	for _, m := range list {
		if m.jumps < 4 || !contains(list[:n], m) {
			list[n] = m
			n++
		}
	}
	return n
}

func contains(list []move, m move) bool {
	for _, o := range list {
		if o.same(m) {
			return true
		}
	}
	return false
}

// same reports whether two moves of one board lead to the same board.
func (m move) same(o move) bool {
	return m.from == o.from && m.to == o.to && m.taken == o.taken
}
