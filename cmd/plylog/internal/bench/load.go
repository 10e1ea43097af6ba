package bench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"plylog/cmd/plylog/internal/bench/prepared"
)

// load is games that players are about to play: each takes the next one when it
// is done with the one before.
type load struct {
	games []*prepared.Game
	begun int           // of the games, from the first on: they stand already, one for each player
	every time.Duration // between the moves of a player; 0: as fast as answers come
	taken atomic.Int64
	over  atomic.Bool
}

// tally is what players did.
type tally struct {
	operations int
	took       time.Duration
	each       []time.Duration // of every operation
	played     []int           // of the load's games, how many events each has now
}

func (t *tally) rate() float64 { return perSecond(t.operations, t.took) }

// ms is how many milliseconds an operation took, in the middle.
func (t *tally) ms() float64 { return t.within(0.5) }

// within is in how many milliseconds so much of the operations (0 to 1) was done.
func (t *tally) within(q float64) float64 {
	all := make([]float64, len(t.each))
	for i, d := range t.each {
		all[i] = d.Seconds() * 1000
	}
	return quantile(all, q)
}

// begin has every player make the game that it plays first, before anything is
// timed: else all would make games at once, and none would play.
func (l *load) begin(ctx context.Context, players []player) error {
	l.begun = len(players)
	l.taken.Store(int64(len(players)))
	err := together(ctx, players, func(ctx context.Context, i int, p player) error { return p.play(ctx, l.games[i], 0) })
	if err != nil {
		return fmt.Errorf("making games: %w", err)
	}
	return nil
}

// together has every player do something at once. The first error ends it all.
func together(ctx context.Context, players []player, do func(ctx context.Context, i int, p player) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var work sync.WaitGroup
	for i, p := range players {
		work.Go(func() {
			if err := do(ctx, i, p); err != nil {
				cancel(err)
			}
		})
	}
	work.Wait()
	return context.Cause(ctx)
}

// first is the game that player i begins with, and its next event.
func (l *load) first(i int) (n, event int) {
	if i < l.begun {
		return i, 1
	}
	return l.next(), 0
}

// next takes a game that nobody plays.
func (l *load) next() int { return int(l.taken.Add(1)) - 1 }

// play has players play for so long, or until one of them finds no game left:
// what others do in the end would then be done by fewer.
func (l *load) play(ctx context.Context, players []player, span time.Duration) (*tally, error) {
	parts := make([][]time.Duration, len(players))
	t := &tally{played: make([]int, len(l.games))}
	for i := range l.begun {
		t.played[i] = 1
	}
	began := time.Now()
	err := together(ctx, players, func(ctx context.Context, i int, p player) (err error) {
		parts[i], err = l.run(ctx, p, i, l.beat(began, i, len(players)), began.Add(span), t.played)
		return err
	})
	t.took = time.Since(began)
	if err != nil {
		return nil, fmt.Errorf("playing: %w", err)
	}
	for _, part := range parts {
		t.each = append(t.each, part...)
	}
	t.operations = len(t.each)
	return t, nil
}

// run is the part of player i, who makes one move at least: however late it comes to begin,
// there is something to measure. How long an event took is counted from when it was
// due, if there is a beat: else a server that stalls would be asked less meanwhile,
// and would look the better for it.
func (l *load) run(ctx context.Context, p player, i int, due *beat, until time.Time, played []int) (took []time.Duration, err error) {
	took = make([]time.Duration, 0, 1024)
	n, event := l.first(i)
	for ; n < len(l.games); n, event = l.next(), 0 {
		g := l.games[n]
		for ; event < len(g.Events); event++ {
			at, err := due.next(ctx)
			if err != nil {
				return nil, err
			}
			if l.over.Load() || at.After(until) && len(took) > 0 {
				return took, nil
			}
			if err := p.play(ctx, g, event); err != nil {
				return nil, fmt.Errorf("%s, event %d of game %s: %w", g.Create.Kind, event+1, g.Create.Game, err)
			}
			played[n] = event + 1
			took = append(took, time.Since(at))
		}
	}
	l.over.Store(true)
	return took, nil
}

// check holds the tally against the versions that the load's games have.
func (l *load) check(t *tally, version func(*prepared.Game) (int, error)) error {
	for i, n := range t.played {
		if n == 0 {
			continue
		}
		have, err := version(l.games[i])
		if err != nil {
			return fmt.Errorf("looking at game %s: %w", l.games[i].Create.Game, err)
		}
		if have != n {
			return fmt.Errorf("game %s has %d events, and %d were acknowledged", l.games[i].Create.Game, have, n)
		}
	}
	return nil
}
