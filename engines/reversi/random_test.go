package reversi_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"plylog/engines"
	"plylog/engines/reversi"
)

// TestAgainstReference plays random games to the end and compares everything
// with the slow implementation at each of some 36,000 positions.
func TestAgainstReference(t *testing.T) {
	const games = 600
	positions, passes, borrowed, reasons := 0, 0, 0, map[string]int{}
	for seed := range uint64(games) {
		rng := rand.New(rand.NewPCG(seed, 8))
		wof := seed%2 == 1
		options := json.RawMessage(nil)
		if wof {
			options = json.RawMessage(`{"score":"empties-to-winner"}`)
		}
		p, err := reversi.New().New(options, "")
		if err != nil {
			t.Fatal(err)
		}
		ref := readReference(p.Board())
		for {
			positions++
			compare(t, seed, p, ref)
			choices := p.Choices(p.Turn())
			if len(choices) == 0 {
				break
			}
			m := choices[rng.IntN(len(choices))].Move
			if m == engines.Pass {
				passes++
			}
			if ref.inHand[ref.side] == 0 {
				borrowed++
			}
			if p, err = p.Play(p.Turn(), m); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			ref = ref.play(string(m))
		}
		got, over := p.Result()
		want := ref.result(wof)
		if !over || got.Winner != want.Winner || got.Points != want.Points || got.Reason != want.Reason || *got.Score != *want.Score {
			t.Fatalf("seed %d: %s: result %+v (score %v), want %+v (score %v)", seed, p.Board(), got, got.Score, want, want.Score)
		}
		reasons[got.Reason]++
	}
	if positions < 30_000 || passes == 0 || borrowed == 0 || reasons["wiped-out"] == 0 || reasons["no-moves"] == 0 || reasons["full-board"] == 0 {
		t.Errorf("the games do not show everything: %d positions, %d passes, %d moves without an own disc, ends %v",
			positions, passes, borrowed, reasons)
	}
}

// compare holds one position against the reference.
func compare(t *testing.T, seed uint64, p engines.Position, ref reference) {
	t.Helper()
	if got, want := p.Board(), ref.line(); got != want {
		t.Fatalf("seed %d: board\n%s, want\n%s", seed, got, want)
	}
	if _, over := p.Result(); over != ref.over() {
		t.Fatalf("seed %d: %s: over is %t", seed, p.Board(), over)
	}
	turn := engines.Nobody
	if !ref.over() {
		turn = map[byte]engines.Seat{'X': engines.First, 'O': engines.Second}[ref.side]
	}
	if p.Turn() != turn {
		t.Fatalf("seed %d: %s: turn %s, want %s", seed, p.Board(), p.Turn(), turn)
	}
	var moves []string
	for _, c := range p.Choices(turn) {
		moves = append(moves, string(c.Move))
		checkSteps(t, p, c, ref)
	}
	if want := ref.choices(); !slices.Equal(moves, want) {
		t.Fatalf("seed %d: %s: choices %v, want %v", seed, p.Board(), moves, want)
	}
}

// checkSteps: a placement is one step that takes what flips, the nearest first.
func checkSteps(t *testing.T, p engines.Position, c engines.Choice, ref reference) {
	t.Helper()
	if c.Move == engines.Pass {
		if len(c.Steps) != 0 {
			t.Fatalf("%s: a pass has the steps %v", p.Board(), c.Steps)
		}
		return
	}
	if len(c.Steps) != 1 || c.Steps[0].To != string(c.Move) || c.Steps[0].From != "" {
		t.Fatalf("%s: %s has the steps %v", p.Board(), c.Move, c.Steps)
	}
	file, rank := int(c.Move[0]-'a'), int(c.Move[1]-'1')
	want := ref.turned(ref.side, file, rank)
	got := slices.Clone(c.Steps[0].Takes)
	far := 0
	for _, square := range got {
		d := max(abs(int(square[0]-'a')-file), abs(int(square[1]-'1')-rank))
		if d < far {
			t.Fatalf("%s: %s takes %v, which is not outwards", p.Board(), c.Move, got)
		}
		far = d
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s: %s takes %v, want %v", p.Board(), c.Move, got, want)
	}
}

func abs(n int) int { return max(n, -n) }
