package jetlog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"plylog/events"
)

const (
	// defaultLook is how often a follower looks for itself, whatever it hears.
	defaultLook = time.Second
	// backWait is how long the end of a shard may lie before an event that was seen.
	// The leader of replicas that has just been elected may need a moment.
	backWait = 10 * time.Second
)

// Follow implements events.Log. It needs no consumer in the store: it reads pages
// as Scan does, or takes what this process has just appended, is woken by the
// appenders of this and other nodes, and looks for itself every second. Whatever happens to server and connection meanwhile, it
// goes on behind the last event that it yielded.
func (l *Log) Follow(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		s, err := l.shardAt(shard)
		if err != nil {
			yield(nil, err)
			return
		}
		l.reading(ctx, fmt.Sprintf("following shard %d", shard), true, yield, func(ctx context.Context, yield yielder) error {
			return s.follow(ctx, after, yield)
		})
	}
}

// follow yields until something that does not pass: damage, a reader that breaks
// off, or the end of ctx.
func (s *shard) follow(ctx context.Context, after uint64, yield yielder) error {
	at, pause := after, startPause
	var back time.Time // since when the shard ends before at
	f := s.files()
	defer f.close()
	timer := time.NewTimer(s.log.options.Look)
	defer timer.Stop()
	for {
		end, news := s.tail.now() // before reading, so that nothing is missed after it
		before := at
		var err error
		if end <= at {
			end, err = s.look(ctx, at, &back)
		}
		if err == nil {
			err = s.atHand(ctx, &at, end, yield)
		}
		if err == nil {
			err = s.pages(ctx, f, &at, end, yield)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, errBreak), errors.Is(err, events.ErrDamaged):
			return err
		case err != nil:
			if at > before {
				pause = startPause
			}
			s.log.options.Logger.Warn("following a shard: trying again", "shard", s.index, "after", at, "pause", pause, "err", err)
			if err := wait(ctx, pause); err != nil {
				return err
			}
			pause = longer(pause)
			continue
		}
		pause = startPause
		timer.Reset(s.log.options.Look)
		select {
		case <-news:
		case <-timer.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// atHand yields the events behind *at up to a position that need not be read, and
// moves *at along.
func (s *shard) atHand(ctx context.Context, at *uint64, to uint64, yield yielder) error {
	for _, raw := range s.tail.behind(*at, to) {
		if err := s.yield(ctx, s.log.reader(s.index), *at+1, raw, yield); err != nil {
			return err
		}
		*at++
	}
	return nil
}

// look asks the leader where the shard ends.
func (s *shard) look(ctx context.Context, at uint64, back *time.Time) (uint64, error) {
	now, err := s.state(ctx, time.Time{})
	if err != nil {
		return 0, err
	}
	if err := now.check(s.stream, s.archived); err != nil {
		return 0, err
	}
	if now.Last >= at {
		*back = time.Time{}
		return now.Last, nil
	}
	if back.IsZero() {
		*back = time.Now()
	}
	if !s.log.replicated || time.Since(*back) > backWait {
		return 0, fmt.Errorf("%w: it ends at %d, and had reached %d", events.ErrDamaged, now.Last, at)
	}
	return 0, fmt.Errorf("the leader ends at %d, before %d", now.Last, at)
}
