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
func (t *tally) ms() float64 {
	all := make([]float64, len(t.each))
	for i, d := range t.each {
		all[i] = d.Seconds() * 1000
	}
	return median(all)
}

// play has players play for so long, or until one of them finds no game left:
// what others do in the end would then be done by fewer.
func (l *load) play(ctx context.Context, players []player, span time.Duration) (*tally, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	parts := make([][]time.Duration, len(players))
	t := &tally{played: make([]int, len(l.games))}
	var work sync.WaitGroup
	began := time.Now()
	for i, p := range players {
		parts[i] = make([]time.Duration, 0, 1024)
		work.Go(func() {
			var err error
			if parts[i], err = l.run(ctx, p, began.Add(span), t.played, parts[i]); err != nil {
				cancel(err)
			}
		})
	}
	work.Wait()
	t.took = time.Since(began)
	if err := context.Cause(ctx); err != nil {
		return nil, fmt.Errorf("playing: %w", err)
	}
	for _, part := range parts {
		t.each = append(t.each, part...)
	}
	t.operations = len(t.each)
	return t, nil
}

// run is one player's part.
func (l *load) run(ctx context.Context, p player, until time.Time, played []int, took []time.Duration) ([]time.Duration, error) {
	at := time.Now()
	for {
		n := int(l.taken.Add(1)) - 1
		if n >= len(l.games) {
			l.over.Store(true)
			return took, nil
		}
		g := l.games[n]
		for i := range g.Events {
			if l.over.Load() || at.After(until) {
				return took, nil
			}
			if err := p.play(ctx, g, i); err != nil {
				return took, fmt.Errorf("%s, event %d of game %s: %w", g.Create.Kind, i+1, g.Create.Game, err)
			}
			played[n] = i + 1
			now := time.Now()
			took = append(took, now.Sub(at))
			at = now
		}
	}
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
