package logtest

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"sync"
	"testing"
	"time"

	"plylog/events"
)

// patience bounds every test, so that a log that hangs fails instead.
const patience = 5 * time.Minute

// bounded returns a context for one test.
func bounded(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// drain collects what is read; an error fails the test.
func drain(t *testing.T, read iter.Seq2[*events.Event, error]) []*events.Event {
	t.Helper()
	var list []*events.Event
	for e, err := range read {
		if err != nil {
			t.Fatalf("reading, after %d events: %v", len(list), err)
		}
		list = append(list, e)
	}
	return list
}

// wantSame compares what was read with what was written.
func wantSame(t *testing.T, what string, got, want []*events.Event) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d events, want %d", what, len(got), len(want))
	}
	for i := range got {
		if !bytes.Equal(got[i].Raw, want[i].Raw) {
			t.Fatalf("%s: event %d reads\n%s\nwant\n%s", what, i+1, got[i].Raw, want[i].Raw)
		}
		if got[i].Game != want[i].Game || got[i].N != want[i].N || got[i].Command != want[i].Command {
			t.Fatalf("%s: event %d is decoded as %+v", what, i+1, got[i])
		}
	}
}

// wantRising fails unless positions rise; by exactly one where the list is a
// whole piece of a shard.
func wantRising(t *testing.T, what string, after uint64, list []*events.Event, whole bool) {
	t.Helper()
	for _, e := range list {
		if e.Seq <= after || whole && e.Seq != after+1 {
			t.Fatalf("%s: position %d follows %d", what, e.Seq, after)
		}
		after = e.Seq
	}
}

// wantUnknown fails unless err leaves the outcome open.
func wantUnknown(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		t.Fatal("an append that cannot have been answered succeeded")
	}
	for _, known := range []error{events.ErrConflict, events.ErrTooLarge, events.ErrClosed, events.ErrFull, events.ErrBroken} {
		if errors.Is(err, known) {
			t.Fatalf("an append that cannot have been answered says %v", err)
		}
	}
}

// lasts returns where each shard ends.
func lasts(ctx context.Context, t *testing.T, log events.Log) []uint64 {
	t.Helper()
	list := make([]uint64, log.Shards())
	for i := range list {
		last, err := log.Last(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = last
	}
	return list
}

// together runs n functions at once and waits for them.
func together(n int, do func(i int)) {
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}
