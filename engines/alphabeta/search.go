package alphabeta

import "slices"

// Search looks for the best of a position's moves.
func Search[P any, M comparable, G Game[P, M]](g G, p Problem[P, M], l Limits) Found[M] {
	s := &search[P, M, G]{game: g, limits: l, seed: p.Seed, stop: p.Stop, past: slices.Clone(p.Past), table: newTable[M](l.Nodes)}
	slices.Sort(s.past)
	s.line = append(s.line, g.Key(p.Position))
	root := slices.Clone(p.Moves)
	best := Found[M]{Move: root[0]}
	for depth := 1; depth <= l.Depth; depth++ {
		s.deep = depth > 1
		i, score, ok := s.root(p.Position, root, depth)
		if i >= 0 {
			best.Move, best.Score = root[i], score
			// What was best is tried first a ply deeper; the others keep their order.
			copy(root[1:i+1], root[:i])
			root[0] = best.Move
		}
		if !ok {
			break
		}
		best.Depth = depth
		if len(root) == 1 || score >= won || score <= -won {
			break
		}
	}
	best.Nodes = s.nodes
	return best
}

// search is one search under way.
type search[P any, M comparable, G Game[P, M]] struct {
	game   G
	limits Limits
	seed   uint64
	stop   func() bool
	past   []uint64 // sorted
	table  table[M]

	deep    bool // the first ply is finished, so that the search may end
	out     bool // it must end
	nodes   int
	line    []uint64 // keys of the positions on the way to the current one
	moves   []M      // the moves of all positions on the way
	ranks   []int32  // and how promising they are
	killers [longest][2]M
}

// root tries the moves of the first position at one depth. It returns the index
// of the best, -1 where not even one was looked at in full, and whether all were.
func (s *search[P, M, G]) root(p P, moves []M, depth int) (at, best int, ok bool) {
	at, best = -1, -infinity
	for i, m := range moves {
		next := s.game.After(p, m)
		var score int
		if i == 0 {
			score = -s.look(next, depth-1, -infinity, infinity)
		} else if score = -s.look(next, depth-1, -best-1, -best); score > best && !s.out {
			score = -s.look(next, depth-1, -infinity, -best)
		}
		if s.out {
			return at, best, false
		}
		if score > best {
			at, best = i, score
		}
	}
	return at, best, true
}

// look returns the score of a position some plies deep if it lies between alpha
// and beta, and else a bound on the same side.
func (s *search[P, M, G]) look(p P, depth, alpha, beta int) int {
	if s.spent() {
		return 0
	}
	key := s.game.Key(p)
	if s.stood(key) {
		return 0
	}
	ply := len(s.line)
	if depth <= 0 || ply >= longest-1 {
		return s.quiet(p, key, alpha, beta)
	}
	known, found := s.table.get(key)
	if found && int(known.depth) >= depth {
		if score := known.at(ply); known.settles(score, alpha, beta) {
			return score
		}
	}
	base := len(s.moves)
	s.moves = s.game.Moves(p, s.moves)
	if len(s.moves) == base {
		return later(s.game.Value(p), ply)
	}
	s.rank(p, base, depth, known.move, found)
	s.line = append(s.line, key)
	kind, best, choice := upper, -infinity, s.moves[base]
	for i := base; i < len(s.moves); i++ {
		m := s.next(i)
		next := s.game.After(p, m)
		var score int
		if i == base {
			score = -s.look(next, depth-1, -beta, -alpha)
		} else if score = -s.look(next, depth-1, -alpha-1, -alpha); score > alpha && score < beta && !s.out {
			score = -s.look(next, depth-1, -beta, -alpha)
		}
		if s.out {
			break
		}
		if score > best {
			best, choice = score, m
		}
		if score > alpha {
			alpha, kind = score, exact
		}
		if alpha >= beta {
			kind = lower
			s.kills(m, ply)
			break
		}
	}
	s.line = s.line[:ply]
	s.moves, s.ranks = s.moves[:base], s.ranks[:base]
	if s.out {
		return 0
	}
	s.table.put(entry[M]{key: key, move: choice, score: int32(sooner(best, ply)), depth: int8(min(depth, 127)), kind: kind})
	return best
}

// quiet follows captures to their end and judges what is left.
func (s *search[P, M, G]) quiet(p P, key uint64, alpha, beta int) int {
	ply := len(s.line)
	base := len(s.moves)
	var forced bool
	s.moves, forced = s.game.Sharp(p, s.moves)
	sharp := len(s.moves) - base
	if sharp == 0 || ply >= longest-1 {
		s.moves = s.moves[:base]
		return s.judge(p, key, ply)
	}
	best := -infinity
	if !forced {
		if best = s.judge(p, key, ply); best >= beta {
			s.moves = s.moves[:base]
			return best
		}
		alpha = max(alpha, best)
	}
	s.rank(p, base, 0, s.moves[base], false)
	s.line = append(s.line, key)
	for i := base; i < base+sharp; i++ {
		if s.spent() {
			break
		}
		next := s.game.After(p, s.next(i))
		best = max(best, -s.quiet(next, s.game.Key(next), -beta, -alpha))
		if alpha = max(alpha, best); alpha >= beta {
			break
		}
	}
	s.line = s.line[:ply]
	s.moves, s.ranks = s.moves[:base], s.ranks[:base]
	return best
}

// judge is the game's judgement, off by some noise that depends on the position
// and the seed only: seen again, it looks the same.
func (s *search[P, M, G]) judge(p P, key uint64, ply int) int {
	v := s.game.Value(p)
	if v >= won || v <= -won {
		return later(v, ply)
	}
	if n := s.limits.Noise; n > 0 {
		v += int(Mix(key^s.seed)%uint64(2*n+1)) - n
	}
	return v
}

// spent counts a position and reports whether the search must end.
func (s *search[P, M, G]) spent() bool {
	s.nodes++
	if s.out || !s.deep {
		return s.out
	}
	s.out = s.nodes > s.limits.Nodes || s.nodes%PollEvery == 0 && s.stop != nil && s.stop()
	return s.out
}

// stood reports whether a position has stood before, in the game or on the way.
func (s *search[P, M, G]) stood(key uint64) bool {
	// The side on turn changes every ply: only every second position can be the same.
	for i := len(s.line) - 2; i >= 0; i -= 2 {
		if s.line[i] == key {
			return true
		}
	}
	if len(s.past) == 0 {
		return false
	}
	_, found := slices.BinarySearch(s.past, key)
	return found
}

// Mix spreads the bits of a number, so that keys can be made of words whose bits
// mean squares (the finalizer of SplitMix64).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
