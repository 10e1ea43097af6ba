package alphabeta

// Ranks above what a game's Promise can give.
const (
	rankBest   = 4 * Known // the best move that an earlier look found
	rankKiller = 2 * Known // moves that refuted a position just as deep
)

// rank guesses how good the moves from base on are.
func (s *search[P, M, G]) rank(p P, base, depth int, first M, known bool) {
	s.ranks = s.ranks[:base]
	killers := &s.killers[len(s.line)]
	for _, m := range s.moves[base:] {
		r := int32(s.game.Promise(p, m, depth))
		switch {
		case known && m == first:
			r += rankBest
		case m == killers[0] || m == killers[1]:
			r += rankKiller
		}
		s.ranks = append(s.ranks, r)
	}
}

// next brings the most promising of the moves from i on to i and returns it.
// Mostly only the first few are asked for, so that sorting them all is not worth
// while.
func (s *search[P, M, G]) next(i int) M {
	best := i
	for j := i + 1; j < len(s.ranks); j++ {
		if s.ranks[j] > s.ranks[best] {
			best = j
		}
	}
	s.ranks[i], s.ranks[best] = s.ranks[best], s.ranks[i]
	s.moves[i], s.moves[best] = s.moves[best], s.moves[i]
	return s.moves[i]
}

// kills remembers a move that refuted a position.
func (s *search[P, M, G]) kills(m M, ply int) {
	k := &s.killers[ply]
	if k[0] != m {
		k[0], k[1] = m, k[0]
	}
}
