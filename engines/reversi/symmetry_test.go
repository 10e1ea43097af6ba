package reversi_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
	"plylog/engines/reversi"
)

// symmetry n of the eight that a square has: its three bits turn the board over
// left-right, top-bottom and along the long diagonal.
func symmetry(n, file, rank int) (int, int) {
	if n&1 != 0 {
		file = 7 - file
	}
	if n&2 != 0 {
		rank = 7 - rank
	}
	if n&4 != 0 {
		file, rank = rank, file
	}
	return file, rank
}

// mirror applies a symmetry to a board line, and swaps the colours if asked to.
func mirror(line string, n int, swap bool) string {
	r := readReference(line)
	out := r
	out.inHand = map[byte]int{'X': r.inHand['X'], 'O': r.inHand['O']}
	for rank := range 8 {
		for file := range 8 {
			f, k := symmetry(n, file, rank)
			out.board[k][f] = r.board[rank][file]
			if swap && out.board[k][f] != '-' {
				out.board[k][f] = other(out.board[k][f])
			}
		}
	}
	if swap {
		out.side = other(r.side)
		out.inHand['X'], out.inHand['O'] = out.inHand['O'], out.inHand['X']
	}
	return out.line()
}

// mirrorMove applies a symmetry to a move.
func mirrorMove(m engines.Move, n int) engines.Move {
	if m == engines.Pass {
		return m
	}
	return engines.Move(name(symmetry(n, int(m[0]-'a'), int(m[1]-'1'))))
}

// anyPosition draws a position: one that play can reach, or any discs at all.
func anyPosition(t *rapid.T) engines.Position {
	if rapid.Bool().Draw(t, "any discs") {
		squares := rapid.SliceOfN(rapid.SampledFrom([]byte("XO-")), 64, 64).Draw(t, "squares")
		line := string(squares) + " " + rapid.SampledFrom([]string{"X", "O"}).Draw(t, "side")
		p, err := reversi.New().Parse(line)
		if err != nil {
			t.Skip("no disc at all") // the only board of this shape that is refused
		}
		return p
	}
	p, err := reversi.New().New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range rapid.SliceOfN(rapid.IntRange(0, 59), 0, 62).Draw(t, "moves") {
		choices := p.Choices(p.Turn())
		if len(choices) == 0 {
			break
		}
		if p, err = p.Play(p.Turn(), choices[n%len(choices)].Move); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestSymmetry: the rules know neither left nor right, top nor bottom, and treat
// both colours alike.
func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		for n := range 8 {
			for _, swap := range []bool{false, true} {
				if err := sameThroughMirror(p, n, swap); err != nil {
					t.Fatalf("%s: symmetry %d, colours swapped %t: %v", p.Board(), n, swap, err)
				}
			}
		}
	})
}

func sameThroughMirror(p engines.Position, n int, swap bool) error {
	image, err := reversi.New().Parse(mirror(p.Board(), n, swap))
	if err != nil {
		return err
	}
	if (p.Turn() == engines.Nobody) != (image.Turn() == engines.Nobody) {
		return fmt.Errorf("turn %s and %s", p.Turn(), image.Turn())
	}
	choices := p.Choices(p.Turn())
	var want, got []engines.Move
	for _, c := range choices {
		want = append(want, mirrorMove(c.Move, n))
	}
	for _, c := range image.Choices(image.Turn()) {
		got = append(got, c.Move)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		return fmt.Errorf("choices %v, want %v", got, want)
	}
	for _, c := range choices {
		next, err := p.Play(p.Turn(), c.Move)
		if err != nil {
			return err
		}
		imageNext, err := image.Play(image.Turn(), mirrorMove(c.Move, n))
		if err != nil {
			return err
		}
		if want := mirror(next.Board(), n, swap); imageNext.Board() != want {
			return fmt.Errorf("%s leads to %s, want %s", c.Move, imageNext.Board(), want)
		}
	}
	return nil
}

// TestDiscsAreKept: no move loses or makes a disc, whoever places it.
func TestDiscsAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := anyPosition(t)
		before := readReference(p.Board())
		for _, c := range p.Choices(p.Turn()) {
			next, err := p.Play(p.Turn(), c.Move)
			if err != nil {
				t.Fatal(err)
			}
			after := readReference(next.Board())
			if all := after.count('X') + after.count('O') + after.inHand['X'] + after.inHand['O']; all != 64 {
				t.Fatalf("%s, %s: %d discs", p.Board(), c.Move, all)
			}
			for rank := range 8 {
				for file := range 8 {
					if before.board[rank][file] != '-' && after.board[rank][file] == '-' {
						t.Fatalf("%s, %s: the disc on %s is gone", p.Board(), c.Move, name(file, rank))
					}
				}
			}
		}
	})
}
