package checkpoints_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plylog/events"
	"plylog/events/logtest"
	"plylog/events/memlog"
	"plylog/events/merkle"
	"plylog/projections"
	"plylog/projections/checkpoints"
)

// world is a log whose checkpoints are published.
type world struct {
	t      testing.TB
	log    *memlog.Log
	folder string
	pub    *checkpoints.Publisher
	views  *projections.Set
	stop   func()

	mu     sync.Mutex
	failed []string
}

// begin opens the folder and shows the publisher all of the log. started is what
// Start said.
func begin(t testing.TB, log *memlog.Log, folder string) (w *world, started error) {
	t.Helper()
	return beginWith(t, log, folder, func(*checkpoints.Config) {})
}

func beginWith(t testing.TB, log *memlog.Log, folder string, change func(*checkpoints.Config)) (w *world, started error) {
	t.Helper()
	f, err := merkle.OpenFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	w = &world{t: t, log: log, folder: folder}
	quiet := slog.New(slog.DiscardHandler)
	cfg := checkpoints.Config{Log: log, Folder: f, Logger: quiet, Failed: w.fail}
	change(&cfg)
	w.pub = checkpoints.New(cfg)
	if w.views, err = projections.New(projections.Config{Log: log, Tap: w.pub, Logger: quiet}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	work.Go(func() {
		if err := w.views.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	<-w.views.Ready()
	if started = w.pub.Start(t.Context()); started == nil {
		work.Go(func() {
			if err := w.pub.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	w.stop = sync.OnceFunc(func() { cancel(); work.Wait(); _ = f.Archive.Close() })
	t.Cleanup(w.stop)
	return w, started
}

func (w *world) fail(reason string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = append(w.failed, reason)
}

// add stores the next event of a game.
func (w *world) add(g *logtest.Game) *events.Event {
	w.t.Helper()
	return store(w.t, w.log, g)
}

func store(t testing.TB, log events.Log, g *logtest.Game) *events.Event {
	t.Helper()
	e := g.Next(t)
	seq, err := log.Append(t.Context(), g.Seq, e)
	if err != nil {
		t.Fatal(err)
	}
	g.Stored(e, seq)
	e.Seq = seq
	return e
}

// root is the root over the first n events of a shard.
func root(t testing.TB, log events.Log, shard int, n int64) merkle.Hash {
	t.Helper()
	tree := new(merkle.Tree)
	for e, err := range log.Scan(t.Context(), shard, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if tree.Size() < n {
			tree.Add(e.Raw)
		}
	}
	return tree.Root()
}

// archived is the newest checkpoint of a shard on disk.
func (w *world) archived(shard int) (merkle.Record, *merkle.Summary) {
	w.t.Helper()
	s, err := merkle.ReadArchiveFile(filepath.Join(w.folder, merkle.ArchiveFile))
	if err != nil {
		w.t.Fatal(err)
	}
	return s.Last[w.pub.Origin(shard)], s
}

// TestPublish: at most a second after an event a checkpoint covers it, on disk and
// for everybody, in every shard.
func TestPublish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memlog.New(3)
		w, err := begin(t, log, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		trust := merkle.Trust{w.pub.Key()}
		for i := range 3 { // empty shards have a checkpoint, so that nobody can hide one
			if c, err := w.pub.Latest(i); err != nil || c.Size != 0 {
				t.Errorf("at the start: %+v, %v", c, err)
			}
		}
		games := []*logtest.Game{logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t)}
		count := make([]int64, 3)
		for round := range 12 {
			for range 1 + 150*(round/11) { // many at last, so that there are full tiles
				for _, g := range games {
					count[log.Shard(w.add(g).Game)]++
				}
			}
			<-time.After(time.Second)
			synctest.Wait()
			if age := w.pub.Age(); age != 0 {
				t.Fatalf("an event waited %s", age)
			}
			for i, n := range count {
				c, err := w.pub.Latest(i)
				if err != nil || c.Size != n || c.Root != root(t, log, i, n) {
					t.Fatalf("shard %d of %d events: %+v, %v", i, n, c, err)
				}
				if open, err := trust.Open(c.Note); err != nil || open.Checkpoint != c.Checkpoint {
					t.Fatalf("shard %d: %v", i, err)
				}
			}
		}
		for i, n := range count {
			c, err := w.pub.Latest(i)
			if err != nil {
				t.Fatal(err)
			}
			if rec, _ := w.archived(i); n > 0 && !bytes.Equal(rec.Note, c.Note) {
				t.Errorf("shard %d: what is shown is not on disk", i)
			}
			read := merkle.Tiles(func(ctx context.Context, tile merkle.Tile) ([]byte, error) { return w.pub.Tile(ctx, i, tile) })
			for _, m := range []int64{1, n / 2, n} {
				if m > n || n == 0 {
					continue
				}
				if got, err := read.Root(t.Context(), c.Checkpoint, m); err != nil || got != root(t, log, i, m) {
					t.Errorf("shard %d, root of %d from tiles: %s, %v", i, m, got, err)
				}
			}
		}
		for _, g := range games {
			for e, err := range log.Read(t.Context(), g.ID, 0) {
				if err != nil {
					t.Fatal(err)
				}
				if e.N%7 != 0 && e.N < 160 {
					continue
				}
				r, err := w.pub.Receipt(t.Context(), e)
				if err != nil {
					t.Fatal(err)
				}
				if s, err := r.Check(trust); err != nil || !bytes.Equal(r.Event, e.Raw) || s.Origin != w.pub.Origin(log.Shard(g.ID)) {
					t.Fatalf("receipt of event %d: %v", e.N, err)
				}
			}
		}
		if _, err := w.pub.Latest(3); !errors.Is(err, checkpoints.ErrNothing) {
			t.Errorf("of a shard that is not there: %v", err)
		}
	})
}

// TestReceiptWaits: whoever asks at once gets the receipt as soon as it can be made.
func TestReceiptWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, err := begin(t, memlog.New(1), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		asked := time.Now()
		r, err := w.pub.Receipt(t.Context(), w.add(logtest.NewGame(t)))
		if err != nil || time.Since(asked) > time.Second {
			t.Fatalf("after %s: %v", time.Since(asked), err)
		}
		if _, err := r.Check(merkle.Trust{w.pub.Key()}); err != nil {
			t.Error(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := w.pub.Receipt(ctx, w.add(logtest.NewGame(t))); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	})
}

// TestRestart: a log that is what was signed goes on; nothing is signed twice.
func TestRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, folder := memlog.New(1), t.TempDir()
		g := logtest.NewGame(t)
		for round := range 3 {
			w, err := begin(t, log, folder)
			if err != nil {
				t.Fatal(err)
			}
			if c, err := w.pub.Latest(0); err != nil || c.Size != int64(300*round) {
				t.Fatalf("round %d: %+v, %v", round, c, err)
			}
			if _, s := w.archived(0); s.Count != 1+round {
				t.Errorf("round %d: %d records", round, s.Count)
			}
			for range 300 {
				w.add(g)
			}
			synctest.Wait()
			if err := w.pub.Publish(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.stop()
		}
	})
}

// TestAnotherLog: what was signed is missing, or is something else.
func TestAnotherLog(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, log *memlog.Log) *memlog.Log{
		"one byte": func(_ *testing.T, log *memlog.Log) *memlog.Log {
			log.Corrupt(0, 20, func(raw []byte) []byte {
				return bytes.Replace(raw, []byte(`"by":"p_ann"`), []byte(`"by":"p_amn"`), 1)
			})
			return log
		},
		"cut off": func(t *testing.T, log *memlog.Log) *memlog.Log {
			shorter := memlog.New(1)
			var last uint64
			for e, err := range log.Scan(t.Context(), 0, 0) {
				if err != nil {
					t.Fatal(err)
				}
				if e.N == 40 {
					break
				}
				if last, err = shorter.Append(t.Context(), last, e); err != nil {
					t.Fatal(err)
				}
			}
			return shorter
		},
		"unreadable": func(_ *testing.T, log *memlog.Log) *memlog.Log {
			log.Corrupt(0, 7, func([]byte) []byte { return []byte("garbage") })
			return log
		},
		"a new one": func(*testing.T, *memlog.Log) *memlog.Log { return memlog.New(1) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log, folder := memlog.New(1), t.TempDir()
				w, err := begin(t, log, folder)
				if err != nil {
					t.Fatal(err)
				}
				g := logtest.NewGame(t)
				for range 40 {
					w.add(g)
				}
				<-time.After(time.Second)
				w.stop()
				before, err := os.ReadFile(filepath.Join(folder, merkle.ArchiveFile))
				if err != nil {
					t.Fatal(err)
				}
				_, err = begin(t, spoil(t, log), folder)
				if !errors.Is(err, events.ErrDamaged) {
					t.Errorf("served: %v", err)
				}
				if after, err := os.ReadFile(filepath.Join(folder, merkle.ArchiveFile)); err != nil || !bytes.Equal(before, after) {
					t.Errorf("the archive was touched: %v", err)
				}
			})
		})
	}
}

