package baghchal

import (
	"math/bits"
	"slices"
	"testing"

	"plylog/engines"
)

func TestLinesAreThoseOfTheRoads(t *testing.T) {
	var steps, jumps int
	for p := range points {
		on := &slow{on: map[string]string{names[p]: "tiger"}, side: "tiger"}
		var want []string
		for to := near[p]; to != 0; to &= to - 1 {
			want = append(want, names[p]+"-"+names[first(to)])
		}
		same(t, "lines from "+names[p], want, on.possible())
		steps += size(near[p])
		jumps += size(far[p])
	}
	if steps != 2*56 || jumps != 80 {
		t.Errorf("%d lines and %d jumps, want 56 and 80", steps/2, jumps)
	}
}

// TestGoatsCanGetStuck counts all positions with every goat placed in which no
// goat can move: 256 with nothing captured, 76 with two goats captured, none
// with one, as an exhaustive search elsewhere found for 0 and 2.
func TestGoatsCanGetStuck(t *testing.T) {
	for captured, want := range []int{0: 256, 2: 76} {
		if captured == 1 {
			continue
		}
		got := 0
		for empty := range subsets(captured+1, whole) {
			for tigers := range subsets(pack, whole&^empty) {
				goats := whole &^ (empty | tigers)
				if countSteps(goats, empty) > 0 {
					continue
				}
				got++
				p := begin(board{tigers: tigers, goats: goats, captured: uint8(captured), side: engines.First})
				if r, over := p.Result(); !over || r.Reason != "goats-stuck" || r.Winner != engines.Second {
					t.Errorf("%s: %+v, %t", p.Board(), r, over)
				}
			}
		}
		if got != want {
			t.Errorf("%d captured: %d positions, want %d", captured, got, want)
		}
	}
}

// subsets yields the sets of n points of s.
func subsets(n int, s set) func(func(set) bool) {
	var all []set
	for rest := s; rest != 0; rest &= rest - 1 {
		all = append(all, rest&-rest)
	}
	return func(yield func(set) bool) {
		var pick func(from, n int, have set) bool
		pick = func(from, n int, have set) bool {
			if n == 0 {
				return yield(have)
			}
			for i := from; i+n <= len(all); i++ {
				if !pick(i+1, n-1, have|all[i]) {
					return false
				}
			}
			return true
		}
		pick(0, n, 0)
	}
}

func TestSubsets(t *testing.T) {
	got := slices.Collect(subsets(2, 0b10110))
	if !slices.Equal(got, []set{0b00110, 0b10010, 0b10100}) {
		t.Errorf("subsets %b", got)
	}
	for s := range subsets(3, whole) {
		if bits.OnesCount32(s) != 3 {
			t.Fatalf("%b has not 3 points", s)
		}
	}
}

func TestDraw(t *testing.T) {
	const want = `5  T---G---G---+---T
   | \ | / | \ | / |
4  G---G---G---+---+
   | / | \ | / | \ |
3  G---G---G---+---G
   | \ | / | \ | / |
2  G---G---G---G---G
   | / | \ | / | \ |
1  T---G---+---G---T

   a   b   c   d   e

tigers to move
goats in hand 1, captured 3 of 5; trapped tigers 1 of 4
`
	if got := New().Draw(mustParse(t, "TGG1T/GGG2/GGG1G/GGGGG/TG1GT T 1 3")); got != want {
		t.Errorf("drawn\n%s\nwant\n%s", got, want)
	}
}

func TestDrawTellsWhoWon(t *testing.T) {
	for line, want := range map[string]string{
		"2T1T/5/2T2/5/T4 G 15 5":              "tigers win: five captured",
		"TTGG1/TTGG1/GGGG1/GGGG1/5 T 8 0":     "goats win: tigers stuck",
		"1TTGG/TTGGG/GGGGG/GGGGG/GGGGG G 0 0": "tigers win: goats stuck",
	} {
		if got := mustParse(t, line).(*Position).standingLine(); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
