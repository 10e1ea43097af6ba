package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"plylog/engines"
)

// Thinking says how an engine's bots are tested. Only Engine is required.
type Thinking struct {
	Engine  engines.Thinker
	Options []string // option objects to play under ("" for the defaults, which is also what an empty list means)
	Games   int      // random games, spread evenly over Options; 0: 4
	Every   int      // every so many positions are thought about; 0: 7
	Seed    uint64   // of the first random game, the next ones count up
}

// foreign is a position of no engine, with a seat on turn.
type foreign struct{ engines.Position }

// RunThinking holds an engine's bots to the laws of thinking: at every level they
// choose a legal move in its canonical spelling, the same one under the same
// circumstances; told to stop they do so at once; and where there is nothing to
// choose they refuse as the position does. An engine that judges is held to
// agree with itself and with results.
func RunThinking(t *testing.T, s Thinking) {
	t.Helper()
	if len(s.Options) == 0 {
		s.Options = []string{""}
	}
	if s.Games == 0 {
		s.Games = 4
	}
	if s.Every == 0 {
		s.Every = 7
	}
	if n := s.Engine.Levels(); n < 2 {
		t.Fatalf("there are %d levels", n)
	}
	suite := Suite{Engine: s.Engine}.filled()
	for i := range s.Games {
		at := 0
		options := s.Options[i%len(s.Options)]
		start, err := s.Engine.New([]byte(options), "")
		if err != nil {
			t.Fatalf("options %q: %v", options, err)
		}
		err = suite.walk(options, start, s.Seed+uint64(i), func(_ string, p engines.Position) error {
			if at++; at%s.Every != 0 && p.Turn().Plays() {
				return lawRefusing(s.Engine, p)
			}
			return errors.Join(lawThinking(s.Engine, p, uint64(at)), lawJudging(s.Engine, p))
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// lawThinking: every level chooses a legal move and can say it again.
func lawThinking(e engines.Thinker, p engines.Position, seed uint64) error {
	if err := lawRefusing(e, p); err != nil || !p.Turn().Plays() {
		return err
	}
	by, board := p.Turn(), p.Board()
	legal := map[engines.Move]bool{}
	for _, c := range p.Choices(by) {
		legal[c.Move] = true
	}
	for level := 0; level <= e.Levels()+1; level++ { // numbers off the list mean its ends
		// A few hundred questions are a small part of what the highest levels ask.
		patience := 3
		think := func(stop func() bool) (engines.Move, error) {
			return e.Think(p, by, level, rand.New(rand.NewPCG(seed, 1)).IntN, stop)
		}
		counting := func() func() bool {
			asked := 0
			return func() bool { asked++; return asked >= patience }
		}
		m, err := think(counting())
		if err != nil || !legal[m] {
			return fmt.Errorf("%s: level %d chooses %q, which is not among the choices (%v)", board, level, m, err)
		}
		if again, err := think(counting()); err != nil || again != m {
			return fmt.Errorf("%s: level %d chooses %q first and then %q (%v)", board, level, m, again, err)
		}
		asked := 0
		if m, err := think(func() bool { asked++; return true }); err != nil || !legal[m] || asked > 1 {
			return fmt.Errorf("%s: level %d, told to stop, chooses %q and asks %d times (%v)", board, level, m, asked, err)
		}
		if now := p.Board(); now != board {
			return fmt.Errorf("%s: thinking changed the position to %s", board, now)
		}
	}
	return nil
}

// lawRefusing: a seat that has nothing to choose is refused by name.
func lawRefusing(e engines.Thinker, p engines.Position) error {
	never := func() bool { return false }
	first := func(int) int { return 0 }
	for _, by := range []engines.Seat{engines.Nobody, engines.First, engines.Second, engines.Chance, 9} {
		if by == p.Turn() && by.Plays() {
			continue
		}
		m, err := e.Think(p, by, 1, first, never)
		var illegal *engines.IllegalError
		if !errors.As(err, &illegal) || m != "" {
			return fmt.Errorf("%s: the %s seat has nothing to choose and gets %q (%v)", p.Board(), by, m, err)
		}
	}
	if by := p.Turn(); by.Plays() {
		m, err := e.Think(foreign{p}, by, 1, first, never)
		var illegal *engines.IllegalError
		if !errors.As(err, &illegal) || m != "" {
			return fmt.Errorf("%s: a position of another engine gets %q (%v)", p.Board(), m, err)
		}
	}
	return nil
}

// lawJudging: what one seat may expect the other may not, and a result is what it
// is.
func lawJudging(e engines.Thinker, p engines.Position) error {
	j, ok := e.(engines.Judge)
	if !ok {
		return nil
	}
	first, second := j.Judge(p, engines.First), j.Judge(p, engines.Second)
	if first != -second || first > 3000 || first < -3000 {
		return fmt.Errorf("%s: the first seat may expect %d and the second %d", p.Board(), first, second)
	}
	if again := j.Judge(p, engines.First); again != first {
		return fmt.Errorf("%s: judged again, %d instead of %d", p.Board(), again, first)
	}
	if nobody := j.Judge(p, engines.Nobody); nobody != 0 {
		return fmt.Errorf("%s: nobody may expect %d", p.Board(), nobody)
	}
	r, over := p.Result()
	switch {
	case !over:
	case r.Winner == engines.First && first < 1000, r.Winner == engines.Second && second < 1000, r.Winner == engines.Nobody && first != 0:
		return fmt.Errorf("%s: %s has won, and the first seat may expect %d", p.Board(), r.Winner, first)
	}
	return nil
}
