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
	Late                     // ErrNoAnswer is all the caller hears, while it is still on its way: see Arrive
	Twice                    // it is kept and answered, and a copy of it is still on its way
)

// OnAppend decides the fate of every append that is not too large, before the log
// looks at it. The hook may block, to delay the append; the log is not locked
// meanwhile. It is called concurrently.
func OnAppend(hook func(ctx context.Context, e *events.Event) Fate) Option {
	return func(l *Log) { l.onAppend = hook }
}

// OnAnswer is called when the log has looked at an append that is answered, before
// the caller hears of it. An error takes the place of the answer, whatever became of
// the append. The hook may block; it is called concurrently.
func OnAnswer(hook func(ctx context.Context, e *events.Event, seq uint64, err error) error) Option {
	return func(l *Log) { l.onAnswer = hook }
}

// Underway returns how many appends are still on their way.
func (l *Log) Underway() int {
	l.lateMu.Lock()
	defer l.lateMu.Unlock()
	return len(l.late)
}

// Arrive lets one of the appends that are on their way (0 to Underway()-1, oldest
// first) reach the log, which takes it or refuses it as any other.
func (l *Log) Arrive(i int) error {
	l.lateMu.Lock()
	a := l.late[i]
	l.late = append(l.late[:i], l.late[i+1:]...)
	l.lateMu.Unlock()
	_, err := l.store(a.after, a.e)
	return err
}

func (l *Log) delay(after uint64, e *events.Event) {
	sent := *e // the caller may go on using its own
	l.lateMu.Lock()
	defer l.lateMu.Unlock()
	l.late = append(l.late, delayed{after: after, e: &sent})
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
	list[seq-1].raw, list[seq-1].e = change(append([]byte(nil), list[seq-1].raw...)), nil
	s.list = list
}
