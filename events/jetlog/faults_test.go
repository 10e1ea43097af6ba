package jetlog_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// wire is a connection to a server on which what goes either way can be lost.
type wire struct {
	net.Conn
	mu       *sync.Mutex
	loseTo   *bool // what is published is lost
	loseFrom *bool // what is answered is lost
}

// Write loses publishes whole: the client writes complete messages at a time.
func (w wire) Write(b []byte) (int, error) {
	w.mu.Lock()
	lose := *w.loseTo && bytes.Contains(b, []byte("HPUB plylog.game."))
	w.mu.Unlock()
	if lose {
		return len(b), nil
	}
	return w.Conn.Write(b)
}

// Read loses answers by waiting for what comes after them.
func (w wire) Read(b []byte) (int, error) {
	for {
		n, err := w.Conn.Read(b)
		w.mu.Lock()
		lose := *w.loseFrom && err == nil && bytes.HasPrefix(b[:n], []byte("MSG _INBOX."))
		w.mu.Unlock()
		if !lose {
			return n, err
		}
	}
}

// provider puts a wire between client and server.
type provider struct {
	connect func() (net.Conn, error)
	wire    wire
}

func (p provider) InProcessConn() (net.Conn, error) {
	c, err := p.connect()
	w := p.wire
	w.Conn = c
	return w, err
}

// TestFaults loses publishes, and answers to publishes, between the log and the
// server. The readers' connections are left alone. What is not lost is answered within
// AckWait on the slowest machine; beside others, since what is lost takes as long.
func TestFaults(t *testing.T) {
	t.Parallel()
	for name, batchFrom := range map[string]int{"Singly": 1 << 30, "Batches": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			logtest.RunFaults(t, func(t *testing.T) (events.Log, func(logtest.Fault)) {
				s := embed(t, jetlog.EmbedOptions{NoSync: true})
				var loseTo, loseFrom bool
				w := wire{mu: new(sync.Mutex), loseTo: &loseTo, loseFrom: &loseFrom}
				connect := func(name string, options ...nats.Option) (*nats.Conn, error) {
					if name == "plylog-appender" {
						options = append(options, nats.InProcessServer(provider{connect: s.InProcessConn, wire: w}))
					}
					return s.Connect(name, options...)
				}
				set := func(to, from bool) {
					w.mu.Lock()
					loseTo, loseFrom = to, from
					w.mu.Unlock()
				}
				l := open(t, connect, jetlog.Options{
					Shards: 1, BatchFrom: batchFrom, AckWait: soon,
					Observe: jetlog.Observer{Unknown: func(*events.Event, error) { set(false, false) }},
				})
				return l, func(f logtest.Fault) { set(f == logtest.Lost, f == logtest.Unanswered) }
			})
		})
	}
}

// TestCancelledUnderWay ends the caller's context while the store holds its answer
// back: the outcome is unknown, and reading tells.
func TestCancelledUnderWay(t *testing.T) {
	s := embed(t, jetlog.EmbedOptions{NoSync: true})
	lose, keep := true, false
	w := wire{mu: new(sync.Mutex), loseTo: &keep, loseFrom: &lose}
	connect := func(name string, options ...nats.Option) (*nats.Conn, error) {
		if name == "plylog-appender" {
			options = append(options, nats.InProcessServer(provider{connect: s.InProcessConn, wire: w}))
		}
		return s.Connect(name, options...)
	}
	l := open(t, connect, jetlog.Options{Shards: 1, AckWait: time.Hour})
	g := logtest.NewGame(t)
	e := g.Next(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := l.Append(ctx, 0, e)
		done <- err
	}()
	// It is stored when a follower sees it.
	for got, err := range l.Follow(t.Context(), 0, 0) {
		if err != nil || !bytes.Equal(got.Raw, e.Raw) {
			t.Fatal(err)
		}
		break
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatalf("append: %v", err)
	}
	n := 0
	for got, err := range l.Read(t.Context(), g.ID, 0) {
		if n++; err != nil || !bytes.Equal(got.Raw, e.Raw) {
			t.Fatal(err)
		}
	}
	if n != 1 {
		t.Fatalf("%d events", n)
	}
	// The answer never comes: it takes the end of the server to end the waiting.
	s.Close()
}
