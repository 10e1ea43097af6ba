package projections

import (
	"context"
	"fmt"
	"sync"

	"plylog/events"
)

// step makes the value after an event. The value before it may be changed for that
// where it is nobody else's (own), but not where the event is refused.
type step[V any] func(before V, e *events.Event, own bool) (V, error)

// view keeps one value per game, folded from the game's events by step: the
// values that were used last in memory and up to date, the others folded again
// when somebody asks. A value that was given out never changes.
type view[V any] struct {
	log    events.Reader
	shard  func(events.GameID) int
	ledger *ledger
	step   step[V]
	early  bool // keep games from their first event on, not only once somebody asked
	broken func(*BrokenError)
	shards []viewShard[V]
}

type viewShard[V any] struct {
	mu      sync.Mutex
	live    *lru[versioned[V]]
	folding map[events.GameID]*folding
}

// versioned is a value with the version it stands for.
type versioned[V any] struct {
	value V
	n     int
	given bool // out: others read it
}

// give returns the value for others to read. Its shard is locked.
func (have *versioned[V]) give() versioned[V] {
	have.given = true
	return *have
}

// folding is a game that is being folded from the log. What the Runner applies
// meanwhile is kept: subscribe first, read the past, skip what was seen.
type folding struct {
	done   chan struct{}
	missed []*events.Event
}

func newView[V any](cfg *Config, led *ledger, most int, early bool, broken func(*BrokenError), step step[V]) *view[V] {
	v := &view[V]{log: cfg.Opens, shard: cfg.Log.Shard, ledger: led, step: step, early: early, broken: broken, shards: make([]viewShard[V], cfg.Log.Shards())}
	for i := range v.shards {
		v.shards[i].live = newLRU[versioned[V]]((most + len(v.shards) - 1) / len(v.shards))
		v.shards[i].folding = make(map[events.GameID]*folding)
	}
	return v
}

func (v *view[V]) of(game events.GameID) *viewShard[V] { return &v.shards[v.shard(game)] }

// apply adds an event to its game's value, where that is in memory.
func (v *view[V]) apply(e *events.Event) error {
	s := v.of(e.Game)
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.folding[e.Game]; f != nil {
		f.missed = append(f.missed, e)
	}
	have := s.live.get(e.Game)
	switch {
	case have == nil && v.early && e.N == 1:
		var none V
		value, err := v.step(none, e, true)
		if err != nil {
			return err
		}
		s.live.put(e.Game, versioned[V]{value: value, n: 1})
		return nil
	case have == nil || e.N <= have.n:
		return nil // folded when asked for; or folded further than the Runner has come
	}
	return v.add(have, e)
}

// add moves a value on to the next event.
func (v *view[V]) add(have *versioned[V], e *events.Event) error {
	if e.N != have.n+1 {
		return fmt.Errorf("event %d comes where %d follows", e.N, have.n+1)
	}
	value, err := v.step(have.value, e, !have.given)
	if err != nil {
		return err
	}
	*have = versioned[V]{value: value, n: e.N}
	return nil
}

// now returns a game's value at the present version, or the last one that can be
// trusted together with what is wrong behind it. Errors are those of fold.
func (v *view[V]) now(ctx context.Context, game events.GameID) (V, *BrokenError, error) {
	have, err := v.latest(ctx, game)
	broken := v.ledger.look(game).broken
	switch {
	case err != nil || broken == nil || have.n == broken.N:
		return have.value, broken, err
	case broken.N == 0:
		var none V
		return none, broken, broken
	}
	value, err := v.at(ctx, game, broken.N)
	return value, broken, err
}

// latest returns a game's value from memory, or folded from the log.
func (v *view[V]) latest(ctx context.Context, game events.GameID) (versioned[V], error) {
	s := v.of(game)
	for {
		s.mu.Lock()
		if have := s.live.get(game); have != nil {
			value := have.give()
			s.mu.Unlock()
			return value, nil
		}
		f := s.folding[game]
		if f == nil {
			f = &folding{done: make(chan struct{})}
			s.folding[game] = f
			s.mu.Unlock()
			return v.load(ctx, game, f)
		}
		s.mu.Unlock()
		select { // somebody folds it already
		case <-f.done:
		case <-ctx.Done():
			return versioned[V]{}, fmt.Errorf("waiting for game %s: %w", game, ctx.Err())
		}
	}
}

// load folds a game and keeps it up to date from then on.
func (v *view[V]) load(ctx context.Context, game events.GameID, f *folding) (versioned[V], error) {
	got, err := v.fold(ctx, game, 0)
	s := v.of(game)
	s.mu.Lock()
	delete(s.folding, game)
	close(f.done)
	have := versioned[V]{value: got.value, n: got.link.n}
	keep := err == nil
	for _, e := range f.missed {
		if e.N > have.n && keep {
			keep = v.add(&have, e) == nil
		}
	}
	have.given = true
	if keep {
		s.live.put(game, have)
	}
	s.mu.Unlock()
	return have, err
}

// at returns a game's value at version n. Errors: ErrPast, *FutureError and
// those of fold.
func (v *view[V]) at(ctx context.Context, game events.GameID, n int) (V, error) {
	var none V
	if n < 1 {
		return none, fmt.Errorf("version %d of game %s: %w", n, game, ErrPast)
	}
	s := v.of(game)
	s.mu.Lock()
	if have := s.live.peek(game); have != nil && have.n == n {
		value := have.give().value
		s.mu.Unlock()
		return value, nil
	}
	s.mu.Unlock()
	got, err := v.fold(ctx, game, n)
	switch {
	case err != nil:
		return none, err
	case got.link.n < n:
		return none, &FutureError{Game: game, Asked: n, Version: got.link.n}
	}
	return got.value, nil
}

// fold folds a game up to version most (0: all that can be trusted) and reports
// the damage that it meets.
func (v *view[V]) fold(ctx context.Context, game events.GameID, most int) (folded[V], error) {
	if b := v.ledger.look(game).broken; b != nil {
		if b.N == 0 {
			return folded[V]{}, b
		}
		if most == 0 || most > b.N {
			most = b.N
		}
	}
	got, err := fold(ctx, v.log, game, most, v.step)
	// What the Runner has yet to come to it finds by itself.
	if got.broken != nil && got.broken.N < v.ledger.look(game).n {
		v.broken(got.broken)
	}
	return got, err
}

// drop forgets a game's value; it is folded again when somebody asks.
func (v *view[V]) drop(game events.GameID) {
	s := v.of(game)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live.drop(game)
}
