package memlog

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"plylog/events"
)

// Log is an events.Log in memory.
type Log struct {
	shards   []shard
	onAppend func(context.Context, *events.Event) Fate
	onAnswer func(context.Context, *events.Event, uint64, error) error
	onYield  func(context.Context, *events.Event) error
	decoded  bool // events are decoded when they are stored

	lateMu sync.Mutex
	late   []delayed
}

// delayed is an append that is still on its way.
type delayed struct {
	after uint64
	e     *events.Event
}

// shard is the order of the events of some games.
type shard struct {
	base   uint64 // the position that it begins behind
	mu     sync.Mutex
	list   []stored
	games  map[events.GameID][]uint64 // positions of each game's events
	grown  chan struct{}              // closed, and replaced, whenever list grows or the log is closed
	closed bool
}

type stored struct {
	game events.GameID
	raw  []byte
	e    *events.Event // what raw says, where that is kept; nil: it is decoded when it is read
}

// Decoded keeps events as they were decoded from their bytes when they were stored:
// whoever reads one again is handed the same. For logs that are read over and over.
func Decoded() Option { return func(l *Log) { l.decoded = true } }

// Behind has every shard begin behind a position, as if there had been so many events
// before: none for shards of which nothing is said.
func Behind(at ...uint64) Option {
	return func(l *Log) {
		for i := range min(len(at), len(l.shards)) {
			l.shards[i].base = at[i]
		}
	}
}

// Option changes what New makes.
type Option func(*Log)

// New makes an empty log of at least one shard.
func New(shards int, options ...Option) *Log {
	l := &Log{shards: make([]shard, max(shards, 1))}
	for i := range l.shards {
		l.shards[i].games = make(map[events.GameID][]uint64)
		l.shards[i].grown = make(chan struct{})
	}
	for _, o := range options {
		o(l)
	}
	return l
}

// Append implements events.Log.
func (l *Log) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	if len(e.Raw) == 0 {
		return 0, fmt.Errorf("append: %w: it was not encoded", events.ErrMalformed)
	}
	if len(e.Raw) > events.MostBytes {
		return 0, fmt.Errorf("%w: %d bytes", events.ErrTooLarge, len(e.Raw))
	}
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("append: %w", err)
	}
	fate := Keep
	if l.onAppend != nil {
		fate = l.onAppend(ctx, e)
	}
	if fate == Late || fate == Twice {
		l.delay(after, e)
	}
	if fate == Lose || fate == Late {
		return 0, fmt.Errorf("append: %w", ErrNoAnswer)
	}
	seq, err := l.store(after, e)
	if fate == KeepSilently {
		return 0, fmt.Errorf("append: %w", ErrNoAnswer)
	}
	if l.onAnswer != nil {
		if other := l.onAnswer(ctx, e, seq, err); other != nil {
			return 0, fmt.Errorf("append: %w", other)
		}
	}
	return seq, err
}

// store appends to the shard of the event's game.
func (l *Log) store(after uint64, e *events.Event) (uint64, error) {
	m := stored{game: e.Game, raw: append([]byte(nil), e.Raw...)}
	if l.decoded {
		if m.e, _ = events.Decode(m.raw); m.e != nil { // what cannot be decoded is told to whoever reads it
			m.e.KeepHash()
		}
	}
	return l.shards[l.Shard(e.Game)].append(after, m)
}

func (s *shard) append(after uint64, m stored) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return 0, events.ErrClosed
	}
	at := s.games[m.game]
	if last := lastOf(at); last != after {
		return 0, fmt.Errorf("%w: its last event is at %d, not %d", events.ErrConflict, last, after)
	}
	seq := s.base + uint64(len(s.list)) + 1
	if m.e != nil {
		m.e.Seq = seq
	}
	s.list = append(s.list, m)
	s.games[m.game] = append(at, seq)
	close(s.grown)
	s.grown = make(chan struct{})
	return seq, nil
}

// Read implements events.Log.
func (l *Log) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		s := &l.shards[l.Shard(game)]
		list, at := s.of(game)
		behind, _ := slices.BinarySearch(at, after+1)
		for _, seq := range at[behind:] {
			if !l.yield(ctx, list[seq-1-s.base], seq, yield) {
				return
			}
		}
	}
}

// Scan implements events.Log.
func (l *Log) Scan(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		after := max(after, l.shards[shard].base)
		list, _, _ := l.shards[shard].from(after)
		for i, m := range list {
			if !l.yield(ctx, m, after+uint64(i)+1, yield) {
				return
			}
		}
	}
}

// Follow implements events.Log.
func (l *Log) Follow(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		at := max(after, l.shards[shard].base) // the iterator may be used again
		for {
			list, grown, closed := l.shards[shard].from(at)
			for _, m := range list {
				at++
				if !l.yield(ctx, m, at, yield) {
					return
				}
			}
			if closed {
				yield(nil, events.ErrClosed)
				return
			}
			select {
			case <-grown:
			case <-ctx.Done():
				yield(nil, fmt.Errorf("follow: %w", ctx.Err()))
				return
			}
		}
	}
}

// yield hands one event over, or the reason why not. It reports whether to go on.
func (l *Log) yield(ctx context.Context, m stored, seq uint64, to func(*events.Event, error) bool) bool {
	if err := ctx.Err(); err != nil {
		to(nil, fmt.Errorf("read: %w", err))
		return false
	}
	e, err := m.event(seq)
	if err != nil {
		to(nil, &events.DamagedEvent{Game: m.game, Seq: seq, Err: err, Raw: m.raw})
		return false
	}
	if l.onYield != nil {
		if err := l.onYield(ctx, e); err != nil {
			to(nil, fmt.Errorf("read: %w", err))
			return false
		}
	}
	return to(e, nil)
}

// event is what the bytes say.
func (m stored) event(seq uint64) (*events.Event, error) {
	if m.e != nil && m.e.Game == m.game {
		return m.e, nil
	}
	e, err := events.Decode(m.raw)
	if err == nil && e.Game != m.game {
		err = fmt.Errorf("it says that it is of game %s", e.Game)
	}
	if err == nil {
		e.Seq = seq
	}
	return e, err
}

// from returns what is stored behind a position, and a channel that is closed
// when there is more.
func (s *shard) from(after uint64) (list []stored, grown <-chan struct{}, closed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if from := after - s.base; from < uint64(len(s.list)) {
		list = s.list[from:]
	}
	return list, s.grown, s.closed
}

// of returns what is stored, and where the events of a game are among it.
func (s *shard) of(game events.GameID) (list []stored, at []uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list, s.games[game]
}

// lastOf is the last of some positions, 0 of none.
func lastOf(at []uint64) uint64 {
	if len(at) == 0 {
		return 0
	}
	return at[len(at)-1]
}

// Last implements events.Log.
func (l *Log) Last(_ context.Context, shard int) (uint64, error) {
	s := &l.shards[shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.base + uint64(len(s.list)), nil
}

// Shards implements events.Log.
func (l *Log) Shards() int { return len(l.shards) }

// Shard implements events.Log.
func (l *Log) Shard(game events.GameID) int { return events.ShardOf(game, len(l.shards)) }

// Close ends every Follow once it has yielded what is stored, and refuses further
// appends; both with events.ErrClosed. Reading goes on.
func (l *Log) Close() {
	for i := range l.shards {
		s := &l.shards[i]
		s.mu.Lock()
		if !s.closed {
			s.closed = true
			close(s.grown)
			s.grown = make(chan struct{})
		}
		s.mu.Unlock()
	}
}
