package events

import (
	"context"
	"errors"
	"iter"
)

// What a Log answers. Every error of Append that is none of these means that
// the outcome is unknown: the event may be stored or not, and only reading tells.
var (
	// ErrConflict: the game went on since; nothing was stored.
	ErrConflict = errors.New("the game went on")
	// ErrTooLarge: the event is larger than MostBytes; nothing was stored.
	ErrTooLarge = errors.New("event too large")
	// ErrClosed: the log was closed before the event was sent; nothing was stored.
	ErrClosed = errors.New("log closed")
	// ErrFull: the disk has no room for more; nothing was stored.
	ErrFull = errors.New("the disk is full")
	// ErrBroken: the disk has failed a write, and the log takes no more until it is
	// opened again; nothing was stored.
	ErrBroken = errors.New("the disk failed a write")
	// ErrDamaged: the log holds what it cannot have been given. Where one event is
	// to blame, the error is a *DamagedEvent.
	ErrDamaged = errors.New("log damaged")
	// ErrAway: the log does not answer just now, and may in a moment.
	ErrAway = errors.New("the log does not answer")
)

// Log keeps the events of all games, in shards. Its implementations pass
// events/logtest. It is safe for concurrent use.
type Log interface {
	// Append stores e (e.Raw is what is stored) behind the game's event at log
	// position after, 0 for a game's first event, and returns e's own position:
	// 1, 2, 3 … in the shard. It returns only when the event is on disk, or with
	// an error: ErrConflict, ErrTooLarge, ErrClosed, ErrFull and ErrBroken say that
	// nothing was stored, any other that the outcome is unknown.
	Append(ctx context.Context, after uint64, e *Event) (seq uint64, err error)

	// Read yields the events of a game behind log position after (0: all), in
	// order, with everything that was acknowledged before the call, and ends. A
	// game that does not exist yields nothing. An error ends it.
	Read(ctx context.Context, game GameID, after uint64) iter.Seq2[*Event, error]

	// Scan yields every event of a shard behind position after, in order, up to
	// what was acknowledged before the call, and ends. An error ends it.
	Scan(ctx context.Context, shard int, after uint64) iter.Seq2[*Event, error]

	// Follow is Scan that does not end: it goes on with what is stored later,
	// until ctx ends (its error is then yielded last). It survives restarts of
	// the store behind it. To be called once per shard and process.
	Follow(ctx context.Context, shard int, after uint64) iter.Seq2[*Event, error]

	// Last returns the position of the last event of a shard, 0 if empty.
	Last(ctx context.Context, shard int) (uint64, error)

	// Shards returns the number of shards, fixed when a store is made.
	Shards() int

	// Shard returns the shard of a game: 0 to Shards()-1.
	Shard(game GameID) int
}

// Reader is the part of a Log that gives out games.
type Reader interface {
	// Read is Log's.
	Read(ctx context.Context, game GameID, after uint64) iter.Seq2[*Event, error]
}

// ShardOf is how every Log assigns games to shards: FNV-1a, 32 bits, of the
// id's text, modulo the number of shards; the same as the NATS server's own
// partition() mapping.
func ShardOf(game GameID, shards int) int {
	if shards == 1 { // as stores on one server have it
		return 0
	}
	const prime, digits = 16777619, "0123456789abcdef"
	h := uint32(2166136261)
	for i, b := range game {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			h = (h ^ '-') * prime
		}
		h = (h ^ uint32(digits[b>>4])) * prime
		h = (h ^ uint32(digits[b&15])) * prime
	}
	return int(h % uint32(shards))
}
