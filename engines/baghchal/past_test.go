package baghchal

import (
	"sync"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
)

// TestPastCountsLikeAMap adds to random older pasts, so that they branch.
func TestPastCountsLikeAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pasts := []*past{nil}
		counts := []map[uint64]int{{}}
		for range rapid.IntRange(1, 80).Draw(t, "positions") {
			from := len(pasts) - 1
			if rapid.IntRange(0, 9).Draw(t, "branch") == 0 {
				from = rapid.IntRange(0, len(pasts)-1).Draw(t, "from")
			}
			key := rapid.Uint64Range(0, 20).Draw(t, "key")
			grown := map[uint64]int{key: 1}
			for k, n := range counts[from] {
				grown[k] += n
			}
			pasts = append(pasts, pasts[from].with(key))
			counts = append(counts, grown)
		}
		for i, p := range pasts {
			for key := range uint64(21) {
				if got, want := p.count(key), counts[i][key]; got != want {
					t.Fatalf("past %d counts %d of key %d, want %d", i, got, key, want)
				}
			}
		}
	})
}

// TestKeyHoldsTheWholePosition unpacks keys: two positions have the same one
// only if they are the same, which no hash would promise.
func TestKeyHoldsTheWholePosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := board{
			tigers: rapid.Uint32Range(0, whole).Draw(t, "tigers"),
			goats:  rapid.Uint32Range(0, whole).Draw(t, "goats"),
			side:   rapid.SampledFrom([]engines.Seat{engines.First, engines.Second}).Draw(t, "side"),
		}
		key := b.key()
		back := board{tigers: set(key) & whole, goats: set(key>>points) & whole, side: engines.Seat(key >> (2 * points))}
		if back != b {
			t.Fatalf("%+v packs into %x, which is %+v", b, key, back)
		}
	})
}

// shuttle is a position with all goats placed, and moves that lead back to it.
const shuttle = "T3T/GGGGG/GGGGG/GGGGG/T1G1T T 0 4"

var thereAndBack = []engines.Move{"a5-b5", "c1-d1", "b5-a5", "d1-c1"}

// TestTakingBackTakesBackTheCount: a position reached again after a detour from
// an earlier one is counted by the line that is played, not by what was tried
// (wukongJS #9, Chess-Challenge #424, chesslib #55).
func TestTakingBackTakesBackTheCount(t *testing.T) {
	p := mustParse(t, shuttle)
	p = mustPlay(t, p, thereAndBack...)
	if seen := p.(engines.Repeater).Seen(); seen != 2 {
		t.Fatalf("seen %d times, want 2", seen)
	}
	before := p.Board()
	tried := mustPlay(t, p, "e5-d5", "c1-b1", "d5-e5")
	back := mustPlay(t, p, "a5-b5", "c1-b1", "b5-a5")
	if p.Board() != before || p.(engines.Repeater).Seen() != 2 {
		t.Errorf("the position changed to %s, seen %d times", p.Board(), p.(engines.Repeater).Seen())
	}
	if tried.Board() != back.Board() {
		t.Fatalf("%s and %s should be the same", tried.Board(), back.Board())
	}
	if seen := back.(engines.Repeater).Seen(); seen != 1 {
		t.Errorf("seen %d times in a line of its own, want 1", seen)
	}
	for range 3 {
		again := mustPlay(t, mustParse(t, shuttle), thereAndBack...)
		if seen := again.(engines.Repeater).Seen(); seen != 2 {
			t.Errorf("played again, seen %d times, want 2", seen)
		}
	}
}

// TestPositionsAreShared plays on from one position in several goroutines; the
// race detector sees what they touch.
func TestPositionsAreShared(t *testing.T) {
	p := mustPlay(t, mustParse(t, shuttle), thereAndBack...)
	var wait sync.WaitGroup
	for _, c := range p.Choices(p.Turn()) {
		wait.Go(func() {
			next, err := p.Play(p.Turn(), c.Move)
			if err != nil || len(next.Choices(next.Turn())) == 0 || len(p.Choices(p.Turn())) == 0 {
				t.Errorf("%s: %v", c.Move, err)
			}
		})
	}
	wait.Wait()
}

func mustParse(t testing.TB, line string) engines.Position {
	t.Helper()
	p, err := New().Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustPlay(t testing.TB, p engines.Position, list ...engines.Move) engines.Position {
	t.Helper()
	for _, m := range list {
		next, err := p.Play(p.Turn(), m)
		if err != nil {
			t.Fatal(err)
		}
		p = next
	}
	return p
}
