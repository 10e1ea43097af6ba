package play

import (
	"container/list"
	"context"
	"sync"
	"sync/atomic"

	"plylog/events"
)

// cache keeps the games that were used last, at most a fixed number of them.
// An entry in use is never dropped, so the cache may for a moment hold as many
// more as there are commands under way.
type cache struct {
	mu    sync.Mutex
	most  int
	games map[events.GameID]*list.Element
	order *list.List // of *entry, most recently used first

	evicted func(events.GameID, int) // told of games that are dropped, and of their versions
}

// entry is one game in memory. Its lock is held while a command of the game is
// under way: one append of a game at a time.
type entry struct {
	id     events.GameID
	lock   chan struct{} // capacity 1: a mutex that can be waited for with a context
	users  int           // under cache.mu
	game   *Game         // nil: not read yet. Under lock
	chains *Chains       // nil: not made yet. Under lock
	stale  bool          // the log may hold more than game says. Under lock
	broken error         // why the game takes no commands. Under lock

	waiting receipt // the last command that could not be stored. Under lock

	// shown is game for readers, who do not wait for the command under way; nil
	// where game is not what the log is known to hold.
	shown atomic.Pointer[Game]
}

// keep makes g what the log is known to hold.
func (e *entry) keep(g *Game) {
	e.game, e.stale = g, false
	e.shown.Store(g)
}

// doubt says that the log may hold more.
func (e *entry) doubt() {
	e.stale = true
	e.shown.Store(nil)
}

func newCache(most int) *cache {
	return &cache{most: max(most, 1), games: make(map[events.GameID]*list.Element), order: list.New(), evicted: func(events.GameID, int) {}}
}

// acquire returns the game's entry, locked, or the context's error.
func (c *cache) acquire(ctx context.Context, id events.GameID) (*entry, error) {
	c.mu.Lock()
	el, ok := c.games[id]
	if ok {
		c.order.MoveToFront(el)
	} else {
		el = c.order.PushFront(&entry{id: id, lock: make(chan struct{}, 1)})
		c.games[id] = el
	}
	e := el.Value.(*entry)
	e.users++
	c.trim()
	c.mu.Unlock()
	select {
	case e.lock <- struct{}{}: // nothing is to be waited for, whoever has left
		return e, nil
	default:
	}
	select {
	case e.lock <- struct{}{}:
		return e, nil
	case <-ctx.Done():
		c.leave(e)
		return nil, ctx.Err()
	}
}

// idle returns the entry of a game that is in memory, locked, where no command of it
// is under way; nil otherwise. It is not thereby used.
func (c *cache) idle(id events.GameID) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.games[id]
	if !ok {
		return nil
	}
	e := el.Value.(*entry)
	select {
	case e.lock <- struct{}{}:
		e.users++
		return e
	default:
		return nil
	}
}

// peek returns a game that is in memory and in no doubt, without waiting.
func (c *cache) peek(id events.GameID) *Game {
	c.mu.Lock()
	defer c.mu.Unlock()
	el, ok := c.games[id]
	if !ok {
		return nil
	}
	c.order.MoveToFront(el)
	return el.Value.(*entry).shown.Load()
}

// release gives an entry back. One that holds no game is forgotten at once, so
// that asking for games that do not exist costs no memory.
func (c *cache) release(e *entry) {
	empty := e.game == nil && e.broken == nil
	<-e.lock
	c.mu.Lock()
	defer c.mu.Unlock()
	e.users--
	if el := c.games[e.id]; empty && e.users == 0 && el != nil {
		c.order.Remove(el)
		delete(c.games, e.id)
		return
	}
	c.trim()
}

func (c *cache) leave(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.users--
	c.trim()
}

// trim drops the entries that were used longest ago. Under mu.
func (c *cache) trim() {
	for el := c.order.Back(); el != nil && c.order.Len() > c.most; {
		before := el.Prev()
		if e := el.Value.(*entry); e.users == 0 {
			c.order.Remove(el)
			delete(c.games, e.id)
			if e.game != nil && e.broken == nil {
				c.evicted(e.id, e.game.N)
			}
		}
		el = before
	}
}

// len returns how many games are in memory.
func (c *cache) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len()
}
