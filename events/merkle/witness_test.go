package merkle

import (
	"context"
	"crypto/rand"
	"errors"
	"path/filepath"
	"testing"
	"time"
)

// watched is a log and its witness.
type watched struct {
	t       *testing.T
	key     *Key
	witness *Key
	path    string
	w       *Witness
	archive *Archive
}

func newWatched(t *testing.T) *watched {
	t.Helper()
	w := &watched{t: t, key: newTestKey(t), path: filepath.Join(t.TempDir(), "seen")}
	var err error
	if w.witness, err = NewWitnessKey("witness.example", rand.Reader); err != nil {
		t.Fatal(err)
	}
	w.open()
	return w
}

// open begins again with what is on disk.
func (w *watched) open() {
	w.t.Helper()
	if w.archive != nil {
		_ = w.archive.Close()
	}
	a, seen, err := OpenArchive(w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	w.archive = a
	w.t.Cleanup(func() { _ = a.Close() })
	if w.w, err = NewWitness(w.witness, Trust{w.key.Public()}, a, seen, func() time.Time { return time.Unix(1_790_000_000, 0) }); err != nil {
		w.t.Fatal(err)
	}
}

// show shows the witness the tree over leaves.
func (w *watched) show(leaves []Hash) ([]byte, error) {
	w.t.Helper()
	tree := new(Tree)
	for _, h := range leaves {
		tree.AddLeaf(h)
	}
	v := tree.View(kept(leaves))
	return w.w.Observe(w.t.Context(), sign(w.t, w.key, Checkpoint{Origin(store, 0), tree.Size(), tree.Root()}),
		func(ctx context.Context, t Tile) ([]byte, error) { return v.Tile(ctx, t) })
}

func TestWitness(t *testing.T) {
	w := newWatched(t)
	_, leaves := grow(900)
	both := Trust{w.key.Public(), w.witness.Public()}
	for _, n := range []int{0, 1, 1, 255, 256, 300, 900, 900} {
		note, err := w.show(leaves[:n])
		if err != nil {
			t.Fatalf("%d events: %v", n, err)
		}
		if note == nil {
			continue
		}
		if s, err := both.Open(note); err != nil || s.Size != int64(n) || len(s.Witnesses) != 1 {
			t.Errorf("%d events: %+v, %v", n, s, err)
		}
		w.open() // it forgets nothing
	}
	if s, err := ReadArchiveFile(w.path); err != nil || s.Count != 6 {
		t.Errorf("%+v, %v", s, err)
	}
	// Another history, whatever its length.
	fork := append([]Hash(nil), leaves...)
	fork[17] = Leaf([]byte("another"))
	_, more := grow(1000)
	longer := append(append([]Hash(nil), fork...), more[900:]...)
	for name, f := range map[string][]Hash{"same length": fork, "longer": longer, "shorter": leaves[:899], "none": nil} {
		if _, err := w.show(f); !errors.Is(err, ErrFork) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// It goes on with the first.
	if note, err := w.show(more); err != nil || note == nil {
		t.Errorf("the log itself: %v", err)
	}
}

// TestWitnessKnowsNothing: what cannot be checked is neither cosigned nor a fork.
func TestWitnessKnowsNothing(t *testing.T) {
	w := newWatched(t)
	_, leaves := grow(700)
	if _, err := w.show(leaves[:300]); err != nil {
		t.Fatal(err)
	}
	tree := new(Tree)
	for _, h := range leaves {
		tree.AddLeaf(h)
	}
	msg := sign(t, w.key, Checkpoint{Origin(store, 0), 700, tree.Root()})
	away := errors.New("away")
	for name, read := range map[string]Tiles{
		"no answer":    func(context.Context, Tile) ([]byte, error) { return nil, away },
		"forged tiles": func(_ context.Context, t Tile) ([]byte, error) { return make([]byte, 32*t.Width), nil },
	} {
		if note, err := w.w.Observe(t.Context(), msg, read); err == nil || errors.Is(err, ErrFork) || note != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := w.w.Observe(t.Context(), sign(t, newTestKey(t), at(5)), nil); !errors.Is(err, ErrUnsigned) {
		t.Errorf("a stranger's checkpoint: %v", err)
	}
	if s, err := ReadArchiveFile(w.path); err != nil || s.Count != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := NewWitness(w.key, nil, w.archive, &Summary{}, time.Now); !errors.Is(err, ErrMalformed) {
		t.Errorf("a witness with the key of a log: %v", err)
	}
}

func TestWitnessFollowsRotation(t *testing.T) {
	w := newWatched(t)
	_, leaves := grow(20)
	if _, err := w.show(leaves[:10]); err != nil {
		t.Fatal(err)
	}
	next, stranger := newTestKey(t), newTestKey(t)
	msg, err := w.key.Rotate(next)
	if err != nil {
		t.Fatal(err)
	}
	strange, err := stranger.Rotate(newTestKey(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.w.Rotation(strange); !errors.Is(err, ErrRotation) {
		t.Errorf("a stranger's rotation: %v", err)
	}
	old := w.key
	w.key = next
	if _, err := w.show(leaves); !errors.Is(err, ErrUnsigned) {
		t.Errorf("before it was told: %v", err)
	}
	for range 2 {
		if err := w.w.Rotation(msg); err != nil {
			t.Fatal(err)
		}
	}
	if note, err := w.show(leaves); err != nil || note == nil {
		t.Errorf("with the new key: %v", err)
	}
	// Started again with the key that it was told at first.
	w.key = old
	w.open()
	w.key = next
	_, more := grow(30)
	if note, err := w.show(more); err != nil || note == nil {
		t.Errorf("after a restart: %v", err)
	}
}
