package alphabeta

// Level is one strength of a bot.
type Level struct {
	Limits
	Blunders int // of a hundred moves, how many are drawn at random
}

// Choose picks one of a position's moves at a level: it searches, or blunders.
// Equals are told apart by chance, so that no two games need be the same. random
// returns a number from 0 to n-1.
func Choose[P any, M comparable, G Game[P, M]](g G, p Problem[P, M], l Level, random func(n int) int) M {
	moves := append([]M(nil), p.Moves...)
	for i := len(moves) - 1; i > 0; i-- {
		j := random(i + 1)
		moves[i], moves[j] = moves[j], moves[i]
	}
	if len(moves) == 1 || l.Blunders > 0 && random(100) < l.Blunders {
		return moves[0]
	}
	p.Moves, p.Seed = moves, uint64(random(1<<30))
	return Search(g, p, l.Limits).Move
}
