package reversi_test

import (
	"testing"

	"plylog/engines"
	"plylog/engines/reversi"
)

// game is the positions and moves of one whole game, a pass included.
func game(t testing.TB) (positions []engines.Position, moves []engines.Move) {
	t.Helper()
	r, err := reversi.ReadTranscript(levelGame)
	if err != nil {
		t.Fatal(err)
	}
	p, err := reversi.New().New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	step := func(m engines.Move) {
		positions, moves = append(positions, p), append(moves, m)
		if p, err = p.Play(p.Turn(), m); err != nil {
			t.Fatal(err)
		}
	}
	for _, turn := range r.Turns {
		if turn.By != p.Turn() {
			step(engines.Pass)
		}
		step(turn.Move)
	}
	return positions, moves
}

func BenchmarkPlay(b *testing.B) {
	positions, moves := game(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p := positions[i]
		if _, err := p.Play(p.Turn(), moves[i]); err != nil {
			b.Fatal(err)
		}
		if i++; i == len(moves) {
			i = 0
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	positions, _ := game(b)
	b.ReportAllocs()
	i, bytes := 0, 0
	for b.Loop() {
		bytes += len(positions[i].Board())
		if i++; i == len(positions) {
			i = 0
		}
	}
}

func BenchmarkChoices(b *testing.B) {
	positions, _ := game(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p := positions[i]
		p.Choices(p.Turn())
		if i++; i == len(positions) {
			i = 0
		}
	}
}

func BenchmarkParse(b *testing.B) {
	positions, _ := game(b)
	line, e := positions[30].Board(), reversi.New()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Parse(line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadWTHOR(b *testing.B) {
	files := foreign(b, "reversi/wthor/WTH_2018.wtb")
	data := read(b, files[0])
	b.ReportAllocs()
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := reversi.ReadWTHOR(data); err != nil {
			b.Fatal(err)
		}
	}
}

// TestAllocations: a move costs the next position, a board its text, and
// counting nothing at all.
func TestAllocations(t *testing.T) {
	positions, moves := game(t)
	p, m := positions[20], moves[20]
	for name, tc := range map[string]struct {
		most float64
		do   func()
	}{
		"Play":      {1, func() { _, _ = p.Play(p.Turn(), m) }},
		"Canonical": {0, func() { _, _ = p.Canonical(p.Turn(), m) }},
		"Board":     {1, func() { _ = p.Board() }},
		"Perft":     {0, func() { p.(engines.Counter).Perft(2, false) }},
	} {
		if got := testing.AllocsPerRun(50, tc.do); got > tc.most {
			t.Errorf("%s allocates %v times, want at most %v", name, got, tc.most)
		}
	}
}
