package snapshot_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"plylog/events"
	"plylog/events/logtest"
	"plylog/events/memlog"
	"plylog/events/snapshot"
)

// played is a game of so many events in a log, with a snapshot of it.
func played(t testing.TB, log events.Log, s *snapshot.Snapshots, n int) *logtest.Game {
	t.Helper()
	g := logtest.NewGame(t)
	for range n {
		g.Append(t.Context(), t, log)
	}
	if err := s.Make(t.Context(), g.ID); err != nil {
		t.Fatal(err)
	}
	return g
}

// file is the snapshot of a game as it lies on the disk.
func file(t testing.TB, s *snapshot.Snapshots, game events.GameID) []byte {
	t.Helper()
	b, err := os.ReadFile(s.File(game))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// ignored checks that a file in the place of a game's snapshot is not used, counted,
// and gone afterwards, and that the game is read as the log has it.
func ignored(t testing.TB, s *snapshot.Snapshots, c *counts, log events.Log, game events.GameID, b []byte, what string) {
	t.Helper()
	was, missed := c.of(snapshot.Ignored), c.of(snapshot.Miss)
	if err := s.Put(game, b); err != nil {
		t.Fatal(err)
	}
	wantSame(t, s, log, game)
	if c.of(snapshot.Ignored) != was+1 || c.of(snapshot.Miss) != missed {
		t.Fatalf("%s: it was used, or counted as what it is not: %v", what, c.all)
	}
	if _, err := os.Stat(s.File(game)); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("%s: it is still there (%v)", what, err)
	}
}

// TestDamagedSnapshots changes every byte of one, and cuts one off at every length, as
// a power cut may: what is not what was written is never used.
func TestDamagedSnapshots(t *testing.T) {
	t.Parallel()
	log := memlog.New(1)
	s, c := over(t, log)
	g := played(t, log, s, 3)
	whole := file(t, s, g.ID)
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 1 << (i % 8)
		ignored(t, s, c, log, g.ID, b, "a byte was changed")
		ignored(t, s, c, log, g.ID, whole[:i], "it was cut off")
	}
	ignored(t, s, c, log, g.ID, append(bytes.Clone(whole), 0), "a byte more")
	ignored(t, s, c, log, g.ID, make([]byte, len(whole)), "zeros")
	if err := s.Put(g.ID, whole); err != nil {
		t.Fatal(err)
	}
	wantSame(t, s, log, g.ID)
	if c.of(snapshot.Hit) != 1 {
		t.Error("and as it was it is not used either")
	}
}

// TestForgedSnapshots puts snapshots in place that are sound, and not this game's in
// this log.
func TestForgedSnapshots(t *testing.T) {
	t.Parallel()
	log, elsewhere := memlog.New(1), memlog.New(1)
	s, c := over(t, log)
	g := played(t, log, s, 4)
	mine := drain(t, log.Read(t.Context(), g.ID, 0))

	other := played(t, log, s, 4)
	ignored(t, s, c, log, g.ID, file(t, s, other.ID), "another game's")

	foreign, _ := over(t, log, func(c *snapshot.Config) { c.Key = []byte("a key that somebody else has") })
	b, err := foreign.Pack(mine)
	if err != nil {
		t.Fatal(err)
	}
	ignored(t, s, c, log, g.ID, b, "sealed with another key")

	// The same game, as another log has it: it went on otherwise behind event 2.
	branch := &logtest.Game{ID: g.ID, N: 2, Seq: 2, Head: mine[1].Hash()}
	for i, e := range mine[:2] {
		if _, err := elsewhere.Append(t.Context(), uint64(i), e); err != nil {
			t.Fatal(err)
		}
	}
	for n := 3; n <= 6; n++ {
		branch.Append(t.Context(), t, elsewhere)
		list := drain(t, elsewhere.Read(t.Context(), g.ID, 0))
		if b, err = s.Pack(list); err != nil {
			t.Fatal(err)
		}
		ignored(t, s, c, log, g.ID, b, "another history of the game")
	}

	// The same events, which the log has elsewhere.
	moved := drain(t, log.Read(t.Context(), g.ID, 0))
	for _, e := range moved {
		e.Seq += 7
	}
	if b, err = s.Pack(moved); err != nil {
		t.Fatal(err)
	}
	ignored(t, s, c, log, g.ID, b, "the events lie elsewhere")
}

// TestDamagedLog: behind a snapshot the log is what counts, damage and all.
func TestDamagedLog(t *testing.T) {
	t.Parallel()
	for _, seq := range []uint64{4, 5} { // the snapshot's last event, and the one behind it
		log := memlog.New(1)
		s, _ := over(t, log)
		g := played(t, log, s, 4)
		g.Append(t.Context(), t, log)
		log.Corrupt(0, seq, func(raw []byte) []byte { return raw[:len(raw)/2] })
		n := 0
		var last error
		for _, err := range s.Read(t.Context(), g.ID, 0) {
			if last = err; err == nil {
				n++
			}
		}
		var bad *events.DamagedEvent
		if !errors.As(last, &bad) || bad.Seq != seq || n != int(seq)-1 {
			t.Errorf("event %d is damaged; read are %d events, and then: %v", seq, n, last)
		}
	}
}

