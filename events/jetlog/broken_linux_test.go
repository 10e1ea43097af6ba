package jetlog_test

import (
	"context"
	"errors"
	"iter"
	"testing"
	"time"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/jetlog/blocktest"
	"plylog/events/logtest"
)

// breakDisk has every write to the newest block of a stream fail from now on.
func breakDisk(t *testing.T, dir string, fault blocktest.Fault) {
	t.Helper()
	if err := blocktest.Break(dir, fault); err != nil {
		t.Fatal(err)
	}
}

// Where an append meets a full disk nobody waits either, and nothing of what the server
// shows then is believed. Followers hear nothing new until there is room again; then the
// store has to be opened again, and says so.
func TestFullUnderAnAppend(t *testing.T) {
	dir := t.TempDir()
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: dir, NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	log, err := s.Open(t.Context(), jetlog.Options{Shards: 1, AckWait: time.Hour, Room: func() error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	g := logtest.NewGame(t)
	g.Append(t.Context(), t, log)
	breakDisk(t, dir, blocktest.Full)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if _, err = log.Append(ctx, g.Seq, g.Next(t)); err == nil || ctx.Err() != nil || errors.Is(err, events.ErrFull) {
		t.Errorf("under way: %v; want that nobody knows, and nobody waits", err)
	}
	for name, read := range map[string]iter.Seq2[*events.Event, error]{"a game": log.Read(ctx, g.ID, 0), "a shard": log.Scan(ctx, 0, 0)} {
		told := 0
		for e, err := range read {
			if told++; e != nil || !errors.Is(err, events.ErrFull) {
				t.Errorf("reading %s: %v, %v; want nothing but that the disk is full", name, e, err)
			}
		}
		if told != 1 {
			t.Errorf("reading %s: told %d things", name, told)
		}
	}
	heard := make(chan error)
	following, leave := context.WithCancel(ctx)
	go func() {
		for e, err := range log.Follow(following, 0, 0) {
			if e != nil {
				err = errors.New("an event")
			}
			heard <- err
		}
		close(heard)
	}()
	leave()
	for err := range heard {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a follower hears %v", err)
		}
	}
	if err := s.Room(); !errors.Is(err, events.ErrBroken) {
		t.Errorf("there is room: %v; want that the store is to be opened again", err)
	}
	<-s.Broken()
}

// Case trust B 34: where the disk fails a write nobody waits for the store, which answers
// nothing any more. What was under way is unknown, what comes is refused, and it is told
// that the store has to be opened again; what is stored is there then.
func TestBrokenDisk(t *testing.T) {
	dir := t.TempDir()
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: dir, NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	log, err := s.Open(t.Context(), jetlog.Options{Shards: 1, AckWait: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	g, other := logtest.NewGame(t), logtest.NewGame(t)
	g.Append(t.Context(), t, log)
	select {
	case <-s.Broken():
		t.Fatal("broken before anything was")
	default:
	}
	breakDisk(t, dir, blocktest.Unwritable)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	_, err = log.Append(ctx, g.Seq, g.Next(t))
	if err == nil || ctx.Err() != nil || errors.Is(err, events.ErrBroken) || errors.Is(err, events.ErrConflict) {
		t.Errorf("under way: %v; want that nobody knows, and nobody waits", err)
	}
	<-s.Broken()
	if _, err := log.Append(ctx, 0, other.Next(t)); !errors.Is(err, events.ErrBroken) {
		t.Errorf("afterwards: %v", err)
	}
	// The server shows from its memory what it could not write, and no longer finds what
	// is on the disk: whoever believed it would acknowledge a move that is lost, or close
	// a game that is well.
	for name, read := range map[string]iter.Seq2[*events.Event, error]{
		"a game": log.Read(ctx, g.ID, 0), "a shard": log.Scan(ctx, 0, 0), "what comes": log.Follow(ctx, 0, 0),
	} {
		told := 0
		for e, err := range read {
			if told++; told > 1 || e != nil || !errors.Is(err, events.ErrBroken) {
				t.Errorf("reading %s: %v, %v; want nothing but that the disk failed", name, e, err)
				break
			}
		}
		if told == 0 {
			t.Errorf("reading %s: it ended as if all were well", name)
		}
	}
	log.Close()
	s.Close()

	s, err = jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: dir, NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if log, err = s.Open(t.Context(), jetlog.Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	n := 0
	for _, err := range log.Read(t.Context(), g.ID, 0) {
		if n++; err != nil {
			t.Fatal(err)
		}
	}
	if n == 0 {
		t.Error("what was acknowledged is lost")
	}
	other = logtest.NewGame(t)
	other.Append(t.Context(), t, log)
}
