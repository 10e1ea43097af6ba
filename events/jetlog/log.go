package jetlog

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/events"
	"plylog/events/jetlog/blocks"
)

// Log is an events.Log on JetStream.
type Log struct {
	options    Options
	replicated bool
	shards     []*shard
	writer     *nats.Conn // publishes events, and nothing else does
	readers    []*asker
	life       context.Context // ends, because of events.ErrClosed, when the log is closed
	well       context.Context // ends with life, or when the server has failed a write
	close      func()
	closed     sync.WaitGroup // the shards' writers
	ended      sync.WaitGroup // what ends with life
}

// shard is what the log knows of one stream.
type shard struct {
	log       *Log
	index     int
	stream    string
	archived  uint64 // the position that the stream begins behind
	queue     queue
	heads     heads
	tail      tail
	committer *committer
	places    *blocks.Places // in the files; nil: they are not at hand, or may be behind those of another server
	lasts     lasts          // where places are, and nothing is archived
}

// readConnections is how many connections share the reading. The server handles
// the reads of one connection one after the other, so a block that must be loaded
// from disk holds up only those who share it.
const readConnections = 4

// repeatAfter is after which time without an answer the leaders of replicas are asked
// again: one of them may be another by then.
const repeatAfter = time.Second

// openWait bounds how long a store may take to elect its leaders.
const openWait = 30 * time.Second

// Open opens the log of a store, making its streams if there are none. The
// connections are the log's own; Close ends them. Errors wrap ErrShards, ErrConfig
// or events.ErrDamaged where the store is not what it should be.
func Open(ctx context.Context, connect Connect, o Options) (*Log, error) {
	o = o.defaults()
	life, end := context.WithCancelCause(context.WithoutCancel(ctx))
	well, fail := context.WithCancelCause(life)
	l := &Log{options: o, life: life, well: well}
	go func() {
		select {
		case <-o.Broken:
			fail(events.ErrBroken)
		case <-life.Done():
		}
	}()
	l.close = sync.OnceFunc(func() { l.shut(end) })
	if err := l.open(ctx, connect); err != nil {
		l.close()
		return nil, fmt.Errorf("opening the log: %w", err)
	}
	return l, nil
}

func (l *Log) open(ctx context.Context, connect Connect) error {
	lost := newAlarm()
	var err error
	if l.writer, err = connect("plylog-appender", persistent(l.options.Logger, lost)...); err != nil {
		return err
	}
	for i := range readConnections {
		a, err := newAsker(connect, fmt.Sprintf("plylog-reader-%d", i), l.options.AnswerWait, l.options.Logger)
		if err != nil {
			return err
		}
		l.readers = append(l.readers, a)
	}
	shards, err := l.prepare(ctx)
	if err != nil {
		return err
	}
	for i := range shards {
		if err := l.openShard(i, lost); err != nil {
			return err
		}
	}
	if l.replicated {
		for _, a := range l.readers {
			a.repeat = repeatAfter
		}
		l.ended.Go(newLookout(l).run)
	}
	return nil
}

// prepare readies the streams. A cluster that has just started answers only once
// it has elected its leaders.
func (l *Log) prepare(ctx context.Context) (shards int, err error) {
	js, err := jetstream.New(l.readers[0].nc)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, max(openWait, l.options.AnswerWait))
	defer cancel()
	for pause := startPause; ; pause = longer(pause) {
		try, cancelTry := context.WithTimeout(ctx, questionWait)
		shards, replicas, err := prepare(try, js, l.options)
		cancelTry()
		if err == nil {
			l.replicated = replicas > 1
			return shards, nil
		}
		if !starting(err) || wait(ctx, pause) != nil {
			return 0, err
		}
	}
}

// starting reports whether an error may come from a store that is not yet ready.
func starting(err error) bool {
	const noPeers = 10005 // too few servers of the cluster have been heard of
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == statusNoResponders || api.ErrorCode == noPeers
	}
	return away(err) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

