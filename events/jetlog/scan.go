package jetlog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"plylog/events"
)

// lagWait is how long a replica may take to have what the leader has, before the
// leader is asked for the events one by one.
const lagWait = 2 * time.Second

// Scan implements events.Log.
func (l *Log) Scan(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		s, err := l.shardAt(shard)
		if err != nil {
			yield(nil, err)
			return
		}
		at := after
		l.reading(ctx, fmt.Sprintf("reading shard %d", shard), false, yield, func(ctx context.Context, yield yielder) error {
			return s.scan(ctx, &at, yield)
		})
	}
}

func (s *shard) scan(ctx context.Context, at *uint64, yield yielder) error {
	now, err := s.state(ctx, time.Now())
	if err != nil {
		return err
	}
	if err := now.check(s.stream, s.archived); err != nil {
		return err
	}
	f := s.files()
	defer f.close()
	return s.pages(ctx, f, at, now.Last, yield)
}

// errBreak: whoever reads has had enough.
var errBreak = errors.New("reading broken off")

// pages yields the events behind *at up to a position that the shard is known to
// have reached, and moves *at along: from the files as far as they give them out, then
// as the server does. While one page is yielded the next is on its way.
func (s *shard) pages(ctx context.Context, f *files, at *uint64, to uint64, yield yielder) error {
	a := s.log.reader(s.index)
	if err := f.read(ctx, a, at, to, yield); err != nil {
		return err
	}
	var ahead *answersTo
	defer func() { ahead.drop() }()
	most := uint64(pageSize)
	var stalled time.Time
	for *at < to {
		n := min(most, to-*at)
		current := ahead
		ahead = nil
		var err error
		if current == nil {
			if current, err = s.askPage(a, "", *at+1, int(n)); err != nil {
				return err
			}
		}
		if more := to - *at - n; more > 0 && most == pageSize {
			if ahead, err = s.askPage(a, "", *at+n+1, int(min(most, more))); err != nil {
				current.drop()
				return err
			}
		}
		p, err := current.wait(ctx)
		if err != nil {
			return err
		}
		got := uint64(len(p.raws))
		if got > 0 && p.last != *at+got {
			// The server stepped over something that it could not read. Smaller
			// pages find out where.
			ahead.drop()
			ahead = nil
			if most = got / 2; most > 0 {
				continue
			}
			got = 0
		}
		for _, raw := range p.raws[:got] {
			if err := s.yield(ctx, a, *at+1, raw, yield); err != nil {
				return err
			}
			*at++
		}
		most = pageSize
		if got == n {
			stalled = time.Time{}
			continue
		}
		// Fewer than there are: a replica that is behind, or an event that cannot
		// be read.
		ahead.drop()
		ahead = nil
		if got > 0 || stalled.IsZero() {
			stalled = time.Now()
		}
		if err := s.stall(ctx, a, at, stalled, yield); err != nil {
			return err
		}
	}
	return nil
}

// stall deals with a page that is too short: it waits a little for a replica to
// catch up, and in the end has the leader give out the next event.
func (s *shard) stall(ctx context.Context, a *asker, at *uint64, since time.Time, yield yielder) error {
	waited := time.Since(since)
	if s.log.replicated && waited < lagWait {
		return wait(ctx, max(startPause, waited/4))
	}
	m, err := s.at(ctx, a, *at+1)
	if errors.Is(err, errNoMessage) {
		if s.log.replicated {
			// Who was asked may be cut off, or may have heard this moment of another leader.
			if err := s.reaches(ctx, a, *at+1); err != nil {
				return err
			}
			if waited < 2*lagWait {
				return wait(ctx, waited/8)
			}
		}
		return &events.DamagedEvent{Seq: *at + 1, Err: errUnreadable}
	}
	if err != nil {
		return err
	}
	if err := s.yield(ctx, a, m.Seq, m.Data, yield); err != nil {
		return err
	}
	*at++
	return nil
}

// errUnreadable: the store counts an event and does not give it out.
var errUnreadable = errors.New("the store cannot read it")

// yield decodes one event of the shard and hands it over.
func (s *shard) yield(ctx context.Context, a *asker, seq uint64, raw []byte, to yielder) error {
	e, err := s.decode(ctx, a, seq, raw)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if !to(e, nil) {
		return errBreak
	}
	return nil
}

// decode decodes one event of the shard. An error is a *events.DamagedEvent.
func (s *shard) decode(ctx context.Context, a *asker, seq uint64, raw []byte) (*events.Event, error) {
	e, err := events.Decode(raw)
	if err == nil && s.log.Shard(e.Game) != s.index {
		err = fmt.Errorf("it says that it is of game %s, which belongs to shard %d", e.Game, s.log.Shard(e.Game))
	}
	if err != nil {
		return nil, &events.DamagedEvent{Game: s.whose(ctx, a, seq), Seq: seq, Err: err, Raw: raw}
	}
	e.Seq = seq
	if s.places != nil && s.archived == 0 { // of a game that begins in an archive the store counts too few
		s.lasts.note(e.Game, seq)
	}
	return e, nil
}

// whose finds out under which game a broken event is stored; the zero game if the
// store does not tell.
func (s *shard) whose(ctx context.Context, a *asker, seq uint64) events.GameID {
	m, err := s.at(ctx, a, seq)
	if err != nil {
		return events.GameID{}
	}
	game, err := events.ParseGameID(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:])
	if err != nil {
		return events.GameID{}
	}
	return game
}
