package bench

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// moves measures what players meet where many games are under way at once, and
// what a move costs: over HTTP and over WebSocket, a game and a connection each,
// against as many writers that publish the same bytes singly. What a move costs is
// measured where everybody moves as fast as answers come; how long it takes, where
// every game has a move now and then, as games have.
func (l *lab) moves(ctx context.Context) (err error) {
	t, err := l.openTraffic(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.close(ctx)) }()
	ways := []struct {
		name string
		way  way
	}{
		{"", t.publishing()},
		{"HTTP", t.requesting()},
		{"WebSocket", t.messaging()},
	}
	busy, steady := make([][]cost, len(ways)), make([][]cost, len(ways))
	var sides []side
	for i, w := range ways {
		sides = append(sides, t.keeping(w.way, 0, &busy[i]), t.keeping(w.way, l.every, &steady[i]))
	}
	if _, err := rounds(ctx, l.runs, sides...); err != nil {
		return err
	}
	for i, w := range ways[1:] {
		t.compare(w.name, busy[i+1], busy[0])
		t.compareWaits(w.name, steady[i+1], steady[0])
		err := t.profile(ctx, "moves-"+w.name, func() (side, error) {
			take, err := t.readyFor(ctx, w.way, 0)
			return func(ctx context.Context) (float64, error) {
				c, err := take(ctx)
				if err != nil {
					return 0, err
				}
				return c.tally.rate(), nil
			}, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keeping is a side that keeps what its samples cost.
func (t *traffic) keeping(w way, every time.Duration, into *[]cost) side {
	return func(ctx context.Context) (float64, error) {
		c, err := t.cost(ctx, w, every)
		if err != nil {
			return 0, err
		}
		*into = append(*into, c)
		return c.tally.rate(), nil
	}
}

// compare adds the lines of one way where everybody moves as fast as answers come.
func (t *traffic) compare(over string, ours, raw []cost) {
	what := fmt.Sprintf("%d games at once over %s", t.under, over)
	t.lines = append(t.lines,
		t.line(what, "events/s", ours, raw, func(c cost) float64 { return c.tally.rate() }),
		t.line(what+": processor time of a move, client's part included", "us", ours, raw, cost.processor),
		t.line(what+": moves of one processor, likewise", "events/s", ours, raw, func(c cost) float64 { return 1e6 / c.processor() }),
		t.line(what+": bytes on disk for a move", "B", ours, raw, func(c cost) float64 { return c.each(c.stored) }),
		Line{Bench: "moves", What: what + ": bytes on the wire for a move, both ways", Unit: "B"}.
			measured(figures(ours, func(c cost) float64 { return c.each(c.sent) }), nil))
}

// compareWaits adds the lines of one way where everybody moves at a beat.
func (t *traffic) compareWaits(over string, ours, raw []cost) {
	for _, q := range []float64{0.5, 0.99, 0.999} {
		what := fmt.Sprintf("%d games, a move every %v in each, over %s: %g %% within", t.under, t.every, over, q*100)
		t.add(t.line(what, "ms", ours, raw, func(c cost) float64 { return c.tally.within(q) }))
	}
}

func (t *traffic) line(what, unit string, ours, raw []cost, figure func(cost) float64) Line {
	return Line{Bench: "moves", What: what, Unit: unit, RawIs: "single publishes, one stream"}.
		measured(figures(ours, figure), figures(raw, figure))
}

// figures takes one figure of every sample.
func figures(of []cost, figure func(cost) float64) []float64 {
	list := make([]float64, len(of))
	for i, c := range of {
		list[i] = figure(c)
	}
	return list
}