func (l *Log) openShard(i int, lost *alarm) error {
	s := &shard{log: l, index: i, stream: StreamName(i), archived: l.options.Archive.End(i)}
	s.queue.init()
	s.tail.init()
	if l.options.Files != "" && !l.replicated {
		files := streamAt(l.options.Files, s.stream)
		files.First = s.archived + 1
		s.places = blocks.NewPlaces(files)
	}
	c, err := newCommitter(s, lost)
	if err != nil {
		return err
	}
	s.committer = c
	_, err = l.readers[0].nc.Subscribe(tailSubject(i), func(*nats.Msg) { s.tail.rumour() })
	if err != nil {
		return fmt.Errorf("listening for news of shard %d: %w", i, err)
	}
	l.shards = append(l.shards, s)
	l.closed.Go(c.run)
	return nil
}

// Shards implements events.Log.
func (l *Log) Shards() int { return len(l.shards) }

// Shard implements events.Log.
func (l *Log) Shard(game events.GameID) int { return events.ShardOf(game, len(l.shards)) }

// shardAt checks a shard number that a caller gave.
func (l *Log) shardAt(i int) (*shard, error) {
	if i < 0 || i >= len(l.shards) {
		return nil, fmt.Errorf("there is no shard %d; there are %d", i, len(l.shards))
	}
	return l.shards[i], nil
}

// reader returns the connection that a shard's reads go over.
func (l *Log) reader(shard int) *asker { return l.readers[shard%len(l.readers)] }

// Close refuses new appends with events.ErrClosed, waits for the answers to those
// that were begun (at most AckWait), ends every Follow with events.ErrClosed, and
// closes the connections.
func (l *Log) Close() { l.close() }

func (l *Log) shut(end context.CancelCauseFunc) {
	for _, s := range l.shards {
		s.queue.close()
	}
	l.closed.Wait()
	end(events.ErrClosed)
	l.ended.Wait()
	l.disconnect()
}

// yielder takes events one by one, or the error that ends them.
type yielder = func(*events.Event, error) bool

// reading runs a reader until it ends or fails, and yields how it failed: with the
// error of ctx, or events.ErrClosed, if that is why. What fails because the store
// is away for a moment is run again; it goes on behind what was yielded.
//
// A server that has failed a write still shows it, from its memory, and no longer finds
// what is on the disk: nothing that it says then is passed on, be it an event or that one
// is damaged. The reading fails with events.ErrBroken, or with events.ErrFull where it was
// room that was missing; one that has no end then waits for the server's.
func (l *Log) reading(ctx context.Context, what string, endless bool, yield yielder, run func(context.Context, yielder) error) {
	living, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(l.well, func() { cancel(context.Cause(l.well)) })()
	if l.well.Err() != nil { // what is at hand is not given out either
		cancel(context.Cause(l.well))
	}
	yielded, left := 0, false
	counting := func(e *events.Event, err error) bool {
		if endless && closed(l.options.Full) {
			<-living.Done()
		}
		if l.doubt() != nil {
			return false
		}
		yielded++
		left = !yield(e, err)
		return !left
	}
	r := retry{most: l.options.AnswerWait}
	for {
		before := yielded
		err := run(living, counting)
		if yielded > before {
			r = retry{most: l.options.AnswerWait}
		}
		switch {
		case left: // whoever left is not to be told why the reading ended
			return
		case err == nil && l.doubt() == nil:
			return
		case ctx.Err() != nil:
			err = ctx.Err()
		case l.life.Err() != nil:
			err = events.ErrClosed
		case l.doubt() != nil:
			err = l.doubt()
		case r.again(living, err):
			continue
		}
		yield(nil, fmt.Errorf("%s: %w", what, passing(err)))
		return
	}
}

// doubt returns why nothing that the server says is to be believed: it has failed a
// write. nil: it has not.
func (l *Log) doubt() error {
	switch {
	case closed(l.options.Broken):
		return events.ErrBroken
	case closed(l.options.Full):
		return events.ErrFull
	}
	return nil
}

func (l *Log) disconnect() {
	if l.writer != nil {
		l.writer.Close()
	}
	for _, r := range l.readers {
		r.nc.Close()
	}
}
