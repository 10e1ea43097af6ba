package bench

import (
	"context"
	"sync"

	"plylog/cmd/plylog/internal/bench/prepared"
)

// coming is a player who connects when it makes its first move: a server waits
// only so long for the first word.
type coming struct {
	dial  func(context.Context) (player, func(), error)
	leave *leaving
	player
}

func (p *coming) play(ctx context.Context, g *prepared.Game, i int) error {
	if p.player == nil {
		there, leave, err := p.dial(ctx)
		if err != nil {
			return err
		}
		p.player = there
		p.leave.add(leave)
	}
	return p.player.play(ctx, g, i)
}

// leaving is what is to be done when all is over.
type leaving struct {
	mu   sync.Mutex
	list []func()
}

func (l *leaving) add(leave func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, leave)
}

func (l *leaving) all() {
	for _, leave := range l.list {
		leave()
	}
}
