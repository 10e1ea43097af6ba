package backgammon

import (
	"testing"

	"plylog/engines"
)

// BenchmarkTurns counts the distinct positions after every roll on the wildbg
// positions, as their own benchmark does.
func BenchmarkTurns(b *testing.B) {
	all := append(wildbg(b, "contact"), wildbg(b, "race")...)
	var found Turns
	rolls := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			for x := 1; x <= 6; x++ {
				for y := 1; y <= x; y++ {
					found.Count(&all[i], x, y)
					rolls++
				}
			}
		}
	}
	b.ReportMetric(float64(rolls)/b.Elapsed().Seconds(), "rolls/s")
}

func BenchmarkPerft2(b *testing.B) {
	p := New()
	start, err := p.New(nil, "")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if n := start.(engines.Counter).Perft(2, false); n != 202782 {
			b.Fatal(n)
		}
	}
}

// BenchmarkPlay plays single turns: as the fold of a stored game does.
func BenchmarkPlay(b *testing.B) {
	for _, test := range []struct {
		name, board string
		move        engines.Move
	}{
		{"mixed", startLetters + " 1/31", "8/5 6/5"},
		{"joined", startLetters + " 1/65", "24/13"},
		{"double", startLetters + " 1/22", "13/11(2) 6/4(2)"},
		{"one die", "--------------------b----A 1/32", "bar/22"},
		{"contact", "--aa-BCaB--A-aE----cacbb-- 1/42", "8/4 6/4"},
		{"roll", startLetters + " 2", "roll"},
	} {
		b.Run(test.name, func(b *testing.B) {
			p := mustParse(b, test.board)
			mustPlay(b, p, test.move)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.Play(p.Turn(), test.move); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkBoard(b *testing.B) {
	p := mustParse(b, startLetters+" 2/65 7:3-6c")
	b.ReportAllocs()
	for b.Loop() {
		_ = p.Board()
	}
}

func BenchmarkChoices(b *testing.B) {
	for name, dice := range map[string]string{"31": " 1/31", "22": " 1/22"} {
		b.Run(name, func(b *testing.B) {
			p := mustParse(b, startLetters+dice)
			b.ReportAllocs()
			for b.Loop() {
				_ = p.Choices(engines.First)
			}
		})
	}
}

// BenchmarkGame plays the beginning of a game as a fold does: dice, moves, and
// the board after every event.
func BenchmarkGame(b *testing.B) {
	start, err := New().New(nil, "")
	if err != nil {
		b.Fatal(err)
	}
	turns := []struct {
		dice string
		move engines.Move
	}{{"6-4", "24/14"}, {"5-2", "13/8 13/11*"}, {"5-3", "bar/22 13/8"}, {"4-4", "24/20(2) 11/3"}}
	b.ReportAllocs()
	for b.Loop() {
		p := mustDraw(b, start, "3-1")
		p = mustPlay(b, p, "8/5 6/5")
		_ = p.Board()
		for _, turn := range turns {
			p = mustPlay(b, p, engines.Roll)
			p = mustDraw(b, p, turn.dice)
			_ = p.Board()
			p = mustPlay(b, p, turn.move)
			_ = p.Board()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/9, "ns/event")
}
