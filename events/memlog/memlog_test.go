package memlog_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"plylog/events"
	"plylog/events/logtest"
	"plylog/events/memlog"
)

func TestContract(t *testing.T) {
	for _, shards := range []int{1, 8} {
		logtest.Run(t, func(*testing.T) events.Log { return memlog.New(shards) })
	}
}

func TestFaults(t *testing.T) {
	logtest.RunFaults(t, func(*testing.T) (events.Log, func(logtest.Fault)) {
		var next atomic.Int64
		fates := map[logtest.Fault]memlog.Fate{logtest.Lost: memlog.Lose, logtest.Unanswered: memlog.KeepSilently}
		log := memlog.New(4, memlog.OnAppend(func(context.Context, *events.Event) memlog.Fate {
			return memlog.Fate(next.Swap(int64(memlog.Keep)))
		}))
		return log, func(f logtest.Fault) { next.Store(int64(fates[f])) }
	})
}

func TestNoShards(t *testing.T) {
	if n := memlog.New(0).Shards(); n != 1 {
		t.Errorf("%d shards", n)
	}
}

// TestDelay holds one append back while others of the same shard go on.
func TestDelay(t *testing.T) {
	arrived, release := make(chan struct{}), make(chan struct{})
	slow := logtest.NewGame(t)
	log := memlog.New(1, memlog.OnAppend(func(_ context.Context, e *events.Event) memlog.Fate {
		if e.Game == slow.ID {
			close(arrived)
			<-release
		}
		return memlog.Keep
	}))
	done := make(chan error)
	go func() {
		_, err := log.Append(t.Context(), 0, slow.Next(t))
		done <- err
	}()
	<-arrived
	quick := logtest.NewGame(t)
	quick.Append(t.Context(), t, log)
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if last, _ := log.Last(t.Context(), 0); last != 2 {
		t.Errorf("%d events", last)
	}
}

// Appends that are on their way arrive when they are let, and are then taken or
// refused as any other.
func TestArriving(t *testing.T) {
	fates := []memlog.Fate{memlog.Late, memlog.Keep, memlog.Twice, memlog.Late, memlog.Keep}
	log := memlog.New(1, memlog.OnAppend(func(context.Context, *events.Event) memlog.Fate {
		f := fates[0]
		fates = fates[1:]
		return f
	}))
	g := logtest.NewGame(t)
	e := g.Next(t)
	if _, err := log.Append(t.Context(), 0, e); !errors.Is(err, memlog.ErrNoAnswer) {
		t.Fatal(err)
	}
	g.Append(t.Context(), t, log)
	g.Append(t.Context(), t, log)
	last := g.Next(t)
	if _, err := log.Append(t.Context(), g.Seq, last); !errors.Is(err, memlog.ErrNoAnswer) {
		t.Fatal(err)
	}
	if n, _ := log.Last(t.Context(), 0); n != 2 || log.Underway() != 3 {
		t.Fatalf("%d events, %d under way", n, log.Underway())
	}
	if err := log.Arrive(2); err != nil { // nothing was stored since
		t.Error(err)
	}
	for range 2 {
		if err := log.Arrive(0); !errors.Is(err, events.ErrConflict) {
			t.Errorf("behind others: %v", err)
		}
	}
	if n, _ := log.Last(t.Context(), 0); n != 3 || log.Underway() != 0 {
		t.Errorf("%d events, %d under way", n, log.Underway())
	}
}

// An answer may be replaced when the event is stored already.
func TestOnAnswer(t *testing.T) {
	gone := errors.New("the caller has gone")
	log := memlog.New(1, memlog.OnAnswer(func(_ context.Context, _ *events.Event, seq uint64, err error) error {
		if seq != 1 || err != nil {
			t.Errorf("stored at %d: %v", seq, err)
		}
		return gone
	}))
	g := logtest.NewGame(t)
	if _, err := log.Append(t.Context(), 0, g.Next(t)); !errors.Is(err, gone) {
		t.Error(err)
	}
	if n, _ := log.Last(t.Context(), 0); n != 1 {
		t.Errorf("%d events", n)
	}
}

func TestFailingReads(t *testing.T) {
	broken := errors.New("the cable is out")
	log := memlog.New(1, memlog.OnYield(func(_ context.Context, e *events.Event) error {
		if e.N == 2 {
			return broken
		}
		return nil
	}))
	g := logtest.NewGame(t)
	for range 3 {
		g.Append(t.Context(), t, log)
	}
	for name, read := range map[string]func(func(*events.Event, error) bool){
		"read":   log.Read(t.Context(), g.ID, 0),
		"scan":   log.Scan(t.Context(), 0, 0),
		"follow": log.Follow(t.Context(), 0, 0),
	} {
		var got []error
		for _, err := range read {
			got = append(got, err)
		}
		if len(got) != 2 || got[0] != nil || !errors.Is(got[1], broken) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestCorrupt(t *testing.T) {
	log := memlog.New(1)
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, log)
	g.Append(t.Context(), t, log)
	for name, change := range map[string]func([]byte) []byte{
		"cut":             func(raw []byte) []byte { return raw[:len(raw)-1] },
		"of another game": func([]byte) []byte { return logtest.NewGame(t).Next(t).Raw },
	} {
		log.Corrupt(0, g.Seq, change)
		var last error
		for _, err := range log.Read(t.Context(), g.ID, 0) {
			last = err
		}
		var damaged *events.DamagedEvent
		if !errors.Is(last, events.ErrDamaged) || !errors.As(last, &damaged) || damaged.Seq != g.Seq || damaged.Game != g.ID {
			t.Errorf("%s: %v", name, last)
		}
	}
}

func TestClose(t *testing.T) {
	log := memlog.New(2)
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, log)
	started, done := make(chan struct{}), make(chan error)
	go func() {
		for _, err := range log.Follow(t.Context(), log.Shard(g.ID), 0) {
			if err != nil {
				done <- err
				return
			}
			close(started)
		}
	}()
	<-started
	log.Close()
	log.Close()
	if err := <-done; !errors.Is(err, events.ErrClosed) {
		t.Errorf("follow: %v", err)
	}
	if _, err := log.Append(t.Context(), g.Seq, g.Next(t)); !errors.Is(err, events.ErrClosed) {
		t.Errorf("append: %v", err)
	}
	for e, err := range log.Read(t.Context(), g.ID, 0) {
		if err != nil || e.N != 1 {
			t.Errorf("read: %v", err)
		}
	}
}
