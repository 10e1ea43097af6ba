package jetlog_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// movable is a server that can be replaced under its connections.
type movable struct{ now atomic.Pointer[jetlog.Server] }

func (m *movable) InProcessConn() (net.Conn, error) { return m.now.Load().InProcessConn() }

func (m *movable) connect(name string, options ...nats.Option) (*nats.Conn, error) {
	return nats.Connect("", append([]nats.Option{nats.Name(name), nats.InProcessServer(m)}, options...)...)
}

// TestFollowAcrossRestarts restarts the server under a log that is followed and
// written to: every event comes once, in order, and writing goes on.
func TestFollowAcrossRestarts(t *testing.T) {
	dir := t.TempDir()
	var m movable
	m.now.Store(embed(t, jetlog.EmbedOptions{Dir: dir, NoSync: true}))
	l := open(t, m.connect, jetlog.Options{Shards: 2, AckWait: soon, AnswerWait: soon})
	const restarts, each = followRestarts, 30
	total := restarts * each
	seen := make(chan *events.Event, total)
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for shard := range l.Shards() {
		wg.Go(func() {
			at := uint64(0)
			for e, err := range l.Follow(ctx, shard, 0) {
				if err != nil {
					if !errors.Is(err, context.Canceled) {
						t.Errorf("shard %d: %v", shard, err)
					}
					return
				}
				if at++; e.Seq != at {
					t.Errorf("shard %d: position %d follows %d", shard, e.Seq, at-1)
				}
				seen <- e
			}
		})
	}
	games := make([]*logtest.Game, 6)
	for i := range games {
		games[i] = logtest.NewGame(t)
	}
	written := 0
	heard, count := 0, make(map[events.GameID]int)
	hear := func(until int) {
		for ; heard < until; heard++ {
			select {
			case e := <-seen:
				if count[e.Game]++; e.N != count[e.Game] {
					t.Fatalf("event %d of a game comes as number %d", e.N, count[e.Game])
				}
			case <-time.After(5 * time.Minute): // a follower that fell silent; it takes milliseconds
				t.Fatalf("%d of %d events are heard of, and then nothing", heard, written)
			}
		}
	}
	for range restarts {
		for range each {
			g := games[written%len(games)]
			persist(t, l, g)
			written++
		}
		hear(written - each/5) // the last are heard of in the next life
		m.now.Load().Close()
		m.now.Store(embed(t, jetlog.EmbedOptions{Dir: dir, NoSync: true}))
	}
	hear(total)
	stop()
	wg.Wait()
	if err := l.Health(t.Context()); err != nil {
		t.Error(err)
	}
}

// persist appends as a handler does: an unknown outcome is resolved by reading.
func persist(t *testing.T, l *jetlog.Log, g *logtest.Game) {
	t.Helper()
	e := g.Next(t)
	for {
		seq, err := l.Append(t.Context(), g.Seq, e)
		if err == nil {
			g.Stored(e, seq)
			return
		}
		if t.Context().Err() != nil {
			t.Fatal(err)
		}
		for got, err := range l.Read(t.Context(), g.ID, g.Seq) {
			if err == nil && got.Command == e.Command {
				g.Stored(got, got.Seq)
				return
			}
		}
	}
}

// TestRewound puts an older copy of the store under a log that is followed: the
// log has lost events, and says so.
func TestRewound(t *testing.T) {
	var m movable
	m.now.Store(embed(t, jetlog.EmbedOptions{NoSync: true}))
	l := open(t, m.connect, jetlog.Options{Shards: 1, AckWait: soon, AnswerWait: soon})
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, l)
	reached, done := make(chan struct{}), make(chan error)
	go func() {
		for _, err := range l.Follow(t.Context(), 0, 0) {
			if err != nil {
				done <- err
				return
			}
			close(reached)
		}
	}()
	<-reached
	old := m.now.Load()
	other := embed(t, jetlog.EmbedOptions{NoSync: true})
	open(t, other.Connect, jetlog.Options{Shards: 1}).Close()
	m.now.Store(other)
	old.Close()
	if err := <-done; !errors.Is(err, events.ErrDamaged) {
		t.Errorf("got %v", err)
	}
}

