package checkpoints_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plylog/events"
	"plylog/events/logtest"
	"plylog/events/memlog"
	"plylog/events/merkle"
	"plylog/projections/checkpoints"
)

// board is what nodes share, with faults: it is away, old, or answers what it does not
// keep, and who leads is said by the test.
type board struct {
	mu      sync.Mutex
	notes   map[int][][]byte // of each shard, one revision after the other
	away    bool
	silent  bool // what is added is kept, and nobody is told
	old     bool // what is read is the one before
	leader  int
	changed chan struct{}
}

func newBoard() *board {
	return &board{notes: make(map[int][][]byte), changed: make(chan struct{})}
}

var errAway = errors.New("away")

// set changes how the board behaves.
func (b *board) set(change func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change()
	close(b.changed)
	b.changed = make(chan struct{})
}

// seat is the board as one node has it.
type seat struct {
	*board
	node int
}

func (s seat) Newest(_ context.Context, shard int) ([]byte, uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := len(s.notes[shard])
	if s.old && n > 1 {
		n--
	}
	switch {
	case s.away:
		return nil, 0, errAway
	case n == 0:
		return nil, 0, nil
	}
	return s.notes[shard][n-1], uint64(n), nil
}

func (s seat) Add(_ context.Context, shard int, note []byte, rev uint64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.away:
		return errAway
	case uint64(len(s.notes[shard])) != rev:
		return fmt.Errorf("%w: %d", checkpoints.ErrTaken, rev)
	}
	s.notes[shard] = append(s.notes[shard], note)
	if s.silent {
		return errAway
	}
	return nil
}

func (s seat) Lead(ctx context.Context, while func(context.Context) error) error {
	for ctx.Err() == nil {
		s.mu.Lock()
		mine, changed := s.leader == s.node, s.changed
		s.mu.Unlock()
		if !mine {
			select {
			case <-changed:
			case <-ctx.Done():
			}
			continue
		}
		within, cancel := context.WithCancel(ctx)
		go func() {
			for {
				select {
				case <-changed:
				case <-within.Done():
					return
				}
				s.mu.Lock()
				mine, changed = s.leader == s.node, s.changed
				s.mu.Unlock()
				if !mine {
					cancel()
					return
				}
			}
		}()
		_ = while(within) // it ends with its context
		cancel()
	}
	return ctx.Err()
}

// node opens a folder of a node with the key that all have.
func node(t testing.TB, log *memlog.Log, k *merkle.Key, folder string, b *board, n int) (*world, error) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(folder, merkle.KeyFile)); errors.Is(err, os.ErrNotExist) {
		if err := merkle.Adopt(folder, k); err != nil {
			t.Fatal(err)
		}
	}
	return beginWith(t, log, folder, func(c *checkpoints.Config) { c.Shared = seat{b, n} })
}

func storeKey(t testing.TB) *merkle.Key {
	t.Helper()
	k, err := merkle.NewKey(merkle.NewStoreName(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// history reads every checkpoint of some archives: two over one size have one root, and
// each root is that of the log.
func history(t testing.TB, log events.Log, folders ...string) (n int) {
	t.Helper()
	roots, grown := make(map[string]merkle.Hash), make(map[string]merkle.Hash)
	for shard := range log.Shards() {
		tree := new(merkle.Tree)
		grown[fmt.Sprint(shard, " ", 0)] = tree.Root()
		for e, err := range log.Scan(t.Context(), shard, 0) {
			if err != nil {
				t.Fatal(err)
			}
			tree.Add(e.Raw)
			grown[fmt.Sprint(shard, " ", tree.Size())] = tree.Root()
		}
	}
	for _, folder := range folders {
		all, err := merkle.ReadCheckpoints(folder)
		if err != nil {
			t.Fatal(err)
		}
		for shard, list := range all {
			for _, c := range list {
				at := fmt.Sprint(shard, " ", c.Size)
				if old, ok := roots[at]; ok && old != c.Root || grown[at] != c.Root {
					t.Errorf("%s: shard %d has root %s over %d events, and another", folder, shard, c.Root, c.Size)
				}
				roots[at] = c.Root
			}
		}
	}
	return len(roots)
}

// TestNodesHaveOneHistory: whoever leads, dies, is silent or away, what the nodes of a
// store publish is one history of checkpoints under one key, each a second after its
// events at most while somebody leads, and a little later while nobody does.
func TestNodesHaveOneHistory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, b, k := memlog.New(2), newBoard(), storeKey(t)
		folders := []string{t.TempDir(), t.TempDir()}
		nodes := make([]*world, 2)
		open := func(i int) {
			w, err := node(t, log, k, folders[i], b, i)
			if err != nil {
				t.Fatal(err)
			}
			nodes[i] = w
		}
		open(0)
		open(1)
		games := []*logtest.Game{logtest.NewGame(t), logtest.NewGame(t), logtest.NewGame(t)}
		play := func(what string, within time.Duration) {
			t.Helper()
			var last *events.Event
			for i := range 80 {
				last = nodes[0].add(games[i%len(games)])
			}
			<-time.After(within)
			synctest.Wait()
			for shard := range 2 {
				end, _ := log.Last(t.Context(), shard)
				for i, w := range nodes {
					if c, err := w.pub.Latest(shard); err != nil || c.Size != int64(end) || c.Root != root(t, log, shard, c.Size) {
						t.Fatalf("%s: node %d shows %d events of shard %d, of %d; %v", what, i, c.Size, shard, end, err)
					}
				}
			}
			for i, w := range nodes {
				if _, _, err := w.pub.Cover(t.Context(), last); err != nil {
					t.Errorf("%s: node %d proves no event: %v", what, i, err)
				}
			}
		}
		play("the first leads", time.Second)
		b.set(func() { b.leader = 1 })
		play("the second leads", time.Second)
		b.set(func() { b.leader = -1 })
		play("nobody leads", 4*time.Second)
		b.set(func() { b.leader, b.silent = 0, true })
		play("what is added is not answered", 2*time.Second)
		b.set(func() { b.silent, b.old = false, true })
		nodes[0].add(games[0])
		<-time.After(time.Second)
		b.set(func() { b.old = false })
		play("what was read was old", 2*time.Second)
		b.set(func() { b.away = true })
		nodes[0].add(games[0])
		<-time.After(5 * time.Second)
		b.set(func() { b.away = false })
		play("it was away", 2*time.Second)
		nodes[0].stop()
		b.set(func() { b.leader = 1 })
		nodes[1].add(games[1])
		<-time.After(2 * time.Second)
		open(0)
		play("the first was away", time.Second)
		for _, w := range nodes {
			w.stop()
			if len(w.failed) > 0 {
				t.Errorf("told %q", w.failed)
			}
		}
		if n := history(t, log, folders...); n < 10 {
			t.Errorf("%d checkpoints", n)
		}
	})
}

