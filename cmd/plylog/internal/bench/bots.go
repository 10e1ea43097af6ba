package bench

import (
	"context"
	"fmt"
	"runtime"

	"plylog/api/bot"
	"plylog/engines"
)

// levelShare is the share of the points, in percent, that a level is to make
// against the one below it.
const levelShare = 75

// bots lets every level of every kind play against the one below it. How long that
// takes says nothing: what the levels look at is counted, not timed, so that a slow
// machine plays the same games as a fast one.
func (l *lab) bots(ctx context.Context) error {
	for _, kind := range l.games.Kinds() {
		e, _ := l.games.Newest(kind)
		t, ok := e.(engines.Thinker)
		if !ok {
			continue
		}
		for level := 2; level <= min(t.Levels(), l.levels); level++ {
			if err := l.contest(ctx, e, level); err != nil {
				return err
			}
		}
	}
	return nil
}

// contest measures one level.
func (l *lab) contest(ctx context.Context, e engines.Engine, level int) error {
	c := bot.Contest{
		Engine: e, Upper: levelName(level), Lower: levelName(level - 1),
		Games: l.contests, Seed: 1, Side: runtime.GOMAXPROCS(0),
	}
	s, err := c.Play(ctx)
	if err != nil {
		return err
	}
	l.console.Say("  %s: %s won %d, drew %d and lost %d against %s", e.Name(), c.Upper, s.Wins, s.Draws, s.Losses, c.Lower)
	line := Line{
		Bench: "bots", Unit: "%", Target: oursAtLeast(levelShare),
		What: fmt.Sprintf("points of %s %s against %s, %d games", e.Name(), c.Upper, c.Lower, s.Games()),
	}
	l.add(line.measured([]float64{s.Percent()}, nil))
	return nil
}

func levelName(n int) string { return fmt.Sprintf("%s%d", bot.NameLevel, n) }
