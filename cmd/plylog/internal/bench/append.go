package bench

import (
	"context"
	"fmt"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events/jetlog/baseline"
	"plylog/events/play"
)

// append measures commands through the handler, every event on disk before it is
// acknowledged, against the same bytes published singly and in batches.
func (l *lab) append(ctx context.Context) error {
	s, err := l.openStore(ctx, true)
	if err != nil {
		return err
	}
	defer s.close()
	raw, err := baseline.New(ctx, s.server.Connect, s.log.Shards(), 1)
	if err != nil {
		return err
	}
	maker, err := prepared.NewMaker(l.games, secret, mostLong)
	if err != nil {
		return err
	}
	for _, writers := range l.writers {
		if err := l.appendBy(ctx, writers, s, raw, maker); err != nil {
			return fmt.Errorf("%d games at once: %w", writers, err)
		}
	}
	return raw.Close(ctx)
}

// appendBy measures so many games at once.
func (l *lab) appendBy(ctx context.Context, writers int, s *store, raw *baseline.Store, maker *prepared.Maker) error {
	h, err := play.NewHandler(play.Config{Log: s.log, Registry: l.games, Secret: secret})
	if err != nil {
		return err
	}
	group := raw.NewGroup()
	defer group.Close()
	rate := func(one func() player) side {
		return func(ctx context.Context) (float64, error) {
			t, err := l.take(ctx, maker, times(writers, one))
			if err != nil {
				return 0, err
			}
			return t.rate(), nil
		}
	}
	ours := func(ctx context.Context) (float64, error) {
		t, err := l.throughHandler(ctx, writers, h, maker)
		if err != nil {
			return 0, err
		}
		return t.rate(), nil
	}
	samples, err := rounds(ctx, l.runs,
		rate(func() player { return &published{store: raw} }),
		ours,
		rate(func() player { return &grouped{store: raw, group: group} }))
	if err != nil {
		return err
	}
	if err := l.profile(ctx, fmt.Sprintf("append-%d", writers), ours); err != nil {
		return err
	}
	line := Line{Bench: "append", What: fmt.Sprintf("%d games at once", writers), Unit: "events/s"}
	single, batches := line, line
	single.RawIs, batches.RawIs = "single publishes", "atomic batches"
	if writers == 256 {
		single.Target, batches.Target = ratioAtLeast(4), ratioAtLeast(0.75)
	}
	l.add(single.measured(samples[1], samples[0]))
	l.add(batches.measured(samples[1], samples[2]))
	return nil
}

// throughHandler takes one sample of players that play through the handler.
func (l *lab) throughHandler(ctx context.Context, writers int, h *play.Handler, maker *prepared.Maker) (*tally, error) {
	all, err := l.prepare(maker, writers)
	if err != nil {
		return nil, err
	}
	t, err := all.play(ctx, times(writers, func() player { return handled{h} }), l.sample)
	if err != nil {
		return nil, err
	}
	return t, all.check(t, func(g *prepared.Game) (int, error) {
		at, err := h.Game(ctx, g.Create.Game)
		if err != nil {
			return 0, err
		}
		return at.N, nil
	})
}

// handled plays through the handler.
type handled struct{ handler *play.Handler }

func (p handled) play(ctx context.Context, g *prepared.Game, i int) error {
	if i == 0 {
		_, err := p.handler.Create(ctx, g.Create)
		return err
	}
	_, err := p.handler.Do(ctx, g.Commands[i-1])
	return err
}

// published publishes the events that the commands would make, each by itself.
type published struct {
	store *baseline.Store
	game  *baseline.Game
}

func (p *published) play(ctx context.Context, g *prepared.Game, i int) error {
	if i == 0 {
		p.game = p.store.NewGame()
	}
	return p.game.Publish(ctx, g.Events[i].Raw)
}

// grouped hands the events to committers that send batches.
type grouped struct {
	store *baseline.Store
	group *baseline.Group
	game  *baseline.Game
}

func (p *grouped) play(_ context.Context, g *prepared.Game, i int) error {
	if i == 0 {
		p.game = p.store.NewGame()
	}
	return p.group.Append(p.game, g.Events[i].Raw)
}