// TestForkIsRefused: a node whose log is not the one that was signed does not start, and
// one whose log becomes another signs no more and takes nothing back.
func TestForkIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, k := newBoard(), storeKey(t)
		one, other := memlog.New(1), memlog.New(1)
		g := logtest.NewGame(t)
		for range 5 {
			e := g.Next(t)
			seq, err := one.Append(t.Context(), g.Seq, e)
			if err == nil {
				_, err = other.Append(t.Context(), g.Seq, e)
			}
			if err != nil {
				t.Fatal(err)
			}
			g.Stored(e, seq)
		}
		twin := *g
		a, err := node(t, one, k, t.TempDir(), b, 0)
		if err != nil {
			t.Fatal(err)
		}
		c, err := node(t, other, k, t.TempDir(), b, 1)
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Second)
		a.add(g)
		store(t, other, logtest.NewGame(t)) // the same length, and another event
		<-time.After(4 * time.Second)
		synctest.Wait()
		if len(a.failed) != 0 || len(c.failed) != 1 || c.failed[0] != checkpoints.ReasonRoot {
			t.Errorf("the first node was told %q, the second, with the other log, %q", a.failed, c.failed)
		}
		newest, _, _ := seat{b, 0}.Newest(t.Context(), 0)
		if s, err := (merkle.Trust{k.Public()}).Open(newest); err != nil || s.Size != 6 || s.Root != root(t, one, 0, 6) {
			t.Errorf("agreed on %+v, %v", s, err)
		}
		if p, err := c.pub.Latest(0); err != nil || p.Size != 5 {
			t.Errorf("the second shows %+v, %v; both had 5 events", p.Checkpoint, err)
		}
		store(t, other, &twin)
		folder := t.TempDir()
		if _, err := node(t, other, k, folder, b, 2); !errors.Is(err, events.ErrDamaged) {
			t.Errorf("a third node starts on the other log: %v", err)
		}
	})
}

// TestShortLog: a log that ends before what the nodes agreed on is waited for, and then
// not served.
func TestShortLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, k := newBoard(), storeKey(t)
		log, shorter := memlog.New(1), memlog.New(1)
		g := logtest.NewGame(t)
		store(t, log, g)
		first, err := node(t, log, k, t.TempDir(), b, 0)
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(time.Second)
		first.stop()
		if _, err := node(t, shorter, k, t.TempDir(), b, 1); !errors.Is(err, events.ErrDamaged) {
			t.Errorf("served: %v", err)
		}
	})
}

// TestAdoptAndFollow: a folder takes a key that it has not signed without, and the one
// by which its own was replaced elsewhere; no other.
func TestAdoptAndFollow(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	k := storeKey(t)
	for _, folder := range []string{one, two} {
		if err := merkle.Adopt(folder, k); err != nil {
			t.Fatal(err)
		}
	}
	open := func(folder string) *merkle.Folder {
		t.Helper()
		f, err := merkle.OpenFolder(folder)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f, behind := open(one), open(two)
	note, err := k.Sign(merkle.Checkpoint{Origin: merkle.Origin(k.Public().Name(), 0)})
	if err == nil {
		err = errors.Join(f.Archive.Append(note), behind.Archive.Append(note))
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := f.Rotate(one); err != nil {
			t.Fatal(err)
		}
	}
	_ = f.Archive.Close()
	f = open(one)
	if err := behind.Follow(two, storeKey(t), f.Summary.Rotations); !errors.Is(err, merkle.ErrRotation) {
		t.Errorf("a key from nowhere: %v", err)
	}
	if err := behind.Follow(two, f.Key, f.Summary.Rotations[1:]); !errors.Is(err, merkle.ErrRotation) {
		t.Errorf("a rotation is missing: %v", err)
	}
	if err := behind.Follow(two, f.Key, f.Summary.Rotations); err != nil {
		t.Errorf("its own successor: %v", err)
	}
	_ = behind.Archive.Close()
	if behind = open(two); behind.Key.Public() != f.Key.Public() || len(behind.Summary.Keys) != 3 {
		t.Errorf("the folder has %s, by %d keys", behind.Key.Public(), len(behind.Summary.Keys))
	}
	_, _ = f.Archive.Close(), behind.Archive.Close()
	before, _ := os.ReadFile(filepath.Join(two, merkle.KeyFile))
	if err := merkle.Adopt(two, storeKey(t)); !errors.Is(err, merkle.ErrArchive) {
		t.Errorf("a key over checkpoints: %v", err)
	}
	if after, _ := os.ReadFile(filepath.Join(two, merkle.KeyFile)); !bytes.Equal(before, after) {
		t.Error("the key was replaced")
	}
}
