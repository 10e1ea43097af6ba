package checkers

import (
	"math/rand/v2"
	"testing"

	"plylog/engines"
	"plylog/engines/enginetest"
)

func TestThinking(t *testing.T) {
	t.Parallel()
	enginetest.RunThinking(t, enginetest.Thinking{Engine: engine{}, Options: []string{"", `{"repetition":"auto","fortyMove":"auto"}`}})
}

// thinks asks a level for its move in a position.
func thinks(t *testing.T, p engines.Position, level int) engines.Move {
	t.Helper()
	m, err := engine{}.Think(p, p.Turn(), level, rand.New(rand.NewPCG(1, 2)).IntN, func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestTactics: levels that look ahead see what a move leads to.
func TestTactics(t *testing.T) {
	for _, c := range []struct {
		what, board string
		want        engines.Move
	}{
		{"the capture that takes two, not the one that takes one", "B:W10,18,17:B6,13,1", "6x15x22"},
		{"the last piece is taken", "B:W18:B14,1", "14x23"},
	} {
		p, err := New().Parse(c.board)
		if err != nil {
			t.Fatal(err)
		}
		for level := 3; level <= len(levels); level++ {
			if m := thinks(t, p, level); m != c.want {
				t.Errorf("%s: level %d plays %s, want %s", c.what, level, m, c.want)
			}
		}
	}
}

// TestConverts: three kings run one down, and do not walk about instead.
func TestConverts(t *testing.T) {
	p, err := New().Parse("B:WK15:BK1,K2,K3")
	if err != nil {
		t.Fatal(err)
	}
	for ply := 0; p.Turn() != engines.Nobody; ply++ {
		if ply == quietForDraw {
			t.Fatalf("after forty moves of each side it is %s", p.Board())
		}
		if p, err = p.Play(p.Turn(), thinks(t, p, 4)); err != nil {
			t.Fatal(err)
		}
	}
	if r, _ := p.Result(); r.Winner != engines.First {
		t.Errorf("%s won", r.Winner)
	}
}
