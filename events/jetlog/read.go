package jetlog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"plylog/events"
)

// Read implements events.Log.
func (l *Log) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		s := l.shards[l.Shard(game)]
		r := reading{
			shard: s, game: game, subject: Subject(s.index, game), at: after,
			asker: l.readers[int(game[15])%len(l.readers)],
		}
		l.reading(ctx, "reading game "+game.String(), yield, func(ctx context.Context, yield yielder) error {
			r.yield = yield
			return r.run(ctx)
		})
	}
}

// reading is one Read on its way.
type reading struct {
	shard   *shard
	asker   *asker
	game    events.GameID
	subject string
	at      uint64 // position of the last event that was yielded
	n       int    // its number in the game, 0 before the first
	yield   yielder
}

// errGap: the store stepped over an event of the game that it could not read.
var errGap = errors.New("the store left an event out")

// run yields the game. On one server a direct get sees everything that was
// acknowledged. On replicas it may be answered by one that is behind: then the
// leader says how far the game goes, and the reading goes at least that far.
func (r *reading) run(ctx context.Context) error {
	head, err := uint64(0), error(nil)
	if r.shard.log.replicated {
		if head, err = r.head(ctx); err != nil || head <= r.at {
			return err
		}
	}
	for begun := time.Now(); ; {
		err := r.direct(ctx)
		switch {
		case !r.shard.log.replicated && errors.Is(err, errGap):
			return r.damaged()
		case !r.shard.log.replicated, err == nil && r.at >= head:
			return err
		case err != nil && !errors.Is(err, errGap):
			return err
		}
		waited := time.Since(begun)
		if err != nil || waited > lagWait {
			return r.led(ctx, head)
		}
		if err := wait(ctx, max(startPause, waited/4)); err != nil {
			return err
		}
	}
}

// head returns where the leader has the last event of the game, 0 without one.
func (r *reading) head(ctx context.Context) (uint64, error) {
	head, err := r.shard.lastOf(ctx, r.asker, r.subject)
	if !errors.Is(err, errNoMessage) {
		return head, err
	}
	// The store says the same of an event that it cannot read.
	count, err := r.shard.countOf(ctx, r.asker, r.subject)
	if err == nil && count > 0 {
		err = r.damaged()
	}
	return 0, err
}

func (r *reading) damaged() error {
	return &events.DamagedEvent{Game: r.game, Seq: r.at + 1, Err: errUnreadable}
}

// direct yields what whichever server answers has of the game.
func (r *reading) direct(ctx context.Context) error {
	for expected := false; ; {
		ans, err := r.shard.askPage(r.asker, r.subject, r.at+1, pageSize)
		if err != nil {
			return err
		}
		p, err := ans.wait(ctx)
		if err != nil {
			return err
		}
		if len(p.raws) == 0 {
			return r.nothing(ctx, expected)
		}
		for i, raw := range p.raws {
			if err := r.take(ctx, p.seqs[i], raw); err != nil {
				return err
			}
		}
		if expected = p.pending > 0; !expected {
			return nil
		}
	}
}

// nothing makes sure that there is nothing more of the game when the answer says
// so. On replicas run knows how far the game goes.
func (r *reading) nothing(ctx context.Context, expected bool) error {
	if expected {
		return errGap
	}
	if r.shard.log.replicated {
		return nil
	}
	head, err := r.head(ctx)
	if err == nil && head > r.at {
		err = errGap
	}
	return err
}

// led yields the rest of the game up to head as the leader gives it out, one event
// at a time.
func (r *reading) led(ctx context.Context, head uint64) error {
	for r.at < head {
		m, err := r.shard.nextOf(ctx, r.asker, r.subject, r.at+1)
		if err == nil {
			err = r.take(ctx, m.Seq, m.Data)
		}
		if errors.Is(err, errNoMessage) || errors.Is(err, errGap) {
			return r.damaged()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// take yields one event of the game.
func (r *reading) take(ctx context.Context, seq uint64, raw []byte) error {
	e, err := events.Decode(raw)
	if err == nil && e.Game != r.game {
		err = fmt.Errorf("it says that it is of game %s", e.Game)
	}
	if err != nil {
		return &events.DamagedEvent{Game: r.game, Seq: seq, Err: err}
	}
	if seq <= r.at {
		return fmt.Errorf("%w: position %d follows %d", events.ErrDamaged, seq, r.at)
	}
	if r.n > 0 && e.N != r.n+1 {
		return errGap
	}
	e.Seq, r.at, r.n = seq, seq, e.N
	if err := ctx.Err(); err != nil {
		return err
	}
	if !r.yield(e, nil) {
		return errBreak
	}
	return nil
}
