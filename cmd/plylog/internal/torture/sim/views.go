package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"time"

	"plylog/events"
	"plylog/projections"
)

// views is the read side, which is given one event at a time: when deliver returns,
// the projections have done with it.
type views struct {
	set    *projections.Set
	at     [shards]uint64 // delivered
	lines  [shards]line
	cancel context.CancelFunc
	ended  chan error
}

// line is how events come to one shard's follower.
type line struct {
	in   chan *events.Event
	done chan struct{}
}

// following is the log as the read side has it.
type following struct {
	events.Log
	lines *[shards]line
}

// Follow implements events.Log.
func (f following) Follow(ctx context.Context, shard int, _ uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		l := f.lines[shard]
		for {
			select {
			case e := <-l.in:
				more := yield(e, nil)
				l.done <- struct{}{}
				if !more {
					return
				}
			case <-ctx.Done():
				yield(nil, ctx.Err())
				return
			}
		}
	}
}

func (w *world) startViews() {
	v := &views{ended: make(chan error, 1)}
	for i := range v.lines {
		v.lines[i] = line{in: make(chan *events.Event), done: make(chan struct{})}
	}
	set, err := projections.New(projections.Config{
		Log: following{w.log, &v.lines}, Live: 3, Histories: 2, Buffer: 4,
		Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return time.Time{} }, Measure: 24 * time.Hour,
	})
	if err != nil {
		w.fault("making the projections: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	v.set, v.cancel = set, cancel
	go func() { v.ended <- set.Run(ctx) }()
	w.views = v
}

// stopViews ends the read side, wherever it is.
func (w *world) stopViews() {
	w.views.cancel()
	if err := <-w.views.ended; err != nil {
		w.wrongf("the projections ended with %v", err)
	}
	for _, r := range w.readers {
		r.cut()
	}
}

// deliver gives the read side some events, some of them again.
func (w *world) deliver(most int) {
	v := w.views
	if !w.calm && w.one(2500) {
		w.seen[ViewsCrashed]++
		w.stopViews()
		w.startViews()
		return
	}
	shard := w.rng.IntN(shards)
	after := v.at[shard]
	if !w.calm && after > 0 && w.one(20) {
		w.seen[Redelivered]++
		after -= min(after, uint64(1+w.rng.IntN(3)))
	}
	for e, err := range w.cfg.Plant.toViews(w, w.log.Scan(context.Background(), shard, after)) {
		if err != nil {
			w.wrongf("scanning shard %d: %v", shard, err)
			return
		}
		if most == 0 { // it has not come to the read side
			w.ahead(e)
			return
		}
		w.spread(e)
		v.lines[shard].in <- e
		<-v.lines[shard].done
		v.at[shard] = max(v.at[shard], e.Seq)
		most--
	}
}

// deliverAll brings the read side to the end of the log.
func (w *world) deliverAll() {
	for i := range shards {
		last, _ := w.log.Last(context.Background(), i)
		for tries := 0; w.views.at[i] < last && tries < 1_000_000; tries++ {
			w.deliver(1 << 20)
		}
	}
}

// reader follows a game, and comes back wherever it is cut off.
type reader struct {
	game events.GameID
	n    int
	r    *projections.Reader
	seen [][]byte
	back bool // was cut off
	over bool
}

func (r *reader) cut() {
	if r.r != nil {
		r.r.Close()
		r.r, r.back = nil, true
	}
}

// read lets a reader go on, or cuts it off, or lets another begin.
func (w *world) read() {
	if len(w.readers) < mostReaders {
		if t := w.anyTable(); t != nil && t.view != nil {
			w.readers = append(w.readers, &reader{game: t.id})
		}
		return
	}
	i := w.rng.IntN(len(w.readers))
	r := w.readers[i]
	switch {
	case r.over || w.one(80):
		w.compare(r)
		r.cut()
		w.readers = slices.Delete(w.readers, i, i+1)
		return
	case w.one(12) && r.r != nil:
		w.seen[FeedCut]++
		r.cut()
		return
	case w.one(30):
		w.glance(r.game)
	}
	for range 1 + w.rng.IntN(6) {
		if !w.follow(r) {
			return
		}
	}
}

// glance has the read side keep something of a game in memory.
func (w *world) glance(game events.GameID) {
	ctx := context.Background()
	if _, err := w.views.set.Board.State(ctx, game); err != nil && !errors.Is(err, projections.ErrNoGame) {
		w.wrongf("the state of game %s: %v", game, err)
	}
	if _, err := w.views.set.History.Moves(ctx, game); err != nil && !errors.Is(err, projections.ErrNoGame) {
		w.wrongf("the moves of game %s: %v", game, err)
	}
}

// follow takes one event of a reader's feed; false if there is none now.
func (w *world) follow(r *reader) bool {
	ctx := context.Background()
	if r.r == nil {
		sub, err := w.views.set.Feed.Subscribe(ctx, r.game, r.n)
		if err != nil {
			if !errors.Is(err, projections.ErrNoGame) && !errors.Is(err, projections.ErrFuture) {
				w.wrongf("reader of game %s behind %d: %v", r.game, r.n, err)
			}
			return false
		}
		if r.r = sub; r.back && r.n > 0 {
			w.seen[FeedFromThePast]++
		}
	}
	e, err := r.r.NextOr(ctx, w.past)
	switch projections.ReasonOf(err) {
	case projections.Over:
		w.seen[FeedToTheEnd]++
		r.over = true
		return false
	case projections.Slow:
		w.seen[FeedSlow]++
		r.cut()
		return true
	case projections.Damaged:
		w.wrongf("reader of game %s behind %d: %v", r.game, r.n, err)
		r.over = true
		return false
	}
	if err != nil {
		if !errors.Is(err, projections.ErrTick) {
			w.wrongf("reader of game %s behind %d: %v", r.game, r.n, err)
		}
		return false
	}
	if r.n++; e.N != r.n {
		w.wrongf("reader of game %s: event %d came as number %d", r.game, e.N, r.n)
		r.n = e.N
	}
	r.seen = append(r.seen, e.Raw)
	return true
}

// compare holds what a reader saw to the log.
func (w *world) compare(r *reader) {
	i := 0
	for e, err := range w.log.Read(context.Background(), r.game, 0) {
		if err != nil || i >= len(r.seen) {
			break
		}
		if !bytes.Equal(e.Raw, r.seen[i]) {
			w.wrongf("reader of game %s: event %d is not what the log has", r.game, e.N)
		}
		i++
	}
	if i < len(r.seen) {
		w.wrongf("reader of game %s saw %d events, the log has %d", r.game, len(r.seen), i)
	}
}

func gameText(set *projections.Set, game events.GameID) (string, error) {
	ctx := context.Background()
	s, err := set.Board.State(ctx, game)
	if err != nil {
		return "", err
	}
	m, err := set.History.Moves(ctx, game)
	if err != nil {
		return "", err
	}
	c, err := set.Repetition.Counts(ctx, game)
	if err != nil {
		return "", err
	}
	l, _ := set.Lobby.Get(game)
	return fmt.Sprintf("%s\n%s\n%s\n%s", s.JSON(), m.AppendJSON(nil, true), c.AppendJSON(nil, nil), l.AppendJSON(nil)), nil
}
