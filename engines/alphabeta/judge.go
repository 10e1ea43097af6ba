package alphabeta

// Judge returns the score of a position for the side on turn; Moves may be empty,
// where the game is over.
func Judge[P any, M comparable, G Game[P, M]](g G, p Problem[P, M], l Limits) int {
	if len(p.Moves) == 0 {
		return g.Value(p.Position)
	}
	return Search(g, p, l).Score
}

// Chances turns a score into what a side may expect, from -1000 (lost) to 1000
// (won). half is the score that stands for 500.
func Chances(score, half int) int {
	switch {
	case score >= won:
		return 1000
	case score <= -won:
		return -1000
	case score < 0:
		return -Chances(-score, half)
	default:
		return min(1000*score/(score+half), 999)
	}
}
