package bench

import (
	"context"
	"fmt"
	"runtime"
)

// side takes one sample of one of the things that are compared: a rate or a
// time.
type side func(context.Context) (float64, error)

// rounds samples the sides by turns, n times, every other round in the opposite
// order: what comes first finds a machine that is a little colder. It returns
// the samples of each side.
func rounds(ctx context.Context, n int, sides ...side) ([][]float64, error) {
	samples := make([][]float64, len(sides))
	for round := range n {
		for turn := range sides {
			if round%2 == 1 {
				turn = len(sides) - 1 - turn
			}
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("measuring: %w", err)
			}
			runtime.GC() // nobody pays for what others left behind
			v, err := sides[turn](ctx)
			if err != nil {
				return nil, err
			}
			samples[turn] = append(samples[turn], v)
		}
	}
	return samples, nil
}
