package baghchal

import (
	"math/rand/v2"
	"testing"

	"plylog/engines"
)

// BenchmarkPerft counts from the start; nodes/s is what it is judged by.
func BenchmarkPerft(b *testing.B) {
	b.ReportAllocs()
	p := begin(start)
	for b.Loop() {
		if p.Perft(7, false) != counts[7] {
			b.Fatal("wrong count")
		}
	}
	b.ReportMetric(float64(counts[7])*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkPlay plays one long game from its texts; an operation is one move.
func BenchmarkPlay(b *testing.B) {
	game := longGame(b, 400)
	b.ReportAllocs()
	p := engines.Position(begin(start))
	i := 0
	for b.Loop() {
		if i == len(game) {
			p, i = begin(start), 0
		}
		next, err := p.Play(p.Turn(), game[i])
		if err != nil {
			b.Fatal(err)
		}
		p = next
		i++
	}
}

// BenchmarkChoices lists the moves of a position with a long past.
func BenchmarkChoices(b *testing.B) {
	game := longGame(b, 400)
	p := mustPlay(b, begin(start), game[:len(game)-1]...)
	b.ReportAllocs()
	for b.Loop() {
		if len(p.Choices(p.Turn())) == 0 {
			b.Fatal("no choices")
		}
	}
}

// BenchmarkRefuse refuses a move by name.
func BenchmarkRefuse(b *testing.B) {
	p := begin(start)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Play(engines.First, "a1"); err == nil {
			b.Fatal("accepted")
		}
	}
}

// BenchmarkParse reads a board line.
func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New().Parse("TGGGT/GGGGG/GG1GG/GGGGG/TGGGT T 0 0"); err != nil {
			b.Fatal(err)
		}
	}
}

// longGame is a random game that avoids captures and lasts some plies at least.
func longGame(b *testing.B, plies int) []engines.Move {
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		p := engines.Position(begin(start))
		var game []engines.Move
		for p.Turn() != engines.Nobody && len(game) < plies {
			m := engines.Move(choose(rng, 1, p, nil))
			game = append(game, m)
			p = mustPlay(b, p, m)
		}
		if len(game) == plies {
			return game
		}
	}
	b.Fatal("no game is that long")
	return nil
}
