package rawhub

import (
	"sync"

	"plylog/events"
)

// Hub fans events out to the readers of their games. The zero value is ready.
type Hub struct {
	mu    sync.Mutex
	games map[events.GameID]map[chan *events.Event]struct{}
}

// Subscribe returns a channel of a game's events with room for so many.
func (h *Hub) Subscribe(game events.GameID, buffer int) chan *events.Event {
	c := make(chan *events.Event, buffer)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.games == nil {
		h.games = make(map[events.GameID]map[chan *events.Event]struct{})
	}
	if h.games[game] == nil {
		h.games[game] = make(map[chan *events.Event]struct{})
	}
	h.games[game][c] = struct{}{}
	return c
}

// Leave ends a subscription; the channel is closed.
func (h *Hub) Leave(game events.GameID, c chan *events.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.remove(game, c)
}

// Publish hands an event to the readers of its game. One whose buffer is full is
// removed.
func (h *Hub) Publish(e *events.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.games[e.Game] {
		select {
		case c <- e:
		default:
			h.remove(e.Game, c)
		}
	}
}

func (h *Hub) remove(game events.GameID, c chan *events.Event) {
	if _, ok := h.games[game][c]; !ok {
		return
	}
	delete(h.games[game], c)
	if len(h.games[game]) == 0 {
		delete(h.games, game)
	}
	close(c)
}
