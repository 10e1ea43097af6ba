package projections

import (
	"iter"

	"plylog/events"
)

// lru holds a bounded number of values by game and drops the one that was used
// longest ago. Not for concurrent use.
type lru[V any] struct {
	most  int
	games map[events.GameID]*node[V]
	ring  node[V] // ring.next was used last, ring.prev longest ago
}

type node[V any] struct {
	game       events.GameID
	value      V
	next, prev *node[V]
}

func newLRU[V any](most int) *lru[V] {
	l := &lru[V]{most: max(most, 1), games: make(map[events.GameID]*node[V])}
	l.ring.next, l.ring.prev = &l.ring, &l.ring
	return l
}

// get returns a game's value and marks it used; nil if there is none.
func (l *lru[V]) get(game events.GameID) *V {
	n := l.games[game]
	if n == nil {
		return nil
	}
	n.unlink()
	l.front(n)
	return &n.value
}

// peek returns a game's value without marking it used; nil if there is none.
func (l *lru[V]) peek(game events.GameID) *V {
	n := l.games[game]
	if n == nil {
		return nil
	}
	return &n.value
}

// put sets a game's value, marks it used and drops what is too many.
func (l *lru[V]) put(game events.GameID, v V) {
	if old := l.get(game); old != nil {
		*old = v
		return
	}
	var n *node[V]
	if len(l.games) >= l.most {
		n = l.ring.prev
		n.unlink()
		delete(l.games, n.game)
	} else {
		n = new(node[V])
	}
	n.game, n.value = game, v
	l.games[game] = n
	l.front(n)
}

// drop forgets a game.
func (l *lru[V]) drop(game events.GameID) {
	if n := l.games[game]; n != nil {
		n.unlink()
		delete(l.games, game)
	}
}

func (l *lru[V]) front(n *node[V]) {
	n.prev, n.next = &l.ring, l.ring.next
	n.next.prev = n
	l.ring.next = n
}

func (n *node[V]) unlink() {
	n.prev.next, n.next.prev = n.next, n.prev
}

// all yields what is held, in no order.
func (l *lru[V]) all() iter.Seq2[events.GameID, *V] {
	return func(yield func(events.GameID, *V) bool) {
		for game, n := range l.games {
			if !yield(game, &n.value) {
				return
			}
		}
	}
}
