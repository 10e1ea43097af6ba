package checkers

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
)

// anyBoard draws boards that obey the piece count and the crown rows.
func anyBoard() *rapid.Generator[board] {
	return rapid.Custom(func(t *rapid.T) board {
		where := rapid.Permutation(allSquares()).Draw(t, "squares")
		red := rapid.IntRange(0, menEach).Draw(t, "red")
		white := rapid.IntRange(1, menEach).Draw(t, "white")
		b := board{white: rapid.Bool().Draw(t, "white to move"), kings: rapid.Uint32().Draw(t, "kings")}
		for _, sq := range where[:red] {
			b.own |= bit(sq)
		}
		for _, sq := range where[red : red+white] {
			b.opp |= bit(sq)
		}
		b.kings = b.kings&(b.own|b.opp) | b.own&whiteHome | b.opp&redHome
		if b.white {
			b.own, b.opp = b.opp, b.own
		}
		return b
	})
}

func allSquares() []uint8 {
	list := make([]uint8, squares)
	for i := range list {
		list[i] = uint8(i)
	}
	return list
}

func canonicalMoves(p engines.Position) (list []string) {
	for _, c := range p.Choices(p.Turn()) {
		list = append(list, string(c.Move))
	}
	return list
}

// TestMirror: turned by half a turn with the colours swapped, a board has the
// turned moves.
func TestMirror(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard().Draw(t, "board")
		var want []string
		for _, m := range canonicalMoves(begin(b, usualDraws())) {
			want = append(want, mirroredMove(engines.Move(m)))
		}
		got := canonicalMoves(begin(mirrored(b), usualDraws()))
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("got %q; want %q", got, want)
		}
	})
}

// TestShortForms: whatever squares between are left out and whatever marks are
// used, a spelling either leads where the move leads, or the move is among the
// candidates of its refusal.
func TestShortForms(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := begin(anyBoard().Draw(t, "board"), usualDraws())
		list := p.b.moves(nil)
		if p.end != running || len(list) == 0 {
			return
		}
		m := rapid.SampledFrom(list).Draw(t, "move")
		text := spellShort(t, m)
		next, err := p.Play(p.Turn(), engines.Move(text))
		if err == nil {
			if next.Board() != p.after(m).Board() && !spellsAnother(p, m, text) {
				t.Fatalf("%s: %s played as %q leads to %s", p.Board(), m.text(), text, next.Board())
			}
			return
		}
		var ill *engines.IllegalError
		if !errors.As(err, &ill) || ill.Code != "checkers.ambiguous" || !slices.Contains(ill.Candidates, m.text()) {
			t.Fatalf("%s: %s spelled %q: %v", p.Board(), m.text(), text, err)
		}
	})
}

// spellShort writes a move with some squares left out.
func spellShort(t *rapid.T, m move) string {
	at, n := m.path()
	marks := []string{"-"}
	if m.jumps > 0 {
		marks = []string{"-", "x", "X", ":", " ", " x "}
	}
	var sb strings.Builder
	for i, sq := range at[:n] {
		if i > 0 && i < n-1 && rapid.Bool().Draw(t, "left out") {
			continue
		}
		if i > 0 {
			sb.WriteString(rapid.SampledFrom(marks).Draw(t, "mark"))
		}
		if sq < 9 && rapid.Bool().Draw(t, "zero") {
			sb.WriteByte('0')
		}
		sb.WriteString(names[sq])
	}
	return sb.String()
}

// spellsAnother reports whether a text spells the whole path of another move.
func spellsAnother(p *position, m move, text string) bool {
	s, bad := readMove(text)
	if bad != nil {
		return false
	}
	for _, o := range p.b.moves(nil) {
		if at, n := o.path(); o != m && slices.Equal(at[:n], s.squares()) {
			return true
		}
	}
	return false
}

// TestHistory: the count of each position of a long king's game is that of a
// plain count over whole boards.
func TestHistory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := engines.Position(begin(board{own: bit(0), opp: bit(31) | bit(27), kings: bit(0) | bit(31)}, usualDraws()))
		seen := map[string]int{p.Board(): 1}
		for range 60 {
			moves := canonicalMoves(p)
			if len(moves) == 0 {
				return
			}
			next, err := p.Play(p.Turn(), engines.Move(rapid.SampledFrom(moves).Draw(t, "move")))
			if err != nil {
				t.Fatal(err)
			}
			p = next
			seen[p.Board()]++
			if got := p.(*position).Seen(); got != seen[p.Board()] {
				t.Fatalf("%s: seen %d times; want %d", p.Board(), got, seen[p.Board()])
			}
		}
	})
}
