package play_test

import (
	"math/rand/v2"
	"testing"

	"plylog/engines"
	"plylog/engines/backgammon"
	"plylog/engines/baghchal"
	"plylog/engines/checkers"
	"plylog/engines/reversi"
	"plylog/events"
	"plylog/events/play"
)

func four() []engines.Engine {
	return []engines.Engine{backgammon.New(), reversi.New(), checkers.New(), baghchal.New()}
}

// randomGame plays legal moves at random to the end, at most plies of them.
func randomGame(t testing.TB, reg *engines.Registry, kind string, n byte, plies int) *game {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(n), 7))
	g := begin(t, reg, create(kind, n))
	for range plies {
		if g.Over() {
			break
		}
		turn := g.Position().Turn()
		choices := g.Position().Choices(turn)
		m := choices[r.IntN(len(choices))].Move
		cmd := play.Command{Seat: turn, Type: play.Move, Move: string(m)}
		switch m {
		case engines.Roll, engines.Double, engines.Take, engines.Drop:
			cmd.Type, cmd.Move = play.CommandType(m), ""
		}
		g.must(t, cmd)
	}
	return g
}

// Games of all four kinds fold to what was played, and their logs are the same
// bytes whenever they are made.
func TestRandomGamesOfAllKinds(t *testing.T) {
	reg := registry(t, four()...)
	for _, kind := range reg.Kinds()[1:] {
		t.Run(kind, func(t *testing.T) {
			for n := range byte(20) {
				g := randomGame(t, reg, kind, n, 200)
				g.fold(t, reg)
				if again := randomGame(t, reg, kind, n, 200); again.Head != g.Head {
					t.Fatalf("game %d was played twice the same and has two heads", n)
				}
			}
		})
	}
}

// BenchmarkRebuild reads, checks and replays events: what a rebuild costs beside
// fetching them.
func BenchmarkRebuild(b *testing.B) {
	reg := registry(b, four()...)
	for _, kind := range reg.Kinds()[1:] {
		var raws [][]byte
		for n := range byte(20) {
			for _, e := range randomGame(b, reg, kind, n, 100).log {
				raws = append(raws, e.Raw)
			}
		}
		b.Run(kind, func(b *testing.B) {
			b.ReportAllocs()
			f := play.NewFolder(reg)
			for i := 0; b.Loop(); i++ {
				if i%len(raws) == 0 {
					f = play.NewFolder(reg)
				}
				e, err := events.Decode(raws[i%len(raws)])
				if err != nil {
					b.Fatal(err)
				}
				if err := f.Apply(e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDecide makes events: what a command costs beside storing its event.
func BenchmarkDecide(b *testing.B) {
	reg := registry(b, four()...)
	for _, kind := range reg.Kinds()[1:] {
		g := randomGame(b, reg, kind, 1, 9)
		turn := g.Position().Turn()
		m := g.Position().Choices(turn)[0].Move
		cmd := play.Command{Game: g.ID, ID: commandID(1000), By: "p_left", Seat: turn, Type: play.Move, Move: string(m)}
		if m == engines.Roll {
			cmd.Type, cmd.Move = play.Roll, ""
		}
		made := play.NewChains(secret, g.ID)
		b.Run(kind, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := play.Decide(g.Game, &cmd, now, func() *play.Chains { return made }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