// TestDistrust: of a game that is damaged somewhere the snapshot says nothing more.
func TestDistrust(t *testing.T) {
	t.Parallel()
	log := memlog.New(1)
	s, c := over(t, log)
	g := played(t, log, s, 4)
	log.Corrupt(0, 2, func(raw []byte) []byte { return raw[:len(raw)/2] })
	if list := drain(t, s.Read(t.Context(), g.ID, 0)); len(list) != 4 {
		t.Fatalf("by its snapshot the game has %d events", len(list))
	}
	s.Distrust(g.ID)
	var bad *events.DamagedEvent
	for _, err := range s.Read(t.Context(), g.ID, 0) {
		errors.As(err, &bad)
	}
	if bad == nil || bad.Seq != 2 {
		t.Errorf("what is wrong with the log does not show: %v", bad)
	}
	if err := s.Make(t.Context(), g.ID); err == nil {
		t.Error("a snapshot was made of a log that cannot be read")
	}
	if _, err := os.Stat(s.File(g.ID)); !errors.Is(err, os.ErrNotExist) || c.of(snapshot.Hit) != 1 {
		t.Errorf("the snapshot is still there: %v", err)
	}
}

// TestLogAway: a log that does not answer says nothing against the snapshot.
func TestLogAway(t *testing.T) {
	t.Parallel()
	var away error
	log := memlog.New(1, memlog.OnYield(func(context.Context, *events.Event) error { return away }))
	s, c := over(t, log)
	g := played(t, log, s, 4)
	away = events.ErrAway
	for e, err := range s.Read(t.Context(), g.ID, 0) {
		if e != nil || !errors.Is(err, events.ErrAway) {
			t.Errorf("read: %v, %v", e, err)
		}
	}
	if away = nil; c.of(snapshot.Ignored) != 0 {
		t.Error("the snapshot was given up")
	}
	wantSame(t, s, log, g.ID)
	if c.of(snapshot.Hit) != 1 {
		t.Error("the snapshot is not used any more")
	}
}

// TestCrashLeftovers: what a crash left half written is removed, and never read.
func TestCrashLeftovers(t *testing.T) {
	t.Parallel()
	log := memlog.New(1)
	s, _ := over(t, log)
	g := played(t, log, s, 4)
	half := filepath.Join(filepath.Dir(s.File(g.ID)), "new-77")
	if err := os.WriteFile(half, file(t, s, g.ID)[:20], 0o600); err != nil {
		t.Fatal(err)
	}
	again, c := over(t, log, func(c *snapshot.Config) { c.Path = filepath.Dir(filepath.Dir(s.File(g.ID))) })
	wantSame(t, again, log, g.ID)
	g.Append(t.Context(), t, log)
	g.Append(t.Context(), t, log)
	if err := again.Make(t.Context(), g.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the half snapshot is still there: %v", err)
	}
	if c.of(snapshot.Hit) != 1 || c.of(snapshot.Written) != 1 {
		t.Errorf("after the restart: %v", c.all)
	}
}

// TestRoom: snapshots take no more room than they are given, whatever there was before.
func TestRoom(t *testing.T) {
	t.Parallel()
	const most = 256 << 10
	log := memlog.New(1)
	path := filepath.Join(t.TempDir(), "snapshots")
	for life := range 2 {
		s, _ := over(t, log, func(c *snapshot.Config) { c.Most, c.Path = most, path })
		var last events.GameID
		for range 200 {
			g := logtest.NewGame(t)
			g.ID[15] = byte(life) // all in one folder, which has a 256th of the room
			g.Head = events.Genesis(g.ID)
			g.Append(t.Context(), t, log)
			if err := s.Make(t.Context(), g.ID); err != nil {
				t.Fatal(err)
			}
			last = g.ID
		}
		if got := s.Bytes(); got > int64(life+1)*most/256 || got == 0 {
			t.Errorf("%d bytes, and %d may be", got, most/256)
		}
		wantSame(t, s, log, last)
	}
}

// FuzzUnpack: whatever is sealed as a snapshot is read in bounds, and what is read is a
// chain of the game's events.
func FuzzUnpack(f *testing.F) {
	log := memlog.New(1)
	s, _ := over(f, log)
	g := played(f, log, s, 3)
	list := drain(f, log.Read(f.Context(), g.ID, 0))
	var body []byte
	for _, e := range list {
		body = append(body, 1, byte(len(e.Raw)<<1&0x7f|0x80), byte(len(e.Raw)>>6))
		body = append(body, e.Raw...)
	}
	hash := g.Head
	says := append(append(append(bytes.Clone(g.ID[:]), 3), hash[:]...), byte(len(body)&0x7f|0x80), byte(len(body)>>7))
	f.Add(says, body)
	f.Add(says, body[:len(body)/2])
	f.Add(says[:20], []byte{})
	if got, err := s.Unpack(g.ID, s.Seal(says, body)); err != nil || !same(got, list) {
		f.Fatalf("the seed does not unpack: %v", err)
	}
	f.Fuzz(func(t *testing.T, says, body []byte) {
		got, err := s.Unpack(g.ID, s.Seal(says, body))
		if err != nil {
			return
		}
		prev, seq := events.Genesis(g.ID), uint64(0)
		for i, e := range got {
			if e.Game != g.ID || e.N != i+1 || e.Prev != prev || e.Seq <= seq {
				t.Fatalf("event %d: %+v", i+1, e)
			}
			prev, seq = e.Hash(), e.Seq
		}
		if len(got) == 0 {
			t.Fatal("a snapshot without events")
		}
	})
}
