package play_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// Golden logs are games as they were once stored. They stay for ever: today's
// code must read them, replay them under their ruleset to the same boards, and
// come to the same chain heads. -golden adds the logs that are missing and never
// changes one that is there.
var addGolden = flag.Bool("golden", false, "add the golden logs that are missing")

const goldenDir = "testdata/golden"

// goldens are the logs that there must be: at least one of every kind for every
// way in which a game of it ends or turns.
var goldens = map[string]func(t testing.TB, reg *engines.Registry) *game{
	"backgammon-1-played": func(t testing.TB, reg *engines.Registry) *game { return toTheEnd(t, reg, "backgammon", 1, "") },
	"backgammon-1-cube": func(t testing.TB, reg *engines.Registry) *game {
		return toTheEnd(t, reg, "backgammon", 2, `{"matchLength":7}`)
	},
	"backgammon-1-dropped":  dropped,
	"backgammon-1-resigned": func(t testing.TB, reg *engines.Registry) *game { return resigned(t, reg, "backgammon") },
	"backgammon-1-shared": func(t testing.TB, reg *engines.Registry) *game {
		g, p := shared(t, reg, 13, `{"matchLength":7}`)
		further(t, g, p, rand.New(rand.NewPCG(13, 11)), 5000)
		return g
	},
	"backgammon-1-waived": func(t testing.TB, reg *engines.Registry) *game {
		g, p := opened(t, reg, 14, "")
		until(t, g, p, func() bool { return g.Shared().Brings(g.Position().Turn(), play.Roll) > 3 })
		turn := g.Position().Turn()
		g.must(t, play.Command{Seat: turn, Type: play.Waive})
		g.must(t, p.with(t, g, play.Command{Seat: turn.Opponent(), Type: play.Accept}))
		until(t, g, p, func() bool { return g.Shared().Brings(turn.Opponent(), play.Move) > 0 })
		g.must(t, play.Command{Seat: turn.Opponent(), Type: play.Waive})
		further(t, g, p, rand.New(rand.NewPCG(14, 11)), 5000)
		return g
	},
	"backgammon-1-flagged": func(t testing.TB, reg *engines.Registry) *game { return flagged(t, reg, "backgammon") },
	"reversi-1-played":     func(t testing.TB, reg *engines.Registry) *game { return toTheEnd(t, reg, "reversi", 3, "") },
	"reversi-1-tournament": func(t testing.TB, reg *engines.Registry) *game {
		return toTheEnd(t, reg, "reversi", 4, `{"score":"empties-to-winner"}`)
	},
	"reversi-1-resigned":    func(t testing.TB, reg *engines.Registry) *game { return resigned(t, reg, "reversi") },
	"reversi-1-flagged":     func(t testing.TB, reg *engines.Registry) *game { return flagged(t, reg, "reversi") },
	"reversi-1-taken-back":  func(t testing.TB, reg *engines.Registry) *game { return takenBack(t, reg, "reversi") },
	"reversi-1-corrected":   corrected,
	"checkers-1-played":     func(t testing.TB, reg *engines.Registry) *game { return toTheEnd(t, reg, "checkers", 5, "") },
	"checkers-1-resigned":   func(t testing.TB, reg *engines.Registry) *game { return resigned(t, reg, "checkers") },
	"checkers-1-flagged":    func(t testing.TB, reg *engines.Registry) *game { return flagged(t, reg, "checkers") },
	"checkers-1-agreed":     func(t testing.TB, reg *engines.Registry) *game { return agreed(t, reg, "checkers") },
	"checkers-1-taken-back": func(t testing.TB, reg *engines.Registry) *game { return takenBack(t, reg, "checkers") },
	"checkers-1-seated": func(t testing.TB, reg *engines.Registry) *game {
		g := begin(t, reg, create("checkers", 15))
		onward(t, g, 15, 5)
		g.must(t, play.Command{Seat: events.First, Type: play.Offer, What: play.WhatDraw})
		g.must(t, play.Command{Seat: events.First, Type: play.Hand, Player: "p_account"})
		g.must(t, play.Command{Seat: events.Second, Type: play.Decline})
		onward(t, g, 15, 5000)
		return g
	},
	"backgammon-1-seated": func(t testing.TB, reg *engines.Registry) *game {
		g, p := opened(t, reg, 16, "")
		further(t, g, p, rand.New(rand.NewPCG(16, 11)), 7)
		g.must(t, play.Command{Seat: events.Second, Type: play.Hand, Player: "p_account"})
		further(t, g, p, rand.New(rand.NewPCG(16, 12)), 5000)
		return g
	},
	"checkers-1-adjudicated": func(t testing.TB, reg *engines.Registry) *game {
		cmd := create("checkers", 17)
		cmd.Clock = []byte(`{"kind":"fischer","base":60000,"increment":1000}`)
		g := begin(t, reg, cmd)
		onward(t, g, 17, 5)
		g.must(t, rules(play.Pause, ""))
		g.must(t, rules(play.Continue, ""))
		onward(t, g, 18, 3)
		g.must(t, rules(play.Pause, ""))
		g.must(t, rules(play.Adjudicate, events.RuledSecond))
		return g
	},
	"backgammon-1-adjudicated": func(t testing.TB, reg *engines.Registry) *game {
		g := begin(t, reg, create("backgammon", 18))
		onward(t, g, 18, 7)
		g.must(t, rules(play.Adjudicate, events.RuledVoid))
		return g
	},
	"baghchal-1-played":     func(t testing.TB, reg *engines.Registry) *game { return toTheEnd(t, reg, "baghchal", 6, "") },
	"baghchal-1-resigned":   func(t testing.TB, reg *engines.Registry) *game { return resigned(t, reg, "baghchal") },
	"baghchal-1-flagged":    func(t testing.TB, reg *engines.Registry) *game { return flagged(t, reg, "baghchal") },
	"baghchal-1-agreed":     func(t testing.TB, reg *engines.Registry) *game { return agreed(t, reg, "baghchal") },
	"baghchal-1-taken-back": func(t testing.TB, reg *engines.Registry) *game { return takenBack(t, reg, "baghchal") },
}

