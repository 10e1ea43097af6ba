package api

import (
	"context"
	"sync"

	"plylog/events"
)

// merge makes one feed out of the feeds of several games. What is told of one game
// comes in its order; between games there is none. Whoever takes too slowly holds
// up its readers, each of which then ends as slow.
type merge struct {
	told chan told

	ctx    context.Context
	cancel context.CancelFunc
	mu     sync.Mutex
	games  map[events.GameID]*merged
	work   sync.WaitGroup
}

// merged is a game in a merge.
type merged struct {
	cancel context.CancelFunc
	done   chan struct{}
}

// told is an event of a game, or why its feed ended.
type told struct {
	game  events.GameID
	event *events.Event
	err   error
}

// newMerge makes a merge that ends with ctx. The caller closes it.
func newMerge(ctx context.Context) *merge {
	m := &merge{told: make(chan told), games: make(map[events.GameID]*merged)}
	m.ctx, m.cancel = context.WithCancel(ctx)
	return m
}

// has reports whether a game is part of it.
func (m *merge) has(game events.GameID) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.games[game] != nil
}

// size returns how many games are part of it.
func (m *merge) size() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.games)
}

// add takes a reader over; its game must not be part of it. The game leaves when
// its feed has ended and that was told.
func (m *merge) add(game events.GameID, r *watched) {
	ctx, cancel := context.WithCancel(m.ctx)
	g := &merged{cancel: cancel, done: make(chan struct{})}
	m.mu.Lock()
	m.games[game] = g
	m.mu.Unlock()
	m.work.Go(func() {
		defer close(g.done)
		defer cancel()
		defer r.Close()
		for {
			e, err := r.Next(ctx)
			if ctx.Err() != nil {
				m.forget(game, g)
				return
			}
			if err != nil {
				m.forget(game, g) // before it is told: whoever hears it may subscribe again
			}
			select {
			case m.told <- told{game, e, err}:
			case <-ctx.Done():
				m.forget(game, g)
				return
			}
			if err != nil {
				return
			}
		}
	})
}

func (m *merge) forget(game events.GameID, g *merged) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games[game] == g {
		delete(m.games, game)
	}
}

// remove takes a game out; false if it was no part of it. Nothing more of it is told.
func (m *merge) remove(game events.GameID) bool {
	m.mu.Lock()
	g := m.games[game]
	m.mu.Unlock()
	if g == nil {
		return false
	}
	g.cancel()
	<-g.done
	return true
}

// close ends it and waits for its readers to be closed.
func (m *merge) close() {
	m.cancel()
	m.work.Wait()
}
