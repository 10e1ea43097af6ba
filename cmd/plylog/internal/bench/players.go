package bench

import (
	"context"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events/jetlog/baseline"
	"plylog/events/play"
)

// player makes one event after the other, waiting for each: operation i of a
// game makes event i+1. For one goroutine.
type player interface {
	play(ctx context.Context, g *prepared.Game, i int) error
}

// times makes so many players.
func times(n int, one func() player) []player {
	list := make([]player, n)
	for i := range list {
		list[i] = one()
	}
	return list
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
	store *rawStore
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
	store *rawStore
	group *baseline.Group
	game  *baseline.Game
}

func (p *grouped) play(_ context.Context, g *prepared.Game, i int) error {
	if i == 0 {
		p.game = p.store.NewGame()
	}
	return p.group.Append(p.game, g.Events[i].Raw)
}