func TestGoldenLogs(t *testing.T) {
	reg := registry(t, four()...)
	heads := readHeads(t)
	for name, make := range goldens {
		path := filepath.Join(goldenDir, name+".jsonl")
		if _, err := os.Stat(path); *addGolden && os.IsNotExist(err) {
			g := make(t, reg)
			var b bytes.Buffer
			for _, e := range g.log {
				b.Write(e.Raw)
				b.WriteByte('\n')
			}
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			heads[name] = g.Head.String()
			writeHeads(t, heads)
		}
		if heads[name] == "" {
			t.Errorf("%s is missing; go test ./events/play -run Golden -golden adds it", name)
		}
	}
	for name, want := range heads {
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(filepath.Join(goldenDir, name+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			g, err := play.Fold(reg, func(yield func(*events.Event, error) bool) {
				for line := range bytes.Lines(raw) {
					e, err := events.Decode(bytes.TrimSuffix(line, []byte("\n")))
					if !yield(e, err) || err != nil {
						return
					}
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			if g.Head.String() != want {
				t.Errorf("head %s, was %s", g.Head, want)
			}
			if g.After.Result == nil {
				t.Error("the game is not over")
			}
		})
	}
}

// readHeads reads the pinned chain heads: a name and a hash a line.
func readHeads(t *testing.T) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(goldenDir, "heads.txt"))
	if err != nil && !*addGolden {
		t.Fatal(err)
	}
	heads := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		name, head, _ := strings.Cut(strings.TrimSpace(line), " ")
		heads[name] = head
	}
	return heads
}

func writeHeads(t *testing.T, heads map[string]string) {
	t.Helper()
	var lines []string
	for name, head := range heads {
		lines = append(lines, name+" "+head+"\n")
	}
	slices.Sort(lines)
	if err := os.WriteFile(filepath.Join(goldenDir, "heads.txt"), []byte(strings.Join(lines, "")), 0o644); err != nil {
		t.Fatal(err)
	}
}

