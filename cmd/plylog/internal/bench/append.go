package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events/play"
)

// append measures commands through the handler, every event on disk before it is
// acknowledged, against the same bytes published singly and in batches.
func (l *lab) append(ctx context.Context) (err error) {
	s, err := l.openStore(ctx, true)
	if err != nil {
		return err
	}
	defer s.close()
	a := &appends{lab: l, store: s}
	for _, streams := range slices.Compact([]int{1, s.log.Shards()}) {
		raw, err := l.openRaw(ctx, streams)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, raw.close(ctx)) }()
		a.raw = append(a.raw, raw)
	}
	if a.maker, err = prepared.NewMaker(l.games, secret, mostLong); err != nil {
		return err
	}
	for _, writers := range l.writers {
		if err := a.measure(ctx, writers); err != nil {
			return fmt.Errorf("%d games at once: %w", writers, err)
		}
	}
	return nil
}

// appends is what appending is measured on.
type appends struct {
	*lab
	store *store
	raw   []*rawStore // with one stream, and with as many as our store has, where that is more
	maker *prepared.Maker
}

// measure measures so many games at once.
func (a *appends) measure(ctx context.Context, writers int) error {
	h, err := play.NewHandler(play.Config{Log: a.store.log, Registry: a.games, Secret: secret})
	if err != nil {
		return err
	}
	ours := func(ctx context.Context) (float64, error) {
		all, err := a.prepare(a.maker, writers)
		if err != nil {
			return 0, err
		}
		return a.handle(ctx, all, writers, h)
	}
	single, batches := []*Target{nil, nil}, []*Target{nil, nil}
	if writers == 256 {
		single[0], batches[0] = ratioAtLeast(4), ratioAtLeast(0.75)
	}
	var sides []side
	var lines []Line
	for i, raw := range a.raw {
		streams := []string{"one stream", fmt.Sprintf("%d streams", a.store.log.Shards())}[i]
		group := raw.NewGroup()
		defer group.Close()
		sides = append(sides,
			a.rate(writers, func() player { return &published{store: raw} }),
			a.rate(writers, func() player { return &grouped{store: raw, group: group} }))
		line := Line{Bench: "append", What: fmt.Sprintf("%d games at once", writers), Unit: "events/s"}
		line.RawIs, line.Target = "single publishes, "+streams, single[i]
		lines = append(lines, line)
		line.RawIs, line.Target = "atomic batches, "+streams, batches[i]
		lines = append(lines, line)
	}
	samples, err := rounds(ctx, a.runs, append(sides, ours)...)
	if err != nil {
		return err
	}
	for i, line := range lines {
		a.add(line.measured(samples[len(samples)-1], samples[i]))
	}
	return a.profile(ctx, fmt.Sprintf("append-%d", writers), func() (side, error) {
		all, err := a.prepare(a.maker, writers)
		return func(ctx context.Context) (float64, error) { return a.handle(ctx, all, writers, h) }, err
	})
}

// rate is a side of so many players: their rate.
func (a *appends) rate(writers int, one func() player) side {
	return func(ctx context.Context) (float64, error) {
		t, err := a.take(ctx, a.maker, times(writers, one))
		if err != nil {
			return 0, err
		}
		return t.rate(), nil
	}
}

// handle has players play through the handler and returns their rate.
func (a *appends) handle(ctx context.Context, all *load, writers int, h *play.Handler) (float64, error) {
	t, err := all.play(ctx, times(writers, func() player { return handled{h} }), a.sample)
	if err != nil {
		return 0, err
	}
	return t.rate(), all.check(t, func(g *prepared.Game) (int, error) {
		at, err := h.Game(ctx, g.Create.Game)
		if err != nil {
			return 0, err
		}
		return at.N, nil
	})
}
