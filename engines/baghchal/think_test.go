package baghchal

import (
	"math/rand/v2"
	"testing"

	"plylog/engines"
	"plylog/engines/enginetest"
)

func TestThinking(t *testing.T) {
	t.Parallel()
	enginetest.RunThinking(t, enginetest.Thinking{Engine: Engine{}})
}

// thinks asks a level for its move in a position.
func thinks(t *testing.T, p engines.Position, level int) engines.Move {
	t.Helper()
	m, err := Engine{}.Think(p, p.Turn(), level, rand.New(rand.NewPCG(1, 2)).IntN, func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFifthGoat: whoever looks a move ahead takes it.
func TestFifthGoat(t *testing.T) {
	p, err := New().Parse("T3T/5/5/1G3/T3T T 15 4")
	if err != nil {
		t.Fatal(err)
	}
	for level := 3; level <= len(levels); level++ {
		if m := thinks(t, p, level); m != "a1xc3" {
			t.Errorf("level %d plays %s instead of the fifth capture", level, m)
		}
	}
}

// TestGoatsShutIn: goats that look ahead shut in tigers that do not.
func TestGoatsShutIn(t *testing.T) {
	var p engines.Position = begin(start)
	for ply := 0; p.Turn() != engines.Nobody; ply++ {
		level := 1
		if p.Turn() == engines.First {
			level = 4
		}
		next, err := p.Play(p.Turn(), thinks(t, p, level))
		if err != nil || ply > 300 {
			t.Fatalf("ply %d: %v", ply, err)
		}
		p = next
	}
	if r, _ := p.Result(); r.Winner != engines.First {
		t.Errorf("%s won on %s", r.Winner, p.Board())
	}
}

// TestGoatsStaySafe: in the opening the goats of the levels that look ahead give
// nothing away.
func TestGoatsStaySafe(t *testing.T) {
	for level := 3; level <= len(levels); level++ {
		var p engines.Position = begin(start)
		for range 8 {
			m := thinks(t, p, level)
			next, err := p.Play(p.Turn(), m)
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
		if lost := p.(*Position).captured; lost > 0 {
			t.Errorf("level %d has lost %d goats after four placings: %s", level, lost, p.Board())
		}
	}
}