// toTheEnd plays at random until the board ends the game.
func toTheEnd(t testing.TB, reg *engines.Registry, kind string, seed byte, options string) *game {
	cmd := create(kind, seed)
	cmd.Options = []byte(options)
	g := begin(t, reg, cmd)
	onward(t, g, seed, 5000)
	if !g.Over() {
		t.Fatalf("%s did not end", kind)
	}
	return g
}

// onward plays at random, at most so many plies; doubles are taken.
func onward(t testing.TB, g *game, seed byte, plies int) {
	r := rand.New(rand.NewPCG(uint64(seed), 11))
	for range plies {
		if g.Over() {
			return
		}
		turn := g.Position().Turn()
		choices := g.Position().Choices(turn)
		m := choices[r.IntN(len(choices))].Move
		cmd := play.Command{Seat: turn, Type: play.Move, Move: string(m)}
		switch m {
		case engines.Drop:
			cmd.Type, cmd.Move = play.Take, ""
		case engines.Roll, engines.Double, engines.Take:
			cmd.Type, cmd.Move = play.CommandType(m), ""
		}
		g.must(t, cmd)
	}
}

func dropped(t testing.TB, reg *engines.Registry) *game {
	cmd := create("backgammon", 7)
	cmd.Options = []byte(`{"matchLength":5}`)
	g := begin(t, reg, cmd)
	onward(t, g, 7, 1)
	turn := g.After.Turn
	g.must(t, play.Command{Seat: turn, Type: play.Double})
	g.must(t, play.Command{Seat: turn.Opponent(), Type: play.Drop})
	return g
}

func resigned(t testing.TB, reg *engines.Registry, kind string) *game {
	g := begin(t, reg, create(kind, 8))
	onward(t, g, 8, 6)
	g.must(t, play.Command{Seat: events.Second, Type: play.Resign})
	return g
}

func agreed(t testing.TB, reg *engines.Registry, kind string) *game {
	g := begin(t, reg, create(kind, 9))
	onward(t, g, 9, 6)
	g.must(t, play.Command{Seat: events.First, Type: play.Offer, What: play.WhatDraw})
	g.must(t, play.Command{Seat: events.Second, Type: play.Accept})
	return g
}

func takenBack(t testing.TB, reg *engines.Registry, kind string) *game {
	g := begin(t, reg, create(kind, 10))
	onward(t, g, 10, 6)
	if err := g.takeBack(t, events.Second); err != nil {
		t.Fatal(err)
	}
	onward(t, g, 10, 5000)
	return g
}

func corrected(t testing.TB, reg *engines.Registry) *game {
	cmd := create("reversi", 11)
	cmd.Options = []byte(`{"flips":"manual"}`)
	g := begin(t, reg, cmd)
	g.must(t, play.Command{Seat: events.First, Type: play.Move, Move: "d3:"})
	g.must(t, play.Command{Seat: events.First, Type: play.Correct, Move: "d3:d4"})
	onward(t, g, 11, 5000)
	return g
}

// flagged lets a seat's time run out; a stop of the server lies in between.
func flagged(t testing.TB, reg *engines.Registry, kind string) *game {
	cmd := create(kind, 12)
	cmd.Clock = []byte(`{"kind":"fischer","base":60000,"increment":1000}`)
	g := begin(t, reg, cmd)
	onward(t, g, 12, 3)
	stopped := g.log[len(g.log)-1].Time
	for _, decide := range []func() (*events.Event, *play.Game, error){
		func() (*events.Event, *play.Game, error) {
			return play.DecideResume(g.Game, stopped, stopped.Add(time.Hour))
		},
		func() (*events.Event, *play.Game, error) { return play.DecideFlag(g.Game) },
	} {
		e, after, err := decide()
		if err != nil {
			t.Fatal(err)
		}
		g.Game, g.log = after, append(g.log, reread(t, e))
	}
	return g
}
