package alphabeta_test

import (
	"testing"

	"pgregory.net/rapid"

	"plylog/engines/alphabeta"
)

// tree is a game that follows from a number: how many moves there are, what a
// position is worth, which moves are captures. No two ways lead to the same
// position.
type tree struct {
	width int // moves of a position, at most
	sharp bool
}

type twig struct {
	id    uint64
	depth int
}

func (g tree) Moves(p twig, list []int) []int {
	n := int(alphabeta.Mix(p.id^1) % uint64(g.width+1))
	if p.depth == 0 {
		n = max(n, 1)
	}
	for i := range n {
		list = append(list, i)
	}
	return list
}

func (tree) After(p twig, m int) twig {
	return twig{alphabeta.Mix(p.id*31 + uint64(m) + 7), p.depth + 1}
}

func (g tree) Value(p twig) int {
	if len(g.Moves(p, nil)) == 0 {
		return []int{alphabeta.Win, -alphabeta.Win, 0}[alphabeta.Mix(p.id^2)%3]
	}
	return int(alphabeta.Mix(p.id^3)%201) - 100
}

func (g tree) Sharp(p twig, list []int) ([]int, bool) {
	if g.sharp && alphabeta.Mix(p.id^4)%4 == 0 {
		all := g.Moves(p, list)
		if alphabeta.Mix(p.id^5)%2 == 0 {
			return all, true
		}
		return all[:len(list)+(len(all)-len(list)+1)/2], false
	}
	return list, false
}

func (tree) Promise(p twig, m, _ int) int { return int(alphabeta.Mix(p.id+uint64(m)) % 100) }
func (tree) Key(p twig) uint64            { return p.id }

// plain looks at every line of play to the end.
func (g tree) plain(p twig, depth int) int {
	if depth <= 0 {
		return g.calm(p)
	}
	moves := g.Moves(p, nil)
	if len(moves) == 0 {
		return away(g.Value(p), p.depth)
	}
	best := -1 << 30
	for _, m := range moves {
		best = max(best, -g.plain(g.After(p, m), depth-1))
	}
	return best
}

func (g tree) calm(p twig) int {
	moves, forced := g.Sharp(p, nil)
	best := -1 << 30
	if !forced || len(moves) == 0 {
		best = away(g.Value(p), p.depth)
	}
	for _, m := range moves {
		best = max(best, -g.calm(g.After(p, m)))
	}
	return best
}

// away is the worth of an end that is some plies off.
func away(v, plies int) int {
	switch {
	case v >= alphabeta.Win:
		return v - plies
	case v <= -alphabeta.Win:
		return v + plies
	default:
		return v
	}
}

// TestAgainstPlain compares the search with one that leaves nothing out.
func TestAgainstPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := tree{width: rapid.IntRange(1, 4).Draw(t, "width"), sharp: rapid.Bool().Draw(t, "sharp")}
		p := twig{id: rapid.Uint64().Draw(t, "id")}
		depth := rapid.IntRange(1, 5).Draw(t, "depth")
		moves := g.Moves(p, nil)
		found := alphabeta.Search(g, alphabeta.Problem[twig, int]{Position: p, Moves: moves}, alphabeta.Limits{Depth: depth, Nodes: 1 << 20})
		want := g.plain(p, found.Depth)
		if found.Score != want {
			t.Fatalf("%d plies: score %d, want %d", found.Depth, found.Score, want)
		}
		if next := g.After(p, found.Move); -g.plain(next, found.Depth-1) != want {
			t.Fatalf("move %d is not worth %d", found.Move, want)
		}
		if found.Depth < depth && len(moves) > 1 && want < alphabeta.Win-100 && want > -alphabeta.Win+100 {
			t.Fatalf("it looked ahead %d plies instead of %d", found.Depth, depth)
		}
	})
}