// TestCloseEndsFollow closes a log that is followed and read.
func TestCloseEndsFollow(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	l := open(t, s.Connect, jetlog.Options{Shards: 1})
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, l)
	reached, done := make(chan struct{}), make(chan error)
	go func() {
		for _, err := range l.Follow(t.Context(), 0, 0) {
			if err != nil {
				done <- err
				return
			}
			close(reached)
		}
	}()
	<-reached
	l.Close()
	l.Close()
	if err := <-done; !errors.Is(err, events.ErrClosed) {
		t.Errorf("follow: %v", err)
	}
	if _, err := l.Append(t.Context(), g.Seq, g.Next(t)); !errors.Is(err, events.ErrClosed) {
		t.Errorf("append: %v", err)
	}
	for name, read := range map[string]func(func(*events.Event, error) bool){
		"read": l.Read(t.Context(), g.ID, 0), "scan": l.Scan(t.Context(), 0, 0), "follow": l.Follow(t.Context(), 0, 0),
	} {
		for _, err := range read {
			if !errors.Is(err, events.ErrClosed) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestOtherNode has one log follow what another writes.
func TestOtherNode(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	writer := open(t, s.Connect, jetlog.Options{Shards: 1})
	follower := open(t, s.Connect, jetlog.Options{})
	g := logtest.NewGame(t)
	first := g.Append(t.Context(), t, writer)
	n := 0
	for e, err := range follower.Follow(t.Context(), 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 1 && !bytes.Equal(e.Raw, first.Raw) || e.N != n {
			t.Fatalf("event %d: %s", n, e.Raw)
		}
		if n == 50 {
			break
		}
		g.Append(t.Context(), t, writer)
	}
}

// TestTwoWriters has two logs append to one shard by turns and in runs, each followed:
// what a log has at hand and what it must read come as one, in order.
func TestTwoWriters(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	logs := []*jetlog.Log{open(t, s.Connect, jetlog.Options{Shards: 1}), open(t, s.Connect, jetlog.Options{})}
	const total, longest = 90, 7
	var wg sync.WaitGroup
	heard := make([][][]byte, len(logs))
	for i, l := range logs {
		wg.Go(func() {
			for e, err := range l.Follow(t.Context(), 0, 0) {
				if err != nil || e.Seq != uint64(len(heard[i])+1) {
					t.Errorf("log %d: position %d, %v", i, e.Seq, err)
					return
				}
				if heard[i] = append(heard[i], e.Raw); len(heard[i]) == total {
					return
				}
			}
		})
	}
	games := []*logtest.Game{logtest.NewGame(t), logtest.NewGame(t)}
	var want [][]byte
	for run := 0; len(want) < total; run++ {
		for range min(1+run%longest, total-len(want)) {
			want = append(want, games[run%2].Append(t.Context(), t, logs[run%2]).Raw)
		}
	}
	wg.Wait()
	for i := range logs {
		if !slices.EqualFunc(heard[i], want, bytes.Equal) {
			t.Errorf("log %d hears other events than were appended", i)
		}
	}
}

// TestAlone: whoever says that it is alone hears its own appends at once, and tells
// nobody else of them.
func TestAlone(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	nc, err := s.Connect("listener")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	told, err := nc.SubscribeSync("plylog.tail.>")
	if err == nil {
		err = nc.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	l := open(t, s.Connect, jetlog.Options{Shards: 1, Alone: true, Look: time.Hour})
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, l)
	for e, err := range l.Follow(t.Context(), 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.N == 20 {
			break
		}
		g.Append(t.Context(), t, l)
	}
	l.Close() // what it had to say it has said
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	if n, _, err := told.Pending(); err != nil || n != 0 {
		t.Errorf("others were told %d times (%v)", n, err)
	}
}

// TestManyPages reads more than fits a few pages, in every way.
func TestManyPages(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	l := open(t, s.Connect, jetlog.Options{Shards: 1, Logger: slog.New(slog.DiscardHandler)})
	const events, longest = 1040, 520 // three pages of the shard, two of a game
	long := logtest.NewGame(t)
	list := []*logtest.Game{long}
	var wg sync.WaitGroup
	wg.Go(func() {
		for range longest {
			long.Append(t.Context(), t, l)
		}
	})
	for range 8 {
		g := logtest.NewGame(t)
		list = append(list, g)
		wg.Go(func() {
			for range (events - longest) / 8 {
				g.Append(t.Context(), t, l)
			}
		})
	}
	wg.Wait()
	for _, after := range []uint64{0, 511, 512, 513, events - 1, events} {
		want := after
		for e, err := range l.Scan(t.Context(), 0, after) {
			if want++; err != nil || e.Seq != want {
				t.Fatalf("scan after %d: position %d, %v", after, e.Seq, err)
			}
		}
		if want != events {
			t.Errorf("scan after %d ends at %d", after, want)
		}
	}
	for _, g := range list {
		n := 0
		for e, err := range l.Read(t.Context(), g.ID, 0) {
			if n++; err != nil || e.N != n {
				t.Fatalf("read: event %d, %v", n, err)
			}
		}
		if n != g.N {
			t.Errorf("read %d events of %d", n, g.N)
		}
	}
	at := uint64(0)
	for e, err := range l.Follow(t.Context(), 0, 0) {
		if at++; err != nil || e.Seq != at {
			t.Fatalf("follow: position %d, %v", e.Seq, err)
		}
		if at == events {
			break
		}
	}
	if _, err := l.Last(t.Context(), 7); err == nil {
		t.Error("a shard that is not there has an end")
	}
	for _, read := range []func(func(*eventsEvent, error) bool){l.Scan(t.Context(), 7, 0), l.Follow(t.Context(), -1, 0)} {
		for _, err := range read {
			if err == nil {
				t.Error("a shard that is not there has events")
			}
		}
	}
}

type eventsEvent = events.Event

// TestNothingStays opens, uses and closes logs on a server that stays: no goroutine
// is left behind.
func TestNothingStays(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	use := func() {
		l := open(t, s.Connect, jetlog.Options{Shards: 2})
		defer l.Close()
		g := logtest.NewGame(t)
		g.Append(t.Context(), t, l)
		for range l.Follow(t.Context(), l.Shard(g.ID), 0) {
			break
		}
		for range l.Read(t.Context(), g.ID, 0) {
			break
		}
	}
	use() // what the server starts for its streams stays
	before := goleak.IgnoreCurrent()
	for range 3 {
		use()
	}
	goleak.VerifyNone(t, before)
}
