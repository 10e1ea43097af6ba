package archive_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/events"
	"plylog/events/archive"
	"plylog/events/logtest"
	"plylog/events/memlog"
	"plylog/events/merkle"
)

// shelf is a log in memory whose beginning is written to an archive.
type shelf struct {
	t    testing.TB
	dir  string
	key  *merkle.Key
	full *memlog.Log // all that there is
	most int         // events of a segment
}

func newShelf(t testing.TB, shards int) *shelf {
	t.Helper()
	key, err := merkle.NewKey("plylog-test", strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	return &shelf{t: t, dir: filepath.Join(t.TempDir(), "archive"), key: key, full: memlog.New(shards), most: 7}
}

// play appends to some games by turns.
func (s *shelf) play(games, events int) []*logtest.Game {
	list := make([]*logtest.Game, games)
	for i := range list {
		list[i] = logtest.NewGame(s.t)
	}
	for i := range events {
		list[i%games].Append(context.Background(), s.t, s.full)
	}
	return list
}

// upTo yields the events of a shard up to a position.
func (s *shelf) upTo(shard int, after, to uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		for e, err := range s.full.Scan(context.Background(), shard, after) {
			if err == nil && e.Seq > to || !yield(e, err) {
				return
			}
		}
	}
}

// note signs the first events of a shard.
func (s *shelf) note(shard int, size uint64) []byte {
	s.t.Helper()
	var tree merkle.Tree
	for e, err := range s.upTo(shard, 0, size) {
		if err != nil {
			s.t.Fatal(err)
		}
		tree.Add(e.Raw)
	}
	note, err := s.key.Sign(merkle.Checkpoint{Origin: merkle.Origin("plylog-test", shard), Size: tree.Size(), Root: tree.Root()})
	if err != nil {
		s.t.Fatal(err)
	}
	return note
}

// put archives a shard, in runs that end at positions.
func (s *shelf) put(shard int, ends ...uint64) {
	s.t.Helper()
	at := uint64(0)
	for _, end := range ends {
		if _, err := archive.WriteMost(context.Background(), s.dir, shard, s.full.Shards(), at, s.note(shard, end), s.upTo(shard, at, end), s.most); err != nil {
			s.t.Fatal(err)
		}
		at = end
	}
}

func (s *shelf) open() *archive.Archive {
	s.t.Helper()
	a, err := archive.Open(context.Background(), s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	return a
}

// over lays the archive under a log in memory that has the rest.
func (s *shelf) over(a *archive.Archive) events.Log {
	s.t.Helper()
	at := make([]uint64, s.full.Shards())
	for i := range at {
		at[i] = a.End(i)
	}
	log := archive.Over(a, memlog.New(len(at), memlog.Behind(at...)))
	heads := make(map[events.GameID]uint64)
	for i := range at {
		for e, err := range s.full.Scan(context.Background(), i, 0) {
			if err != nil {
				s.t.Fatal(err)
			}
			if e.Seq > at[i] {
				if seq, err := log.Append(context.Background(), heads[e.Game], e); err != nil || seq != e.Seq {
					s.t.Fatalf("the event at %d is appended at %d: %v", e.Seq, seq, err)
				}
			}
			heads[e.Game] = e.Seq
		}
	}
	return log
}

// TestContract: over an archive of some thousand events a log is what it was.
func TestContract(t *testing.T) {
	t.Parallel()
	s := newShelf(t, 2)
	s.play(40, 400)
	for shard := range 2 {
		end, _ := s.full.Last(t.Context(), shard)
		s.put(shard, end/2, end-3)
	}
	a := s.open()
	logtest.Run(t, func(t *testing.T) events.Log { return s.over(a) })
}

// TestNothingArchived: a folder that is not there, and one that is empty, are archives of
// nothing, and a log over them is the log itself.
func TestNothingArchived(t *testing.T) {
	s := newShelf(t, 1)
	for range 2 {
		a := s.open()
		if got := archive.Over(a, s.full); got != events.Log(s.full) || a.End(0) != 0 || a.Note(0) != nil || a.Extent() != (archive.Extent{}) {
			t.Errorf("%+v", a.Extent())
		}
		if head, err := a.Head(logtest.NewGame(t).ID); head.Seq != 0 || err != nil {
			t.Errorf("a game ends at %+v, %v", head, err)
		}
		if err := os.MkdirAll(s.dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var none *archive.Archive
	if none.Shards() != 0 || none.End(3) != 0 || none.Tree(0).Size() != 0 {
		t.Error("no archive has something in it")
	}
}

// TestExtent says what an archive holds: the tree of the shard, and the note as it was.
func TestExtent(t *testing.T) {
	s := newShelf(t, 1)
	s.play(5, 50)
	s.put(0, 20, 33)
	a := s.open()
	x := a.Extent()
	if x.Events != 33 || x.Segments != 5 || a.End(0) != 33 || !bytes.Equal(a.Note(0), s.note(0, 33)) || x.Games != 5*4+5 {
		t.Errorf("%+v, up to %d, under %s", x, a.End(0), a.Note(0))
	}
	signed, err := merkle.Trust{s.key.Public()}.Open(a.Note(0))
	if err != nil || a.Tree(0).Root() != signed.Root || signed.Size != 33 {
		t.Errorf("%+v: %v", signed, err)
	}
}

// TestWriteOutOfOrder refuses what does not come next, and what is not all that was signed.
func TestWriteOutOfOrder(t *testing.T) {
	s := newShelf(t, 1)
	s.play(2, 20)
	for name, c := range map[string]struct {
		after, from, to uint64
	}{
		"from the middle": {0, 3, 10},
		"too few":         {0, 0, 9},
		"too many":        {0, 0, 11},
		"none":            {0, 10, 10},
		"repeated":        {5, 0, 10},
	} {
		if _, err := archive.Write(t.Context(), s.dir, 0, 1, c.after, s.note(0, 10), s.upTo(0, c.from, c.to)); !errors.Is(err, archive.ErrOrder) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := archive.Write(t.Context(), s.dir, 0, 1, 0, []byte("no note"), s.upTo(0, 0, 10)); err == nil {
		t.Error("no note was taken for one")
	}
}

// TestCarry has the same archive in two folders.
func TestCarry(t *testing.T) {
	s := newShelf(t, 1)
	s.play(3, 30)
	if n, err := archive.Write(t.Context(), s.dir, 0, 1, 0, s.note(0, 30), s.upTo(0, 0, 30)); n != 1 || err != nil {
		t.Fatalf("%d segments: %v", n, err)
	}
	to := filepath.Join(t.TempDir(), "b")
	if err := archive.Carry(to, s.dir); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	s.dir = to
	if a := s.open(); a.End(0) != 30 {
		t.Errorf("%+v", a.Extent())
	}
}

// segments reads the files of an archive.
func (s *shelf) segments() map[string][]byte {
	s.t.Helper()
	all := make(map[string][]byte)
	list, err := os.ReadDir(s.dir)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, e := range list {
		if all[e.Name()], err = os.ReadFile(filepath.Join(s.dir, e.Name())); err != nil {
			s.t.Fatal(err)
		}
	}
	return all
}

// seal puts the checksum at the end of a segment right.
func seal(b []byte) []byte {
	sum := sha256.Sum256(b[:len(b)-sha256.Size])
	copy(b[len(b)-sha256.Size:], sum[:])
	return b
}
