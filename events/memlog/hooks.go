package memlog

import (
	"context"
	"errors"

	"plylog/events"
)

// ErrNoAnswer is what an append ends with whose outcome a hook made unknown.
var ErrNoAnswer = errors.New("no answer from the log")

// Fate is what becomes of an append.
type Fate int

// The fates.
const (
	Keep         Fate = iota // it is stored, or refused, and answered
	Lose                     // it is not stored, and ErrNoAnswer is all the caller hears
	KeepSilently             // it is stored if the log takes it, and ErrNoAnswer is all the caller hears
)

// OnAppend decides the fate of every append that is not too large, before the log
// looks at it. The hook may block, to delay the append; the log is not locked
// meanwhile. It is called concurrently.
func OnAppend(hook func(ctx context.Context, e *events.Event) Fate) Option {
	return func(l *Log) { l.onAppend = hook }
}

// OnYield is called before every event that is read. An error ends the reading and
// is passed on, wrapped. The hook may block; it is called concurrently.
func OnYield(hook func(ctx context.Context, e *events.Event) error) Option {
	return func(l *Log) { l.onYield = hook }
}

// Corrupt changes the stored bytes at a position, behind the log's back.
func (l *Log) Corrupt(shard int, seq uint64, change func(raw []byte) []byte) {
	s := &l.shards[shard]
	s.mu.Lock()
	defer s.mu.Unlock()
	list := append([]stored(nil), s.list...) // readers hold the old one
	list[seq-1].raw = change(append([]byte(nil), list[seq-1].raw...))
	s.list = list
}
