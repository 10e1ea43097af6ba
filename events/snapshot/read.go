package snapshot

import (
	"context"
	"errors"
	"iter"

	"plylog/events"
)

// Read is events.Log's. Only a game that is read from its beginning is read by its
// snapshot.
func (s *Snapshots) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	if after > 0 || s.distrusted(game) {
		return s.cfg.Log.Read(ctx, game, after)
	}
	return func(yield func(*events.Event, error) bool) {
		list, err := s.find(game)
		if err != nil {
			s.ignore(ctx, game, err)
		}
		if list == nil {
			s.whole(ctx, game, err != nil, yield)
			return
		}
		last := list[len(list)-1]
		first, n := true, 0
		for e, err := range s.cfg.Log.Read(ctx, game, last.Seq-1) {
			if first {
				if err != nil && !unreadable(err) {
					yield(nil, err)
					return
				}
				if err != nil || e.Seq != last.Seq || e.Hash() != last.Hash() {
					break
				}
				s.read(Hit)
				for _, old := range list[:len(list)-1] {
					if err := ctx.Err(); err != nil {
						yield(nil, err)
						return
					}
					if !yield(old, nil) {
						return
					}
				}
				first = false
			}
			if err == nil {
				n = e.N
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
		switch {
		case first: // what the log says is read from the log
			s.ignore(ctx, game, errOther)
			s.whole(ctx, game, true, yield)
		case n >= last.N+s.least:
			s.want(game)
		}
	}
}

// errOther: the snapshot is of another log, or the log is not what it was.
var errOther = errors.New("the log does not hold its last event")

// unreadable reports whether the log answered that what it holds makes no sense, as
// opposed to not answering.
func unreadable(err error) bool {
	return errors.Is(err, events.ErrDamaged) || errors.Is(err, events.ErrMalformed)
}

// whole reads a game from the log. counted: it was told already what became of that.
func (s *Snapshots) whole(ctx context.Context, game events.GameID, counted bool, yield func(*events.Event, error) bool) {
	n := 0
	for e, err := range s.cfg.Log.Read(ctx, game, 0) {
		if err == nil {
			n = e.N
		}
		if !yield(e, err) || err != nil {
			return
		}
	}
	if n < s.least {
		return
	}
	if !counted {
		s.read(Miss)
	}
	s.want(game)
}

// find returns the events of a game's snapshot; none if there is no snapshot, or none that
// can be used, and then why.
func (s *Snapshots) find(game events.GameID) ([]*events.Event, error) {
	b, err := s.folder.read(game)
	if b == nil || err != nil {
		return nil, err
	}
	return s.packer.unpack(game, b)
}

// ignore removes a snapshot that cannot be used.
func (s *Snapshots) ignore(ctx context.Context, game events.GameID, why error) {
	s.read(Ignored)
	s.cfg.Logger.WarnContext(ctx, "a snapshot is not used; the game is read from the log", "game", game, "err", errors.Join(why, s.folder.remove(game)))
}