// TestUnreadableLater: a shard whose log breaks under the server is signed no more;
// the others are.
func TestUnreadableLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := memlog.New(2)
		w, err := begin(t, log, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		games := make([]*logtest.Game, 2) // one of each shard
		for games[0] == nil || games[1] == nil {
			g := logtest.NewGame(t)
			games[log.Shard(g.ID)] = g
		}
		w.add(games[0])
		w.add(games[1])
		<-time.After(time.Second)
		w.pub.Unreadable(0, &events.DamagedEvent{Game: games[0].ID, Seq: 2, Err: errors.New("gone")})
		w.pub.Unreadable(0, &events.DamagedEvent{Game: games[0].ID, Seq: 3, Err: errors.New("gone as well")})
		late := w.add(games[0])
		w.add(games[1])
		<-time.After(time.Second)
		synctest.Wait()
		for i, want := range []int64{1, 2} {
			if c, err := w.pub.Latest(i); err != nil || c.Size != want {
				t.Errorf("shard %d: %+v, %v", i, c, err)
			}
		}
		if _, err := w.pub.Receipt(t.Context(), late); !errors.Is(err, checkpoints.ErrStopped) {
			t.Errorf("a receipt of what is not signed: %v", err)
		}
		if len(w.failed) != 1 || w.failed[0] != checkpoints.ReasonUnreadable {
			t.Errorf("told %q", w.failed)
		}
	})
}

