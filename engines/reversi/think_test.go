package reversi

import (
	"math/rand/v2"
	"testing"

	"plylog/engines"
	"plylog/engines/enginetest"
)

func TestThinking(t *testing.T) {
	enginetest.RunThinking(t, enginetest.Thinking{Engine: engine{}, Options: []string{"", `{"flips":"manual"}`}})
}

// thinks asks a level for its move on a board.
func thinks(t *testing.T, board string, level int) engines.Move {
	t.Helper()
	p, err := New().Parse(board)
	if err != nil {
		t.Fatal(err)
	}
	m, err := engine{}.Think(p, p.Turn(), level, rand.New(rand.NewPCG(1, 2)).IntN, func() bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestSeesTheEnd: a level that looks ahead finds what wins.
func TestSeesTheEnd(t *testing.T) {
	for _, c := range []struct {
		what, board string
		want        engines.Move
	}{
		{"one move wipes the other side out", "--------" + "--------" + "--XOO---" + "--------" + "--------" + "--------" + "--------" + "--------" + " X", "f3"},
		{"a pass is all there is", "OX------" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------" + " X", "pass"},
	} {
		for level := 3; level <= len(levels); level++ {
			if got := thinks(t, c.board, level); got != c.want {
				t.Errorf("%s: level %d plays %s, want %s", c.what, level, got, c.want)
			}
		}
	}
}

// TestPlaysTheEndOut compares the highest level's last moves with a search that
// leaves nothing out.
func TestPlaysTheEndOut(t *testing.T) {
	const left = 7
	rng := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		p := start()
		for p.Turn() != engines.Nobody && p.empties() > left {
			n := p.node()
			moves := searched{}.Moves(n, nil)
			p = *p.after(int(moves[rng.IntN(len(moves))]))
		}
		if p.Turn() == engines.Nobody {
			continue
		}
		m := thinks(t, p.Board(), len(levels))
		square, refusal := p.check(p.side, m)
		if refusal != nil {
			t.Fatal(refusal)
		}
		best := lead(&p)
		if got := -lead(p.after(square)); sign(got) != sign(best) {
			t.Errorf("%s: %s leads to %+d discs, another move to %+d", p.Board(), m, got, best)
		}
	}
}

// lead is by how many discs the side on turn is ahead in the end, if both sides
// play as well as can be.
func lead(p *position) int {
	n := p.node()
	moves := searched{}.Moves(n, nil)
	if len(moves) == 0 {
		return n.lead()
	}
	best := -64
	for _, m := range moves {
		best = max(best, -lead(p.after(int(m))))
	}
	return best
}

func sign(n int) int { return max(-1, min(n, 1)) }
