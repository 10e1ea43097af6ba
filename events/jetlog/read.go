package jetlog

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"plylog/events"
	"plylog/events/jetlog/blocks"
)

// Read implements events.Log.
func (l *Log) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		s := l.shards[l.Shard(game)]
		r := reading{
			shard: s, game: game, subject: Subject(s.index, game), at: after,
			asker: l.readers[int(game[15])%len(l.readers)],
		}
		l.reading(ctx, "reading game "+game.String(), false, yield, func(ctx context.Context, yield yielder) error {
			r.yield = yield
			defer r.close()
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
	cursor  *blocks.Cursor // in the files; nil: not needed yet
}

// close lets the files go.
func (r *reading) close() {
	if r.cursor != nil {
		r.cursor.Close()
	}
}

// errGap: the store stepped over an event of the game that it could not read.
var errGap = errors.New("the store left an event out")

// run yields the game. The head of the game says how far it goes: on replicas as
// the leader has it, since any other may be behind. From the head the events are
// found backwards, as long as that is quicker; what lies before is read forwards.
// Only reading forwards is careful: whatever is odd is left to it.
func (r *reading) run(ctx context.Context) error {
	head, err := r.newest(ctx)
	if err != nil || head.seq <= r.at {
		return err
	}
	tail, upTo, err := r.backwards(ctx, head)
	if err != nil {
		return err
	}
	if err := r.forwards(ctx, upTo); err != nil {
		return err
	}
	for _, m := range slices.Backward(tail) {
		err := r.take(ctx, m.seq, m.raw)
		if errors.Is(err, errGap) {
			return r.damaged()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// forwards yields the events up to a position that the game is known to have one at.
func (r *reading) forwards(ctx context.Context, upTo uint64) error {
	for begun := time.Now(); r.at < upTo; {
		err := r.direct(ctx, upTo)
		if err != nil && !errors.Is(err, errGap) || r.at >= upTo {
			return err
		}
		// A replica that is behind, or an event that cannot be read.
		waited := time.Since(begun)
		if err != nil || waited > lagWait || !r.shard.log.replicated {
			return r.led(ctx, upTo)
		}
		if err := wait(ctx, max(startPause, waited/4)); err != nil {
			return err
		}
	}
	return nil
}

func (r *reading) damaged() error {
	return &events.DamagedEvent{Game: r.game, Seq: r.at + 1, Err: errUnreadable}
}

// direct yields what whichever server answers has of the game up to a position.
func (r *reading) direct(ctx context.Context, upTo uint64) error {
	for r.at < upTo {
		ans, err := r.shard.askPage(r.asker, r.subject, r.at+1, pageSize)
		if err != nil {
			return err
		}
		p, err := ans.wait(ctx)
		if err != nil {
			return err
		}
		if len(p.raws) == 0 {
			return nil
		}
		for i, raw := range p.raws {
			if p.seqs[i] > upTo {
				return errGap
			}
			if err := r.take(ctx, p.seqs[i], raw); err != nil {
				return err
			}
			if r.at == upTo {
				return nil
			}
		}
	}
	return nil
}

// led yields the rest of the game up to a position as the leader gives it out, one
// event at a time.
func (r *reading) led(ctx context.Context, upTo uint64) error {
	for begun := time.Now(); r.at < upTo; {
		m, err := r.shard.nextOf(ctx, r.asker, r.subject, r.at+1)
		if err == nil && m.Seq > upTo {
			err = errGap
		}
		if err == nil {
			err = r.take(ctx, m.Seq, m.Data)
		}
		waited := time.Since(begun)
		switch {
		case err == nil:
			begun = time.Now()
		case !errors.Is(err, errNoMessage) && !errors.Is(err, errGap):
			return err
		case !r.shard.log.replicated:
			return r.damaged()
		default: // who leads since a moment may not have applied everything yet
			if err := r.shard.reaches(ctx, r.asker, r.at+1); err != nil {
				return err
			}
			if waited > lagWait {
				return r.damaged()
			}
			if err := wait(ctx, max(startPause, waited/4)); err != nil {
				return err
			}
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
		return &events.DamagedEvent{Game: r.game, Seq: seq, Err: err, Raw: raw}
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
