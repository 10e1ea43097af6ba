package projections

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"plylog/events"
)

// Feed hands events to the readers of their games as they happen. A position in
// it is a game's version: whoever names the last one it saw gets what follows.
type Feed struct {
	log      events.Log
	ledger   *ledger
	buffer   int
	now      func() time.Time
	observer Observer
	stopped  atomic.Bool
	readers  atomic.Int64
	shards   []feedShard
}

type feedShard struct {
	mu     sync.Mutex
	topics map[events.GameID]*topic // of games with readers
}

func newFeed(log events.Log, led *ledger, cfg *Config) *Feed {
	f := &Feed{log: log, ledger: led, buffer: cfg.Buffer, now: cfg.Now, observer: cfg.Observer, shards: make([]feedShard, log.Shards())}
	for i := range f.shards {
		f.shards[i].topics = make(map[events.GameID]*topic)
	}
	return f
}

// Readers returns how many readers there are now.
func (f *Feed) Readers() int { return int(f.readers.Load()) }

// Subscribe returns a reader of a game's events behind version after (0: all of
// them). The caller closes it. Errors: ErrNoGame, *FutureError where the game
// has not come to that version, ErrPast below 0, Stopping, or what the log
// answers.
func (f *Feed) Subscribe(ctx context.Context, game events.GameID, after int) (*Reader, error) {
	if after < 0 {
		return nil, fmt.Errorf("feed of game %s after %d: %w", game, after, ErrPast)
	}
	if at := f.ledger.look(game); at.n == 0 || at.n < after {
		if err := f.exists(ctx, game, after, at); err != nil {
			return nil, err
		}
	}
	r := &Reader{feed: f, game: game, n: after}
	s := &f.shards[f.log.Shard(game)]
	s.mu.Lock()
	t := s.topics[game]
	if t == nil {
		// Under the lock: an event that the ledger does not know yet will find
		// this topic when it is published.
		t = newTopic(f.ledger.look(game), f.buffer)
		s.topics[game] = t
	}
	t.readers.Add(1)
	r.topic = t
	s.mu.Unlock()
	f.readers.Add(1)
	f.observer.Readers(1)
	if f.stopped.Load() { // Stop may have come too early to meet the topic
		r.Close()
		return nil, fmt.Errorf("feed of game %s: %w", game, Stopping)
	}
	return r, nil
}

// exists asks the log about a version that the Runner has not come to.
func (f *Feed) exists(ctx context.Context, game events.GameID, after int, at standing) error {
	last := at.n
	if at.broken == nil {
		for e, err := range f.log.Read(ctx, game, 0) {
			if unreadable(err) {
				break
			}
			if err != nil {
				return fmt.Errorf("reading game %s: %w", game, err)
			}
			last = e.N
		}
	}
	switch {
	case last == 0 && at.broken != nil:
		return at.broken
	case last == 0:
		return fmt.Errorf("game %s: %w", game, ErrNoGame)
	case last < after:
		return &FutureError{Game: game, Asked: after, Version: last}
	}
	return nil
}

// publish shows an event to the readers of its game.
func (f *Feed) publish(e *events.Event) {
	if t := f.topic(e.Game); t != nil {
		t.publish(e)
		f.observer.Published(max(f.now().Sub(e.Time), 0))
	}
}

// damage ends the feed of a game.
func (f *Feed) damage(game events.GameID) {
	if t := f.topic(game); t != nil {
		t.finish(Damaged)
	}
}

// Stop ends every reader's feed with Stopping; nobody can subscribe any more.
func (f *Feed) Stop() {
	f.stopped.Store(true)
	for i := range f.shards {
		s := &f.shards[i]
		s.mu.Lock()
		for _, t := range s.topics {
			t.finish(Stopping)
		}
		s.mu.Unlock()
	}
}

func (f *Feed) topic(game events.GameID) *topic {
	s := &f.shards[f.log.Shard(game)]
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.topics[game]
}

// leave detaches a reader.
func (f *Feed) leave(game events.GameID, t *topic, why Reason) {
	s := &f.shards[f.log.Shard(game)]
	s.mu.Lock()
	if t.readers.Add(-1) == 0 {
		delete(s.topics, game)
	}
	s.mu.Unlock()
	f.readers.Add(-1)
	f.observer.Readers(-1)
	f.observer.Closed(why)
}
