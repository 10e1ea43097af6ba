package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"plylog/events"
)

// Log is an events.Log whose shards begin in an archive and go on in another log.
type Log struct {
	events.Log // the hot one: every shard of it begins behind what is archived
	archive    *Archive
}

// Over lays an archive under a log whose positions go on behind it. Where nothing is
// archived the log is all there is.
func Over(a *Archive, hot events.Log) events.Log {
	if a.Shards() == 0 {
		return hot
	}
	return &Log{hot, a}
}

// Append implements events.Log. The hot log knows nothing of what is archived: behind an
// archived event it is asked to store the first event that it has of the game.
func (l *Log) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	if after > l.archive.End(l.Shard(e.Game)) {
		return l.Log.Append(ctx, after, e)
	}
	head, err := l.archive.Head(e.Game)
	if err != nil {
		return 0, fmt.Errorf("append: %w", err)
	}
	if head.Seq != after {
		return 0, fmt.Errorf("%w: not behind %d", events.ErrConflict, after)
	}
	return l.Log.Append(ctx, 0, e)
}

// errJoin: the hot log does not go on where the archive ends.
var errJoin = errors.New("it does not follow what is archived of its game")

// Read implements events.Log.
func (l *Log) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		end := l.archive.End(l.Shard(game))
		if after >= end {
			l.Log.Read(ctx, game, after)(yield)
			return
		}
		var last *events.Event
		for e, err := range l.archive.Read(ctx, game, after) {
			if !yield(e, err) || err != nil {
				return
			}
			last = e
		}
		for e, err := range l.Log.Read(ctx, game, end) {
			if err == nil && last != nil && (e.N != last.N+1 || e.Prev != last.Hash()) {
				e, err = nil, &events.DamagedEvent{Game: game, Seq: e.Seq, Err: errJoin, Raw: e.Raw}
			}
			if !yield(e, err) || err != nil {
				return
			}
			last = nil
		}
	}
}

// Scan implements events.Log.
func (l *Log) Scan(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return l.behind(ctx, shard, after, l.Log.Scan)
}

// Follow implements events.Log.
func (l *Log) Follow(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return l.behind(ctx, shard, after, l.Log.Follow)
}

// behind reads what is archived of a shard, and goes on in the hot log.
func (l *Log) behind(ctx context.Context, shard int, after uint64, hot func(context.Context, int, uint64) iter.Seq2[*events.Event, error]) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		for e, err := range l.archive.Scan(ctx, shard, after) {
			if !yield(e, err) || err != nil {
				return
			}
		}
		hot(ctx, shard, max(after, l.archive.End(shard)))(yield)
	}
}
