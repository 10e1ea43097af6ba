package bot

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"plylog/engines"
)

// Bot chooses moves.
type Bot interface {
	// Move returns a move that the position lists for the seat, which is on turn.
	// The position is shared and must not be changed. Once the context ends the
	// answer does not matter any more and should come soon. Whoever asks may ask
	// from one goroutine at a time only.
	Move(ctx context.Context, p engines.Position, by engines.Seat) (engines.Move, error)
}

// Func is a function that is a bot.
type Func func(ctx context.Context, p engines.Position, by engines.Seat) (engines.Move, error)

// Move implements Bot.
func (f Func) Move(ctx context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
	return f(ctx, p, by)
}

// NothingError says that a bot was asked for a move where there is none.
type NothingError struct {
	Board string
	By    engines.Seat
}

// Error implements error.
func (e *NothingError) Error() string {
	return fmt.Sprintf("the %s seat has nothing to play on %q", e.By, e.Board)
}

// Random returns a bot that plays any legal move, each as likely as the others.
// It doubles the stakes seldom: most of the games would end at the cube.
func Random(rng *rand.Rand) Bot {
	return Func(func(_ context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
		choices := p.Choices(by)
		if len(choices) == 0 {
			return "", &NothingError{Board: p.Board(), By: by}
		}
		m := choices[rng.IntN(len(choices))].Move
		if m == engines.Double && rng.IntN(rareDoubles) > 0 {
			return choices[0].Move, nil
		}
		return m, nil
	})
}

// rareDoubles is how many doubles Random thinks better of for one that it makes.
const rareDoubles = 20

// Thinking is the time that a bot of a level takes for a move at the most.
type Thinking struct {
	Budget time.Duration    // 0: as long as its level takes
	Now    func() time.Time // nil: time.Now
}

// Level returns a bot of one of an engine's own strengths, 1 to Levels. Engines
// that cannot think have none.
func Level(e engines.Engine, n int, rng *rand.Rand, t Thinking) (Bot, error) {
	th, ok := e.(engines.Thinker)
	if !ok {
		return nil, fmt.Errorf("level %d: %w: bots of %s do not come in levels", n, ErrNoBot, e.Name())
	}
	if n < 1 || n > th.Levels() {
		return nil, fmt.Errorf("level %d: %w: %s has levels 1 to %d", n, ErrNoBot, e.Name(), th.Levels())
	}
	if t.Now == nil {
		t.Now = time.Now
	}
	return &thinker{engine: th, level: n, rng: rng, time: t}, nil
}

// thinker is a bot of a level.
type thinker struct {
	engine engines.Thinker
	level  int
	rng    *rand.Rand
	time   Thinking
}

// Move implements Bot.
func (t *thinker) Move(ctx context.Context, p engines.Position, by engines.Seat) (engines.Move, error) {
	stop := func() bool { return ctx.Err() != nil }
	if t.time.Budget > 0 {
		end := t.time.Now().Add(t.time.Budget)
		stop = func() bool { return ctx.Err() != nil || !t.time.Now().Before(end) }
	}
	return t.engine.Think(p, by, t.level, t.rng.IntN, stop)
}
