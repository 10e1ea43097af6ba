package bot

import (
	"context"
	"math/rand/v2"

	"plylog/engines"
)

// greedyLevel is the level of engines that think which looks one move ahead.
const greedyLevel = 2

// Greedy returns a bot that looks one move ahead: the engine's level 2, or where
// an engine cannot think, one that wins if it can at once, does not let the
// opponent win at once if it can help it, and else plays at random.
func Greedy(e engines.Engine, rng *rand.Rand, t Thinking) Bot {
	if b, err := Level(e, greedyLevel, rng, t); err == nil {
		return b
	}
	return Func(func(ctx context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
		choices := p.Choices(by)
		if len(choices) == 0 {
			return "", &NothingError{Board: p.Board(), By: by}
		}
		rng.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
		best, least := choices[0].Move, 2
		for _, c := range choices {
			next, err := p.Play(by, c.Move)
			if err != nil {
				return "", err
			}
			if wins(next, by) {
				return c.Move, nil
			}
			if d := danger(next, by); d < least && ctx.Err() == nil {
				best, least = c.Move, d
			}
		}
		return best, nil
	})
}

// danger is 1 where the opponent of a seat has won or can win with one move, and
// else 0.
func danger(p engines.Position, by engines.Seat) int {
	foe := by.Opponent()
	if wins(p, foe) {
		return 1
	}
	for _, c := range p.Choices(foe) {
		if next, err := p.Play(foe, c.Move); err == nil && wins(next, foe) {
			return 1
		}
	}
	return 0
}

// wins reports whether a seat has won.
func wins(p engines.Position, by engines.Seat) bool {
	r, over := p.Result()
	return over && r.Winner == by
}
