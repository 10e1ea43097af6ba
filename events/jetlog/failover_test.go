package jetlog_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
)

// TestReplicaBehind reads a game through a server that has just come back and does
// not have everything yet: what was acknowledged is read all the same.
func TestReplicaBehind(t *testing.T) {
	t.Parallel() // much of it is waiting for elections
	c := startCluster(t, false)
	l := open(t, c.connect(), jetlog.Options{Shards: 1, Replicas: 3, AckWait: soon, AnswerWait: soon})
	g := logtest.NewGame(t)
	persist(t, l, g)
	behind := (c.leader(0) + 1) % 3
	again := c.stop(behind)
	for range 200 {
		persist(t, l, g)
	}
	again()
	// Only the server that is behind: what it does not know itself it must ask for.
	late := open(t, jetlog.To(c.servers[behind].ClientURL()), jetlog.Options{AckWait: soon, AnswerWait: soon})
	n := 0
	for e, err := range late.Read(t.Context(), g.ID, 0) {
		if n++; err != nil || e.N != n {
			t.Fatalf("event %d: %v", n, err)
		}
	}
	if n != g.N {
		t.Errorf("read %d events of %d", n, g.N)
	}
	last := uint64(0)
	for e, err := range late.Scan(t.Context(), 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		last = e.Seq
	}
	if last != g.Seq {
		t.Errorf("scanned up to %d of %d", last, g.Seq)
	}
}

// TestLeaderStops stops the server that leads, under writers and a follower: every
// event is stored once and seen once.
func TestLeaderStops(t *testing.T) {
	t.Parallel() // much of it is waiting for elections
	c := startCluster(t, false)
	l := open(t, c.connect(), jetlog.Options{Shards: 1, Replicas: 3, AckWait: soon, AnswerWait: soon})
	const writers, each = 4, 8
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	seen := make(chan *events.Event, writers*each)
	go func() {
		defer close(seen)
		for e, err := range l.Follow(ctx, 0, 0) {
			if err != nil {
				if ctx.Err() == nil {
					t.Errorf("following: %v", err)
				}
				return
			}
			seen <- e
		}
	}()
	half := make(chan struct{}, writers)
	gone := make(chan struct{})
	done := make(chan struct{}, writers)
	games := make([]*logtest.Game, writers)
	for i := range games {
		games[i] = logtest.NewGame(t)
		go func() {
			defer func() { done <- struct{}{} }()
			for n := range each {
				if n == each/2 {
					half <- struct{}{}
					<-gone
				}
				persist(t, l, games[i])
			}
		}()
	}
	for range writers {
		<-half
	}
	again := c.stop(c.leader(0))
	close(gone)
	for range writers {
		<-done
	}
	for at := uint64(1); at <= writers*each; at++ {
		if e, ok := <-seen; !ok || e.Seq != at {
			t.Fatalf("%+v follows position %d", e, at-1)
		}
	}
	again()
	for _, g := range games {
		n := 0
		for e, err := range l.Read(t.Context(), g.ID, 0) {
			if n++; err != nil || e.N != n {
				t.Fatalf("event %d: %v", n, err)
			}
		}
		if n != each {
			t.Errorf("a game has %d events, want %d", n, each)
		}
	}
}

// TestNoMajority leaves one server of three: the log is not well, and what is asked of
// the store is not answered with what that one server happens to have.
func TestNoMajority(t *testing.T) {
	t.Parallel() // much of it is waiting for elections
	c := startCluster(t, false)
	l := open(t, c.connect(), jetlog.Options{Shards: 1, Replicas: 3, AckWait: soon, AnswerWait: soon})
	persist(t, l, logtest.NewGame(t))
	if err := l.Leads(t.Context(), 0); err != nil {
		t.Errorf("with a leader: %v", err)
	}
	leads := c.leader(0)
	again := []func(){c.stop(leads), c.stop((leads + 1) % 3)}
	ask := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		defer cancel()
		return l.Health(ctx)
	}
	until := func(what string, is func(error) bool) {
		t.Helper()
		for end := time.Now().Add(5 * time.Minute); !is(ask()); <-time.After(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("it is never %s", what)
			}
		}
	}
	// The one that is left believes in the leader for a while.
	until("away", func(err error) bool { return errors.Is(err, events.ErrAway) })
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if err := l.Leads(ctx, 0); err == nil {
		t.Error("one server of three leads")
	}
	if last, err := l.Last(t.Context(), 0); !errors.Is(err, events.ErrAway) {
		t.Errorf("one server of three tells the end: %d, %v", last, err)
	}
	for _, back := range again {
		back()
	}
	until("well again", func(err error) bool { return err == nil })
	until("led again", func(error) bool { return l.Leads(t.Context(), 0) == nil })
}
