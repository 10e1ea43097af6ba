package bench

import (
	"context"
	"fmt"
	"sync"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events"
)

const (
	atOnce   = 256 // games that are under way while a store is filled
	mostLong = 400 // events of a game: random play seldom takes more
	sixty    = 60  // events of the games that are folded one by one
)

// filled is what a store was filled with.
type filled struct {
	events int
	games  int
	bytes  int
	sixty  []events.GameID // games of exactly sixty events
}

// fill appends games of all kinds, many under way at a time, until the store has
// at least so many events. Of every eight games one is broken off after sixty.
func (l *lab) fill(ctx context.Context, log events.Log, total int) (*filled, error) {
	long, err := prepared.NewMaker(l.games, secret, mostLong)
	if err != nil {
		return nil, err
	}
	short, err := prepared.NewMaker(l.games, append([]byte("short: "), secret...), sixty)
	if err != nil {
		return nil, err
	}
	f := &filled{}
	next := func() (*prepared.Game, error) {
		if f.events >= total {
			return nil, nil
		}
		m := long
		if f.games%8 == 0 {
			m = short
		}
		g, err := m.Next()
		if err != nil {
			return nil, err
		}
		f.games++
		f.events += len(g.Events)
		for _, e := range g.Events {
			f.bytes += len(e.Raw)
		}
		if len(g.Events) == sixty {
			f.sixty = append(f.sixty, g.Create.Game)
		}
		return g, nil
	}
	if err := appendGames(ctx, log, next); err != nil {
		return nil, err
	}
	return f, nil
}

// appendGames appends games until next has none, many under way at a time. next is
// called by one at a time.
func appendGames(ctx context.Context, log events.Log, next func() (*prepared.Game, error)) error {
	var mu sync.Mutex
	var work sync.WaitGroup
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for range atOnce {
		work.Go(func() {
			for {
				mu.Lock()
				g, err := next()
				mu.Unlock()
				if err == nil && g != nil {
					err = g.Store(ctx, log)
				}
				if err != nil {
					cancel(err)
				}
				if err != nil || g == nil {
					return
				}
			}
		})
	}
	work.Wait()
	if err := context.Cause(ctx); err != nil {
		return fmt.Errorf("filling a store: %w", err)
	}
	return nil
}
