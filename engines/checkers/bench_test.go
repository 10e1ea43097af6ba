package checkers

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"plylog/engines"
)

// benchGame plays a random game and returns its positions and the moves that
// lead from each to the next.
func benchGame(b *testing.B) (list []engines.Position, moves []engines.Move) {
	b.Helper()
	rng := rand.New(rand.NewPCG(3, 14))
	p, err := New().New(nil, "")
	for err == nil && p.Turn() != engines.Nobody && len(list) < 120 {
		choices := p.Choices(p.Turn())
		m := choices[rng.IntN(len(choices))].Move
		list, moves = append(list, p), append(moves, m)
		p, err = p.Play(p.Turn(), m)
	}
	if err != nil {
		b.Fatal(err)
	}
	return list, moves
}

// BenchmarkPlay plays one move of a game after another; one operation is a move.
func BenchmarkPlay(b *testing.B) {
	list, moves := benchGame(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p := list[i]
		if _, err := p.Play(p.Turn(), moves[i]); err != nil {
			b.Fatal(err)
		}
		i = (i + 1) % len(moves)
	}
}

func BenchmarkBoard(b *testing.B) {
	list, _ := benchGame(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		_ = list[i].Board()
		i = (i + 1) % len(list)
	}
}

func BenchmarkChoices(b *testing.B) {
	list, _ := benchGame(b)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		p := list[i]
		_ = p.Choices(p.Turn())
		i = (i + 1) % len(list)
	}
}

// BenchmarkRefuse refuses a step while captures exist, with their list.
func BenchmarkRefuse(b *testing.B) {
	p, err := New().Parse("B:W18,26,19:B5,14,15")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Play(engines.First, "5-9"); err == nil {
			b.Fatal("accepted")
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Parse("B:W18,21-25,K10:B1-5,12,16"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPerft counts from the start; compare with the yardstick in C.
func BenchmarkPerft(b *testing.B) {
	paths, unique := perftTable(b)
	for _, c := range []struct {
		depth  int
		unique bool
		want   uint64
	}{
		{9, false, paths[9]}, {10, false, paths[10]}, {9, true, unique[9]},
		{12, false, paths[12]}, {12, true, unique[12]},
	} {
		b.Run(fmt.Sprintf("depth=%d/unique=%t", c.depth, c.unique), func(b *testing.B) {
			p := begin(startBoard(), usualDraws())
			b.ReportAllocs()
			for b.Loop() {
				if got := p.Perft(c.depth, c.unique); got != c.want {
					b.Fatalf("%d; want %d", got, c.want)
				}
			}
			b.ReportMetric(float64(c.want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// BenchmarkLongShuffle moves kings about without ever capturing: what looking
// back costs a ply, the more the longer it goes on.
func BenchmarkLongShuffle(b *testing.B) {
	for _, plies := range []int{100, 1000, 10_000} {
		b.Run(fmt.Sprintf("plies=%d", plies), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				shuffle(b, plies)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*plies), "ns/ply")
		})
	}
}

func shuffle(b *testing.B, plies int) {
	b.Helper()
	rng := rand.New(rand.NewPCG(5, 9))
	all := bit(0) | bit(5) | bit(20) | bit(31)
	p := begin(board{own: bit(0) | bit(5), opp: bit(20) | bit(31), kings: all}, usualDraws())
	for range plies {
		var room [16]move
		quiet := room[:0]
		for _, m := range p.b.moves(nil) {
			if p.b.after(m).jumpers() == 0 {
				quiet = append(quiet, m)
			}
		}
		if len(quiet) == 0 {
			p = p.prev // every move would be captured: take the last one back
			continue
		}
		p = p.after(quiet[rng.IntN(len(quiet))])
	}
}
