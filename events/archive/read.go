package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"

	"plylog/events"
)

// file is a segment as a file to be read again.
func (s *segment) file() file { return file{s.path, s.shard, s.first, s.last()} }

// find looks a game up in the index of a segment.
func (s *segment) find(game events.GameID) (e entry, ok bool, err error) {
	at, ok := slices.BinarySearch(s.tails, tail(game))
	if !ok {
		return entry{}, false, nil
	}
	f, err := os.Open(s.path)
	if err != nil {
		return entry{}, false, s.unreadable(err)
	}
	defer f.Close() //nolint:errcheck // read only
	var b [entrySize]byte
	for ; at < len(s.tails) && s.tails[at] == tail(game); at++ {
		if _, err := f.ReadAt(b[:], s.indexAt+int64(at)*entrySize); err != nil {
			return entry{}, false, s.unreadable(err)
		}
		if e, err = readEntry(b[:]); err != nil {
			return entry{}, false, s.file().damage(err)
		}
		if e.chunk >= len(s.chunks) {
			return entry{}, false, s.file().damage(errIndex)
		}
		if e.game == game {
			return e, true, nil
		}
	}
	return entry{}, false, nil
}

// unreadable is why a segment that was there is not read.
func (s *segment) unreadable(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return s.file().damage(errMissing)
	}
	return fmt.Errorf("reading %s: %w", s.path, err)
}

// events reads the events of a game that the index has.
func (a *Archive) events(s *segment, e entry) ([]*events.Event, error) {
	c := s.chunks[e.chunk]
	f, err := os.Open(s.path)
	if err != nil {
		return nil, s.unreadable(err)
	}
	defer f.Close() //nolint:errcheck // read only
	packed := make([]byte, c.length)
	if _, err := f.ReadAt(packed, c.at); err != nil {
		return nil, s.unreadable(err)
	}
	content, err := c.unpack(a.zip, packed)
	if err == nil {
		content, err = s.behind(content, e.game)
	}
	if err != nil {
		return nil, s.file().damage(err)
	}
	list := make([]*events.Event, 0, e.count)
	is, _, err := s.game(content, func(_ uint64, e *events.Event) error {
		list = append(list, e)
		return nil
	})
	if is.chunk = e.chunk; err == nil && is != e {
		err = errIndex
	}
	if err != nil {
		return nil, s.file().damage(err)
	}
	return list, nil
}

// Head is the last archived event of a game.
type Head struct {
	Seq uint64 // where it stands; 0: nothing of the game is archived
	N   int    // its number in the game
}

// Head returns the last archived event of a game.
func (a *Archive) Head(game events.GameID) (Head, error) {
	if a.Shards() == 0 {
		return Head{}, nil
	}
	for _, s := range slices.Backward(a.of(events.ShardOf(game, a.Shards())).segments) {
		if e, ok, err := s.find(game); ok || err != nil {
			return Head{e.last, e.n}, err
		}
	}
	return Head{}, nil
}

// Read yields the archived events of a game behind a position, as events.Log does. What
// cannot be read any more is an *events.DamagedEvent, at the first position of its segment.
func (a *Archive) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		if a.Shards() == 0 {
			return
		}
		for _, s := range a.of(events.ShardOf(game, a.Shards())).segments {
			if s.last() <= after {
				continue
			}
			list, err := a.part(s, game)
			for _, e := range list {
				if e.Seq <= after {
					continue
				}
				if err = ctx.Err(); err != nil {
					break
				}
				if !yield(e, nil) {
					return
				}
			}
			if errors.Is(err, events.ErrDamaged) {
				err = &events.DamagedEvent{Game: game, Seq: s.first, Err: err}
			}
			if err != nil {
				yield(nil, fmt.Errorf("reading game %s: %w", game, err))
				return
			}
		}
	}
}

// part reads what a segment has of a game.
func (a *Archive) part(s *segment, game events.GameID) ([]*events.Event, error) {
	e, ok, err := s.find(game)
	if !ok || err != nil {
		return nil, err
	}
	return a.events(s, e)
}

// Scan yields the archived events of a shard behind a position, as events.Log does. A
// segment that cannot be read any more ends it with a *Damage.
func (a *Archive) Scan(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		for _, s := range a.of(shard).segments {
			if s.last() <= after {
				continue
			}
			list, err := a.again(s)
			for _, e := range list {
				if e.Seq <= after {
					continue
				}
				if err = ctx.Err(); err != nil {
					break
				}
				if !yield(e, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, fmt.Errorf("reading shard %d: %w", shard, err))
				return
			}
		}
	}
}

// again reads the events of a segment that was read before, and must be the same.
func (a *Archive) again(s *segment) ([]*events.Event, error) {
	now, list, err := load(a.zip, s.file(), func(e *events.Event) *events.Event { return e })
	if err == nil && now.sum != s.sum {
		return nil, s.file().damage(errSum)
	}
	return list, err
}

// Stored is an archived event as it is stored, or what is wrong in place of some.
type Stored struct {
	Seq uint64
	Raw []byte
}

// All yields what can be read of a shard in a folder that nobody serves, in order. A
// *Damage says what cannot, and reading goes on behind it; any other error ends it.
func All(ctx context.Context, dir string, shard int) iter.Seq2[Stored, error] {
	return func(yield func(Stored, error) bool) {
		zip, err := newDecoder()
		if err != nil {
			yield(Stored{}, err)
			return
		}
		next := uint64(1)
		files, err := list(dir)
		if err != nil {
			yield(Stored{}, err)
			return
		}
		for _, f := range files {
			if f.shard != shard {
				continue
			}
			if f.first != next && !yield(Stored{}, f.damage(fmt.Errorf("%w before it: events %d to %d", errMissing, next, f.first-1))) {
				return
			}
			next = f.last + 1
			_, raws, err := load(zip, f, stored)
			if err == nil {
				err = ctx.Err()
			}
			var damaged *Damage
			if err != nil && (!yield(Stored{}, err) || !errors.As(err, &damaged)) {
				return
			}
			for i, raw := range raws {
				if !yield(Stored{f.first + uint64(i), raw}, nil) {
					return
				}
			}
		}
	}
}
