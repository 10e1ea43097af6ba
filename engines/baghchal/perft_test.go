package baghchal

import (
	"math/rand/v2"
	"testing"

	"plylog/engines"
)

// counts are the move sequences from the start by length, found by several
// independent programs.
var counts = []uint64{1, 21, 252, 5052, 68204, 1304788, 18592000, 339123476, 4933406760}

func TestPerftFromTheStart(t *testing.T) {
	deepest := 7
	if testing.Short() {
		deepest = 6
	}
	for depth := range deepest + 1 {
		if got := begin(start).Perft(depth, false); got != counts[depth] {
			t.Errorf("depth %d counts %d, want %d", depth, got, counts[depth])
		}
	}
}

// TestPerftAgainstSlowGame counts from positions in the middle of games, where
// goats move and tigers capture.
func TestPerftAgainstSlowGame(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := engines.Position(begin(start))
		for range 10 + 2*seed {
			if p.Turn() == engines.Nobody {
				break
			}
			next, err := p.Play(p.Turn(), engines.Move(choose(rng, 1, p, nil)))
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
		fresh, err := New().Parse(p.Board())
		if err != nil {
			t.Fatal(err)
		}
		for depth := range 4 {
			if got, want := fresh.(engines.Counter).Perft(depth, false), readSlow(p.Board()).perft(depth); got != want {
				t.Errorf("%s: depth %d counts %d, want %d", p.Board(), depth, got, want)
			}
		}
	}
}
