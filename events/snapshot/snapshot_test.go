package snapshot_test

import (
	"bytes"
	"context"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"

	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
	"plylog/events/logtest"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/events/snapshot"
)

var key = []byte("the key of the tests of snapshots")

// counts counts what became of snapshots.
type counts struct {
	mu  sync.Mutex
	all map[string]int
}

func (c *counts) add(outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = make(map[string]int)
	}
	c.all[outcome]++
}

func (c *counts) of(outcome string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all[outcome]
}

func (c *counts) SnapshotRead(outcome string) { c.add(outcome) }
func (c *counts) SnapshotMade(outcome string) { c.add(outcome) }

// over makes snapshots of a log, as the tests have it: of every game, on demand.
func over(t testing.TB, log events.Reader, change ...func(*snapshot.Config)) (*snapshot.Snapshots, *counts) {
	t.Helper()
	c := &counts{}
	cfg := snapshot.Config{Log: log, Path: filepath.Join(t.TempDir(), "snapshots"), Key: key, Observer: c, Logger: slog.New(slog.DiscardHandler)}
	for _, f := range change {
		f(&cfg)
	}
	s, err := snapshot.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s.Eager()
	return s, c
}

// through is a log that is read through snapshots, one of which is made behind every
// append.
type through struct {
	events.Log
	snapshots *snapshot.Snapshots
	t         testing.TB
}

func (l through) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	seq, err := l.Log.Append(ctx, after, e)
	if err == nil && ctx.Err() == nil {
		if err := l.snapshots.Make(ctx, e.Game); err != nil {
			l.t.Errorf("making a snapshot: %v", err)
		}
	}
	return seq, err
}

func (l through) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	return l.snapshots.Read(ctx, game, after)
}

// TestContract: a log that is read through snapshots is a log.
func TestContract(t *testing.T) {
	t.Parallel()
	hits := 0
	logtest.Run(t, func(t *testing.T) events.Log {
		log := memlog.New(4)
		s, c := over(t, log)
		t.Cleanup(func() { hits += c.of(snapshot.Hit) })
		return through{log, s, t}
	})
	if hits == 0 {
		t.Error("no snapshot was ever used")
	}
}

func drain(t testing.TB, log iter.Seq2[*events.Event, error]) []*events.Event {
	t.Helper()
	var list []*events.Event
	for e, err := range log {
		if err != nil {
			t.Fatalf("behind event %d: %v", len(list), err)
		}
		list = append(list, e)
	}
	return list
}

func same(a, b []*events.Event) bool {
	return slices.EqualFunc(a, b, func(a, b *events.Event) bool {
		return a.Seq == b.Seq && bytes.Equal(a.Raw, b.Raw) && reflect.DeepEqual(a, b)
	})
}

// wantSame holds what is read through snapshots to what the log holds.
func wantSame(t testing.TB, s *snapshot.Snapshots, log events.Reader, game events.GameID) {
	t.Helper()
	got, want := drain(t, s.Read(t.Context(), game, 0)), drain(t, log.Read(t.Context(), game, 0))
	if !same(got, want) {
		t.Fatalf("%d events through snapshots, %d in the log, and they are not the same", len(got), len(want))
	}
}

func registry(t testing.TB) *engines.Registry {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// golden reads the games that the write side keeps of every kind and turn of events.
func golden(t testing.TB) map[string][]*events.Event {
	t.Helper()
	files, err := filepath.Glob("../play/testdata/golden/*.jsonl")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d golden logs (%v)", len(files), err)
	}
	games := make(map[string][]*events.Event)
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(raw) {
			e, err := events.Decode(bytes.TrimSuffix(line, []byte("\n")))
			if err != nil {
				t.Fatal(err)
			}
			games[filepath.Base(name)] = append(games[filepath.Base(name)], e)
		}
	}
	return games
}

// TestSnapshotAndTail: of every golden game, at every version, the snapshot made there
// and the log behind it are the log, and fold to the same game: positions with what
// their rules count, clocks, dice chains, command ids and what may be taken back.
func TestSnapshotAndTail(t *testing.T) {
	t.Parallel()
	reg := registry(t)
	for name, list := range golden(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			log, other := memlog.New(1), logtest.NewGame(t)
			for i, e := range list { // among another game's events, so that positions differ from numbers
				other.Append(t.Context(), t, log)
				if _, err := log.Append(t.Context(), position(i), e); err != nil {
					t.Fatal(err)
				}
			}
			whole := drain(t, log.Read(t.Context(), list[0].Game, 0))
			want, err := play.Fold(reg, log.Read(t.Context(), list[0].Game, 0))
			if err != nil {
				t.Fatal(err)
			}
			step := 1 + len(list)/30 // every version, of all but the longest games
			for n := 1; n <= len(list); n += step {
				s, c := over(t, log)
				b, err := s.Pack(whole[:n])
				if err != nil {
					t.Fatal(err)
				}
				if err := s.Put(list[0].Game, b); err != nil {
					t.Fatal(err)
				}
				wantSame(t, s, log, list[0].Game)
				if n%7 == 1 || n > len(list)-step {
					got, err := play.Fold(reg, s.Read(t.Context(), list[0].Game, 0))
					if err != nil || !reflect.DeepEqual(got, want) {
						t.Fatalf("folded from the snapshot at version %d the game is another (%v)", n, err)
					}
				}
				if c.of(snapshot.Hit) == 0 || c.of(snapshot.Ignored) > 0 {
					t.Fatalf("the snapshot at version %d was not used", n)
				}
			}
		})
	}
}

// position is where the event behind i others of its game finds the last of them.
func position(i int) uint64 { return uint64(2 * i) }