// TestBounds: a search keeps to its budget, ends when it is told to, and gives
// the same answer to the same question.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := tree{width: 5}
		p := twig{id: rapid.Uint64().Draw(t, "id")}
		limits := alphabeta.Limits{Depth: 9, Nodes: rapid.IntRange(1, 5000).Draw(t, "nodes"), Noise: rapid.IntRange(0, 50).Draw(t, "noise")}
		problem := alphabeta.Problem[twig, int]{Position: p, Moves: g.Moves(p, nil), Seed: rapid.Uint64().Draw(t, "seed")}
		found := alphabeta.Search(g, problem, limits)
		if firstPly := 2 * len(problem.Moves); found.Nodes > max(limits.Nodes, firstPly)+1 {
			t.Fatalf("%d positions looked at, %d allowed", found.Nodes, limits.Nodes)
		}
		if again := alphabeta.Search(g, problem, limits); again != found {
			t.Fatalf("%+v the second time, %+v the first", again, found)
		}
		asked := 0
		problem.Stop = func() bool { asked++; return true }
		limits.Nodes = 1 << 20
		found = alphabeta.Search(g, problem, limits)
		if asked > 1 || found.Nodes > alphabeta.PollEvery {
			t.Fatalf("told to stop, it asked %d times and looked at %d positions", asked, found.Nodes)
		}
	})
}

// ring is a game of walking around in circles: two ways, and one of them loses.
type ring struct{}

func (ring) Moves(_ uint64, list []int) []int { return append(list, 1, 5) }
func (ring) After(p uint64, m int) uint64     { return (p + uint64(m)) % 6 }
func (ring) Value(p uint64) int               { return 10 + int(p) }
func (ring) Sharp(_ uint64, list []int) ([]int, bool) {
	return list, false
}
func (ring) Promise(uint64, int, int) int { return 0 }
func (ring) Key(p uint64) uint64          { return p + 100 }

// TestRepetition: what has stood before is worth nothing, to either side.
func TestRepetition(t *testing.T) {
	problem := alphabeta.Problem[uint64, int]{Moves: []int{1, 5}, Past: []uint64{105, 101}}
	if found := alphabeta.Search(ring{}, problem, alphabeta.Limits{Depth: 1, Nodes: 10}); found.Score != 0 {
		t.Errorf("both ways lead back, and the score is %d", found.Score)
	}
	problem.Past = []uint64{105}
	if found := alphabeta.Search(ring{}, problem, alphabeta.Limits{Depth: 1, Nodes: 10}); found.Move != 5 || found.Score != 0 {
		t.Errorf("the other way is bad, and it goes there: %+v", found)
	}
}

func TestChoose(t *testing.T) {
	g := tree{width: 4}
	p := twig{id: 4}
	problem := alphabeta.Problem[twig, int]{Position: p, Moves: g.Moves(p, nil)}
	if len(problem.Moves) < 3 {
		t.Fatal("the test needs a position with a choice")
	}
	limits := alphabeta.Limits{Depth: 3, Nodes: 1000}
	best := alphabeta.Search(g, problem, limits).Move
	drawn := func(n int) int { return n - 1 } // leaves the order of the moves as it is
	if m := alphabeta.Choose(g, problem, alphabeta.Level{Limits: limits}, drawn); m != best {
		t.Errorf("without blunders it plays %d instead of %d", m, best)
	}
	seen := map[int]bool{}
	for seed := range uint64(100) {
		at := seed
		random := func(n int) int { at = alphabeta.Mix(at); return int(at % uint64(n)) }
		seen[alphabeta.Choose(g, problem, alphabeta.Level{Limits: limits, Blunders: 100}, random)] = true
	}
	if len(seen) != len(problem.Moves) {
		t.Errorf("by blunders alone it plays %d of %d moves", len(seen), len(problem.Moves))
	}
}

func TestChances(t *testing.T) {
	for _, c := range []struct{ score, want int }{
		{0, 0}, {100, 500}, {-100, -500}, {alphabeta.Win, 1000}, {-alphabeta.Win, -1000},
		{alphabeta.Win + 500, 1000}, {alphabeta.Win - 40, 1000}, {alphabeta.Win / 2, 999}, {-alphabeta.Win / 2, -999},
	} {
		if got := alphabeta.Chances(c.score, 100); got != c.want {
			t.Errorf("chances of %d: %d, want %d", c.score, got, c.want)
		}
	}
}
