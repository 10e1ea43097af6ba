package reversi

import "math/bits"

// Perft implements engines.Counter. A pass is a ply, and a game that has ended
// counts nothing below. No two moves are alike here, so unique changes nothing.
func (p *position) Perft(depth int, _ bool) uint64 {
	switch {
	case depth < 0:
		return 0
	case depth == 0:
		return 1
	}
	own, opp := p.discs()
	return count(own, opp, depth)
}

// count counts the nodes depth plies (1 or more) below. The last ply is not
// played: the number of its moves is the number of bits.
func count(own, opp uint64, depth int) uint64 {
	moves := mobility(own, opp)
	switch {
	case moves == 0 && mobility(opp, own) == 0:
		return 0
	case moves == 0 && depth == 1:
		return 1
	case moves == 0:
		return count(opp, own, depth-1)
	case depth == 1:
		return uint64(bits.OnesCount64(moves))
	}
	var nodes uint64
	for ; moves != 0; moves &= moves - 1 {
		turned := flips(own, opp, bits.TrailingZeros64(moves))
		nodes += count(opp&^turned, own|turned|moves&-moves, depth-1)
	}
	return nodes
}
