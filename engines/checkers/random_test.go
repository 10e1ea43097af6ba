package checkers

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plylog/engines"
)

// randomBoard scatters pieces: few or many, more or fewer kings, men never on
// their crown row.
func randomBoard(rng *rand.Rand) board {
	b := board{white: rng.IntN(2) == 1}
	var red, white uint32
	for _, side := range []*uint32{&red, &white} {
		for range 1 + rng.IntN(menEach) {
			*side |= bit(uint8(rng.IntN(squares))) &^ (red | white)
		}
	}
	for share := rng.IntN(5); share > 0; share-- {
		b.kings |= rng.Uint32() & rng.Uint32() & (red | white)
	}
	b.kings |= red&whiteHome | white&redHome
	b.own, b.opp = red, white
	if b.white {
		b.own, b.opp = white, red
	}
	return b
}

// mirrored turns the board by half a turn and swaps the colours.
func mirrored(b board) board {
	return board{own: reversed(b.own), opp: reversed(b.opp), kings: reversed(b.kings), white: !b.white}
}

func reversed(m uint32) (r uint32) {
	for sq := range uint8(squares) {
		if m&bit(sq) != 0 {
			r |= bit(squares - 1 - sq)
		}
	}
	return r
}

// mirroredMove is a move of the mirrored board.
func mirroredMove(m engines.Move) string {
	s, bad := readMove(string(m))
	if bad != nil {
		return bad.detail
	}
	mark := "-"
	if s.cross {
		mark = "x"
	}
	var turned []string
	for _, sq := range s.squares() {
		turned = append(turned, names[squares-1-sq])
	}
	return strings.Join(turned, mark)
}

// TestRandomPositions compares tens of thousands of positions, most of which no
// game would show, with the reference: the moves, and for some the board after.
func TestRandomPositions(t *testing.T) {
	t.Parallel()
	const positions = 20_000
	rng := rand.New(rand.NewPCG(1, 32))
	captures, loops, over := 0, 0, 0
	for i := range positions {
		p := begin(randomBoard(rng), usualDraws())
		line := p.Board()
		if read, err := readFEN(line); err != nil || read != p.b {
			t.Fatalf("%s reads back as %s: %v", line, begin(read, usualDraws()).Board(), err)
		}
		ref := refRead(line)
		want := ref.moves()
		if (len(want) == 0) != (p.end != running) {
			t.Fatalf("%s: over is %t with %d moves by the reference", line, p.end != running, len(want))
		}
		if len(want) == 0 {
			over++
		}
		choices := p.Choices(p.Turn())
		compareMoves(t, line, choices, want)
		for _, m := range want {
			captures += min(1, len(m.taken))
			if m.path[0] == m.path[len(m.path)-1] {
				loops++
			}
		}
		if i%4 == 0 {
			compareBoards(t, p, want)
			compareMirror(t, p, choices)
		}
	}
	t.Logf("%d positions: %d captures among the moves, %d ending where they began, %d games over", positions, captures, loops, over)
	if captures == 0 || loops == 0 || over == 0 {
		t.Error("a kind of position is missing")
	}
}

func compareMoves(t *testing.T, line string, got []engines.Choice, want []refMove) {
	t.Helper()
	var g, w []string
	for _, c := range got {
		g = append(g, string(c.Move))
	}
	for _, m := range want {
		w = append(w, m.text())
	}
	slices.Sort(g)
	slices.Sort(w)
	if !slices.Equal(g, w) {
		t.Fatalf("%s:\n got %q\nwant %q", line, g, w)
	}
}

// compareBoards plays every move on both implementations.
func compareBoards(t *testing.T, p *position, moves []refMove) {
	t.Helper()
	ref := refRead(p.Board())
	for _, m := range moves {
		next, err := p.Play(p.Turn(), engines.Move(m.text()))
		if err != nil {
			t.Fatalf("%s: %v", p.Board(), err)
		}
		if got, want := refRead(next.Board()).write(), ref.after(m).write(); got != want {
			t.Fatalf("%s, %s: got %s, want %s", p.Board(), m.text(), got, want)
		}
	}
}

// compareMirror checks that both colours play by the same rules.
func compareMirror(t *testing.T, p *position, choices []engines.Choice) {
	t.Helper()
	m := begin(mirrored(p.b), usualDraws())
	var got, want []string
	for _, c := range m.Choices(m.Turn()) {
		got = append(got, string(c.Move))
	}
	for _, c := range choices {
		want = append(want, mirroredMove(c.Move))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%s and its mirror %s:\n got %q\nwant %q", p.Board(), m.Board(), got, want)
	}
}
