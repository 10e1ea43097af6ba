package bench

import (
	"context"
	"fmt"
	"sync"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/projections"
	"plylog/projections/rawhub"
)

// buffer is how far a reader may be behind, on both sides.
const buffer = 64

// feed measures how long an event takes to all readers of its game, one event
// after the other: to many in this process, and to some over HTTP beside others that
// read nothing.
func (l *lab) feed(ctx context.Context) error {
	g, err := l.gameOf(l.published + 2)
	if err != nil {
		return err
	}
	line := Line{
		Bench: "feed", What: fmt.Sprintf("one event to %s readers", number(float64(l.readers))), Unit: "ms",
		RawIs: "a map of channels", Target: ratioAtMost(1.3),
	}
	samples, err := rounds(ctx, l.runs,
		func(ctx context.Context) (float64, error) { return throughHub(ctx, g, l.readers) },
		func(ctx context.Context) (float64, error) { return throughFeed(ctx, g, l.readers) })
	if err != nil {
		return err
	}
	l.add(line.measured(samples[1], samples[0]))
	return l.stalled(ctx)
}

// gameOf prepares a game of exactly so many events that goes on behind them.
func (l *lab) gameOf(n int) (*prepared.Game, error) {
	m, err := prepared.NewMaker(l.games, secret, n)
	if err != nil {
		return nil, err
	}
	for {
		g, err := m.Next()
		if err != nil || len(g.Events) == n && !g.Events[n-1].Over() {
			return g, err
		}
	}
}

// throughHub sends a game's events but the first through the raw hub.
func throughHub(ctx context.Context, g *prepared.Game, readers int) (float64, error) {
	var hub rawhub.Hub
	c := newCrowd(ctx, readers)
	defer c.leave()
	for range readers {
		ch := hub.Subscribe(g.Create.Game, buffer)
		c.join(func(ctx context.Context) (*events.Event, error) {
			select {
			case e := <-ch:
				return e, nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		})
	}
	return c.time(g.Events[1:], func(e *events.Event) error {
		hub.Publish(e)
		return nil
	})
}

// throughFeed appends a game's events but the first to a log in memory, from
// which the Runner takes them to the readers as it does in a server.
func throughFeed(ctx context.Context, g *prepared.Game, readers int) (float64, error) {
	log := memlog.New(1)
	views, err := projections.New(projections.Config{Log: log, Buffer: buffer})
	if err != nil {
		return 0, err
	}
	running, stop := context.WithCancelCause(ctx)
	var run sync.WaitGroup
	run.Go(func() { stop(views.Run(running)) })
	defer run.Wait()
	defer stop(nil)
	seq, err := log.Append(running, 0, g.Events[0])
	if err != nil {
		return 0, err
	}
	if err := views.Wait(running, 0, seq); err != nil {
		return 0, context.Cause(running)
	}
	c := newCrowd(running, readers)
	defer c.leave()
	for range readers {
		r, err := views.Feed.Subscribe(running, g.Create.Game, 1)
		if err != nil {
			return 0, err
		}
		c.join(r.Next)
	}
	return c.time(g.Events[1:], func(e *events.Event) (err error) {
		seq, err = log.Append(running, seq, e)
		return err
	})
}
