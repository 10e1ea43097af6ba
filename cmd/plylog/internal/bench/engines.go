package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plylog/engines"
)

// counted are the kinds that are measured against a counter in C, with how many
// times as fast they should be.
var counted = []struct {
	kind  string
	times float64
}{
	{"reversi", 6},
	{"checkers", 3},
	{"baghchal", 1},
}

// engines measures how fast the rules are: one core, no log.
func (l *lab) engines(ctx context.Context) error {
	for _, k := range counted {
		if err := l.perft(ctx, k.kind, k.times); err != nil {
			return fmt.Errorf("%s: %w", k.kind, err)
		}
	}
	return l.rolls(ctx)
}

// perft counts a move tree with the engine and with the counter in C.
func (l *lab) perft(ctx context.Context, kind string, times float64) error {
	depth := l.depths[kind]
	line := Line{
		Bench: "engines", What: fmt.Sprintf("%s, perft %d", kind, depth), Unit: "nodes/s",
		RawIs: "yardstick, gcc -O2", Target: ratioAtLeast(times),
	}
	y, err := compile(ctx, kind, l.yardstick, l.dir)
	if errors.Is(err, errNoYardstick) {
		l.add(line.unmeasured(err.Error()))
		return nil
	}
	if err != nil {
		return err
	}
	start, err := l.counter(kind)
	if err != nil {
		return err
	}
	var want uint64
	samples, err := rounds(ctx, l.runs,
		func(ctx context.Context) (float64, error) {
			nodes, took, err := y.count(ctx, depth)
			want = nodes
			return perSecond(nodes, took), err
		},
		func(context.Context) (float64, error) {
			nodes, rate := countFor(start, depth, l.leastCount)
			if want != 0 && nodes != want {
				return 0, fmt.Errorf("counted %d nodes, the yardstick %d", nodes, want)
			}
			return rate, nil
		})
	if err != nil {
		return err
	}
	l.add(line.measured(samples[1], samples[0]))
	return nil
}

// counter is the first position of a kind.
func (l *lab) counter(kind string) (engines.Counter, error) {
	e, ok := l.games.Newest(kind)
	if !ok {
		return nil, errors.New("there is no such engine")
	}
	p, err := e.New(nil, "")
	if err != nil {
		return nil, err
	}
	c, ok := p.(engines.Counter)
	if !ok {
		return nil, errors.New("its positions do not count")
	}
	return c, nil
}

// countFor counts the same tree again and again for at least so long, on one
// core, and returns its nodes and the rate in processor time.
func countFor(p engines.Counter, depth int, least time.Duration) (nodes uint64, rate float64) {
	times := uint64(0)
	_, cpu, _ := onOneCore(func() error {
		for began := cpuTime(); times == 0 || cpuTime()-began < least; times++ {
			nodes = p.Perft(depth, false)
		}
		return nil
	})
	return nodes, perSecond(nodes*times, cpu)
}
