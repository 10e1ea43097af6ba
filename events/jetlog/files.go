package jetlog

import (
	"bytes"
	"context"
	"errors"
	"iter"

	"plylog/events"
	"plylog/events/jetlog/blocks"
)

// Where the server runs in this process its files are at hand, and reading a shard
// from them takes a fraction of what the server takes to give it out. Which events
// there are the server says, as always; only what it has written through is looked at,
// every record is held to its checksum and its number, and whatever is odd is left to
// the server.

// files is a place in the files of a shard. It is for one reader.
type files struct {
	shard  *shard
	cursor *blocks.Cursor // nil: none yet
	off    bool           // they are not as they should be: the server is asked
}

// files returns a place in the files of the shard.
func (s *shard) files() *files { return &files{shard: s, off: s.places == nil} }

func (f *files) close() {
	if f.cursor != nil {
		f.cursor.Close()
	}
}

// read yields events behind *at, none beyond a position that the shard is known to have
// reached, and moves *at along. Errors are those of whoever reads, or say that an event
// is damaged: what the files do not give out is left to be asked for.
func (f *files) read(ctx context.Context, a *asker, at *uint64, to uint64, yield yielder) error {
	if f.off || *at >= to {
		return nil
	}
	if err := f.shard.through(ctx, a, to); err != nil {
		return err
	}
	if err := f.seek(*at + 1); err != nil {
		f.odd(err)
		return nil
	}
	f.cursor.Refresh()
	list := f.decoded(ctx, a, *at, to)
	if to-*at > 2*aheadPage {
		list = ahead(list)
	}
	for e, err := range list {
		if err != nil {
			return f.passed(err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !yield(e, nil) {
			return errBreak
		}
		*at = e.Seq
	}
	return nil
}

// passed returns an error that reading ended with, unless the files are odd: then they
// are given up.
func (f *files) passed(err error) error {
	var odd *oddError
	if !errors.As(err, &odd) {
		return err
	}
	f.odd(odd.err)
	return nil
}

// oddError: the files do not give out what the shard holds.
type oddError struct{ err error }

// Error implements error.
func (e *oddError) Error() string { return e.err.Error() }

// decoded yields what the files hold behind a position, up to another one, or an
// *oddError.
func (f *files) decoded(ctx context.Context, a *asker, at, to uint64) iter.Seq2[*events.Event, error] {
	return func(yield yielder) {
		for r, err := range f.cursor.Read(to) {
			if err != nil {
				yield(nil, &oddError{err})
				return
			}
			if r.Seq <= at {
				continue
			}
			e, err := f.shard.decode(ctx, a, r.Seq, bytes.Clone(r.Data))
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// seek makes sure that the cursor stands before a position or a little earlier: who
// follows may have got what lies between from elsewhere.
func (f *files) seek(seq uint64) (err error) {
	if f.cursor == nil || f.cursor.Next() > seq || seq-f.cursor.Next() > pageSize {
		f.close()
		f.cursor, err = f.shard.places.From(seq)
	}
	return err
}

// odd gives the files up, unless only their end is not there yet.
func (f *files) odd(err error) {
	if !errors.Is(err, blocks.ErrEnd) {
		f.off = true
		f.shard.log.options.Logger.Debug("not read from the files", "shard", f.shard.index, "err", err)
	}
}

// through returns when all events up to a position are on disk. Those that were
// acknowledged are; of others the server gives nothing out before they are.
func (s *shard) through(ctx context.Context, a *asker, to uint64) error {
	if end, _ := s.tail.now(); end >= to {
		return nil
	}
	ans, err := s.askPage(a, "", to, 1)
	if err != nil {
		return err
	}
	_, err = ans.wait(ctx)
	return err
}
