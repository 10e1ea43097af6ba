package bot_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"plylog/api/bot"
	"plylog/engines"
)

// TestNoGameGetsStuck: bots play thousands of games of every kind to their ends
// (a few only under the race detector, which is ten times as slow). The better
// one wins most of them.
func TestNoGameGetsStuck(t *testing.T) {
	games := 400
	if raced {
		games = 12
	}
	for _, kind := range []string{"nim", "reversi", "checkers", "baghchal", "backgammon"} {
		for _, pair := range [][2]string{{"random", "random"}, {"greedy", "random"}, {"level2", "level1"}} {
			t.Run(fmt.Sprintf("%s/%s-%s", kind, pair[0], pair[1]), func(t *testing.T) {
				t.Parallel()
				if kind == "nim" && pair[1] != "random" {
					t.SkipNow() // it has no levels
				}
				c := bot.Contest{Engine: engineOf(t, kind), Upper: pair[0], Lower: pair[1], Games: games, Seed: 1}
				s, err := c.Play(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if s.Games() != games {
					t.Errorf("%d games, want %d", s.Games(), games)
				}
				if pair[0] != pair[1] && games >= 100 && s.Percent() < 60 {
					t.Errorf("the better bot made %.1f %% of the points: %+v", s.Percent(), s)
				}
			})
		}
	}
}

// TestEndless: bots get out of games that nothing ends, where draws never come by
// themselves and may not be claimed, or not even be agreed on.
func TestEndless(t *testing.T) {
	e := engineOf(t, "checkers")
	for _, c := range []struct{ options, reason string }{
		{`{}`, "repetition"},
		{`{"repetition":"off","fortyMove":"off"}`, "agreed"},
		{`{"repetition":"off","fortyMove":"off","drawByAgreement":false}`, "resigned"},
	} {
		p, err := e.New([]byte(c.options), "W:WK32,K28:BK1,K5") // two kings each, safe in their corners
		if err != nil {
			t.Fatal(err)
		}
		r, moves, err := bot.Game(t.Context(), e, p, pacing(), pacing(), nil)
		if err != nil || r.Reason != c.reason {
			t.Errorf("%s: %q after %d moves (%v), want %q", c.options, r.Reason, moves, err, c.reason)
		}
	}
}

// pacing returns a bot of checkers that goes to and fro.
func pacing() bot.Bot {
	var back engines.Move
	return bot.Func(func(_ context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
		m := p.Choices(by)[0].Move
		if back != "" {
			m = back
		}
		from, to, _ := strings.Cut(string(m), "-")
		back = engines.Move(to + "-" + from)
		return m, nil
	})
}

// TestSameSeedSameGames: a contest can be repeated, however many games are under
// way at a time.
func TestSameSeedSameGames(t *testing.T) {
	c := bot.Contest{Engine: engineOf(t, "reversi"), Upper: "level3", Lower: "level2", Games: 8, Seed: 3}
	one, err := c.Play(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c.Side = 4
	if four, err := c.Play(t.Context()); err != nil || four != one {
		t.Errorf("%+v (%v) four at a time, %+v one at a time", four, err, one)
	}
	c.Seed++
	if other, err := c.Play(t.Context()); err != nil || other == one {
		t.Errorf("another seed gave the same games: %+v (%v)", other, err)
	}
}

func TestContestEnds(t *testing.T) {
	c := bot.Contest{Engine: engineOf(t, "reversi"), Upper: "level9", Lower: "random", Games: 4}
	if _, err := c.Play(t.Context()); !errors.Is(err, bot.ErrNoBot) {
		t.Errorf("a bot that there is not: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c.Upper = "random"
	if s, err := c.Play(ctx); !errors.Is(err, context.Canceled) || s.Games() > 0 {
		t.Errorf("cancelled: %+v, %v", s, err)
	}
	wrong := bot.Func(func(context.Context, engines.Position, engines.Seat) (engines.Move, error) { return "a1", nil })
	p, err := c.Engine.New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	var illegal *engines.IllegalError
	if _, _, err := bot.Game(t.Context(), c.Engine, p, wrong, wrong, nil); !errors.As(err, &illegal) {
		t.Errorf("an illegal move: %v", err)
	}
}

// BenchmarkLevels measures how much stronger each level is than the one below it:
// a hundred games, the seats alternating, in percent of the points. At least 75
// is wanted.
func BenchmarkLevels(b *testing.B) {
	for _, kind := range []string{"reversi", "checkers", "baghchal", "backgammon"} {
		e := engineOf(b, kind)
		for n := 2; n <= e.(engines.Thinker).Levels(); n++ {
			upper, lower := fmt.Sprintf("level%d", n), fmt.Sprintf("level%d", n-1)
			b.Run(fmt.Sprintf("%s/%s-%s", kind, upper, lower), func(b *testing.B) {
				for range b.N {
					s, err := bot.Contest{Engine: e, Upper: upper, Lower: lower, Games: 100, Seed: 1, Side: runtime.GOMAXPROCS(0)}.Play(b.Context())
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(s.Percent(), "%")
					b.ReportMetric(float64(s.Wins), "wins")
					b.ReportMetric(float64(s.Draws), "draws")
				}
			})
		}
	}
}
