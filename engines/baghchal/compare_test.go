package baghchal

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plylog/engines"
)

// TestAgainstSlowGame plays random games on the engine and on the slow rules at
// once. Moves that go back where they came from are preferred in some games, so
// that repetition bars moves and ends games.
func TestAgainstSlowGame(t *testing.T) {
	const games, plies = 300, 150
	var positions, barredMoves int
	endings := map[string]int{}
	for seed := range uint64(games) {
		rng := rand.New(rand.NewPCG(seed, 1))
		p := engines.Position(begin(start))
		if seed%5 == 4 {
			p = crowded(rng)
		}
		g := readSlow(p.Board())
		var trail []string
		for range plies {
			barred, end, err := compare(p, g)
			if err != nil {
				t.Fatalf("seed %d, after %s: %s: %v", seed, strings.Join(trail, " "), p.Board(), err)
			}
			positions++
			barredMoves += barred
			if end != "" {
				if barred > 0 {
					end += " by repetition"
				}
				endings[end]++
				break
			}
			m := choose(rng, seed%3, p, trail)
			trail = append(trail, m)
			p, err = p.Play(p.Turn(), engines.Move(m))
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			g = g.after(m)
			g.count()
		}
	}
	t.Logf("%d positions, %d barred moves, endings %v", positions, barredMoves, endings)
	if positions < 20000 || barredMoves < 1000 {
		t.Errorf("%d positions with %d barred moves are too few to mean anything", positions, barredMoves)
	}
}

// crowded is a random position with all goats placed and few captured, as
// random play rarely brings about; goats get stuck in some.
func crowded(rng *rand.Rand) engines.Position {
	b := board{side: engines.First + engines.Seat(rng.IntN(2)), captured: uint8(rng.IntN(3))}
	order := rng.Perm(points)
	for _, p := range order[:pack] {
		b.tigers |= bit(p)
	}
	for _, p := range order[pack : pack+herd-int(b.captured)] {
		b.goats |= bit(p)
	}
	return begin(b)
}

// choose picks a random move. Style 0 takes any; style 1 avoids captures, so
// that games last; style 2 besides goes back where it can.
func choose(rng *rand.Rand, style uint64, p engines.Position, trail []string) string {
	var all, quiet, back []string
	for _, c := range p.Choices(p.Turn()) {
		m := string(c.Move)
		all = append(all, m)
		if !strings.Contains(m, "x") {
			quiet = append(quiet, m)
			if n := len(trail); n >= 2 && len(m) == 5 && len(trail[n-2]) == 5 && m == trail[n-2][3:]+"-"+trail[n-2][:2] {
				back = append(back, m)
			}
		}
	}
	switch {
	case style == 2 && len(back) > 0 && rng.IntN(5) > 0:
		all = back
	case style > 0 && len(quiet) > 0 && rng.IntN(20) > 0:
		all = quiet
	}
	return all[rng.IntN(len(all))]
}

// compare holds a position against the slow rules. It returns the number of
// barred moves and how the game ended, if it did.
func compare(p engines.Position, g *slow) (barred int, end string, err error) {
	legal, wantBarred := g.legal()
	end = g.ended(legal)
	if end != "" {
		legal = nil
	}
	got := map[string]int{}
	for _, c := range p.Choices(p.Turn()) {
		got[string(c.Move)] = c.Seen
	}
	if fmt.Sprint(got) != fmt.Sprint(legal) && len(got)+len(legal) > 0 {
		return 0, "", fmt.Errorf("choices and how often seen %v; want %v", got, legal)
	}
	by := map[string]engines.Seat{"goat": engines.First, "tiger": engines.Second}[g.side]
	var gotBarred []string
	for _, ill := range p.(engines.Barrer).Barred(by) {
		gotBarred = append(gotBarred, string(ill.Move))
	}
	slices.Sort(gotBarred)
	slices.Sort(wantBarred)
	if !slices.Equal(gotBarred, wantBarred) {
		return 0, "", fmt.Errorf("barred %v; want %v", gotBarred, wantBarred)
	}
	if seen := p.(engines.Repeater).Seen(); seen != g.stood[g.name()] {
		return 0, "", fmt.Errorf("seen %d times; want %d", seen, g.stood[g.name()])
	}
	gotEnd := ""
	if r, over := p.Result(); over {
		gotEnd = r.Winner.String() + " " + r.Reason
	}
	if gotEnd != end {
		return 0, "", fmt.Errorf("ended %q; want %q", gotEnd, end)
	}
	return len(wantBarred), end, nil
}