// TestArchiveFails: what is not on disk is not shown.
func TestArchiveFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		f, err := merkle.OpenFolder(folder)
		if err != nil {
			t.Fatal(err)
		}
		log := memlog.New(1)
		pub := checkpoints.New(checkpoints.Config{Log: log, Folder: f, Logger: slog.New(slog.DiscardHandler)})
		if err := errors.Join(pub.Start(t.Context()), f.Archive.Close()); err != nil {
			t.Fatal(err)
		}
		pub.Take(0, store(t, log, logtest.NewGame(t)))
		if err := pub.Publish(t.Context()); err == nil {
			t.Error("published without a file")
		}
		if c, err := pub.Latest(0); err != nil || c.Size != 0 {
			t.Errorf("shown: %+v, %v", c, err)
		}
		<-time.After(3 * time.Second)
		if age := pub.Age(); age != 3*time.Second {
			t.Errorf("age %s", age)
		}
	})
}

// Checkpoints that are lost are missed where they should be: in a store that has events. A
// new store has neither, and a node of several finds its checkpoints with the others.
func TestCheckpointsLost(t *testing.T) {
	const lost = "nothing was ever signed"
	log, folder := memlog.New(1), t.TempDir()
	said := func() string {
		var text bytes.Buffer
		w, err := beginWith(t, log, folder, func(c *checkpoints.Config) { c.Logger = slog.New(slog.NewTextHandler(&text, nil)) })
		if err != nil {
			t.Fatal(err)
		}
		w.stop()
		return text.String()
	}
	if got := said(); strings.Contains(got, lost) {
		t.Errorf("of a new store: %s", got)
	}
	store(t, log, logtest.NewGame(t))
	if err := os.WriteFile(filepath.Join(folder, merkle.ArchiveFile), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := said(); !strings.Contains(got, lost) {
		t.Errorf("of one without its checkpoints: %q", got)
	}
	if got := said(); strings.Contains(got, lost) {
		t.Errorf("of one that was signed meanwhile: %s", got)
	}
}
