package archive_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plylog/events"
	"plylog/events/archive"
	"plylog/events/memlog"
)

// damaged makes an archive of 24 events of one shard in four segments, and lets a
// test spoil it.
func damaged(t *testing.T) (s *shelf, names []string) {
	s = newShelf(t, 1)
	s.play(4, 30)
	s.put(0, 10, 24)
	return s, slices.Sorted(maps.Keys(s.segments()))
}

func (s *shelf) write(name string, b []byte) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), b, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// wantDamage opens the archive, which must be refused with the name of a file.
func (s *shelf) wantDamage(what, name string) {
	s.t.Helper()
	_, err := archive.Open(s.t.Context(), s.dir)
	var d *archive.Damage
	if !errors.As(err, &d) || !errors.Is(err, events.ErrDamaged) || name != "" && filepath.Base(d.File) != name {
		s.t.Errorf("%s: %v", what, err)
	}
}

// TestEveryBit turns one bit in every byte of a segment: all of them are noticed.
func TestEveryBit(t *testing.T) {
	t.Parallel()
	s, names := damaged(t)
	b := s.segments()[names[1]]
	for i := range b {
		b[i] ^= 1 << (i % 8)
		if _, _, err := archive.Parse(b); err == nil {
			t.Errorf("a bit of byte %d of %d was turned, and nothing was noticed", i, len(b))
		}
		if i%97 == 0 {
			s.write(names[1], b)
			s.wantDamage("a turned bit", names[1])
		}
		b[i] ^= 1 << (i % 8)
	}
}

// TestEveryLength cuts a segment off everywhere.
func TestEveryLength(t *testing.T) {
	t.Parallel()
	s, names := damaged(t)
	b := s.segments()[names[0]]
	for n := range b {
		if _, _, err := archive.Parse(b[:n]); err == nil {
			t.Errorf("cut off at byte %d of %d, and nothing was noticed", n, len(b))
		}
	}
	if _, _, err := archive.Parse(append(bytes.Clone(b), 0)); err == nil {
		t.Error("a byte behind the end was not noticed")
	}
}

// TestSealedChanges changes parts of a segment and puts its checksum right: what the
// numbers and the index say is held against the events all the same.
func TestSealedChanges(t *testing.T) {
	s, names := damaged(t)
	whole := s.segments()[names[0]]
	events := 7
	for i := range whole[:36] { // the head
		b := bytes.Clone(whole)
		b[i]++
		if _, _, err := archive.Parse(seal(b)); err == nil && i != 10 { // 10: the number of shards, which other segments must agree on
			t.Errorf("byte %d of the head was changed, and nothing was noticed", i)
		}
	}
	index := len(whole) - 32 - 4*40
	if at := int(binary.LittleEndian.Uint32(whole[12:])); at != events {
		t.Fatalf("%d events", at)
	}
	for i := index - 12; i < len(whole)-32; i++ { // the table and the index
		b := bytes.Clone(whole)
		b[i]++
		if _, _, err := archive.Parse(seal(b)); err == nil {
			t.Errorf("byte %d behind the chunks was changed, and nothing was noticed", i-index)
		}
	}
	swapped := bytes.Clone(whole)
	copy(swapped[index:], whole[index+40:index+80])
	copy(swapped[index+40:], whole[index:index+40])
	if _, _, err := archive.Parse(seal(swapped)); err == nil {
		t.Error("two entries changed places, and nothing was noticed")
	}
}

// TestFiles removes, renames and exchanges files.
func TestFiles(t *testing.T) {
	for what, c := range map[string]struct {
		spoil func(s *shelf, names []string)
		file  string // that is named; by its number, or as it is
	}{
		"the first is missing": {func(s *shelf, n []string) { _ = os.Remove(filepath.Join(s.dir, n[0])) }, "1"},
		"one is missing":       {func(s *shelf, n []string) { _ = os.Remove(filepath.Join(s.dir, n[2])) }, "3"},
		"the last is missing":  {func(s *shelf, n []string) { _ = os.Remove(filepath.Join(s.dir, n[3])) }, "00-000000000018-…"},
		"empty":                {func(s *shelf, n []string) { s.write(n[1], nil) }, "1"},
		"another's name":       {func(s *shelf, n []string) { s.write(n[1], s.segments()[n[0]]) }, "1"},
		"a stranger":           {func(s *shelf, n []string) { s.write("notes.txt", nil) }, "notes.txt"},
		"a half":               {func(s *shelf, n []string) { s.write(n[3]+".half", nil) }, "3.half"},
		"a folder": {func(s *shelf, n []string) {
			_ = os.Mkdir(filepath.Join(s.dir, "00-000000000025-000000000026.segment"), 0o700)
		}, "00-000000000025-000000000026.segment"},
		"positions that cannot": {func(s *shelf, n []string) { s.write("00-000000000026-000000000025.segment", nil) }, "00-000000000026-000000000025.segment"},
		"another store's": {func(s *shelf, n []string) {
			other := newShelf(s.t, 1)
			other.play(4, 30)
			other.put(0, 10, 24)
			for _, name := range n[2:] {
				s.write(name, other.segments()[name])
			}
		}, "3"},
		"another store's, under the same checkpoint's size": {func(s *shelf, n []string) {
			other := newShelf(s.t, 1)
			other.play(4, 30)
			other.put(0, 10, 24)
			s.write(n[2], other.segments()[n[2]])
		}, "3"},
		"of two shards": {func(s *shelf, n []string) {
			other := newShelf(s.t, 2)
			other.play(8, 60)
			other.put(0, 3)
			for name, b := range other.segments() {
				s.write(name, b)
			}
		}, ""},
	} {
		t.Run(what, func(t *testing.T) {
			s, names := damaged(t)
			c.spoil(s, names)
			file := c.file
			if number, rest, ok := strings.Cut(file+".", "."); ok && len(number) == 1 {
				file = strings.TrimSuffix(names[number[0]-'0']+"."+rest, ".")
			}
			s.wantDamage(what, file)
		})
	}
}

// TestLaterDamage spoils an archive that is open: what is read of it is right or an error.
func TestLaterDamage(t *testing.T) {
	t.Parallel()
	s, names := damaged(t)
	games := make(map[events.GameID][]*events.Event)
	for e := range s.full.Scan(t.Context(), 0, 0) {
		games[e.Game] = append(games[e.Game], e)
	}
	a := s.open()
	b := s.segments()[names[1]]
	errs := 0
	for i := 0; i < len(b); i += 5 {
		b[i] ^= 0x10
		s.write(names[1], b)
		for game, want := range games {
			n := 0
			for e, err := range a.Read(t.Context(), game, 0) {
				var d *events.DamagedEvent
				if err != nil {
					if errs++; !errors.As(err, &d) || d.Game != game {
						t.Fatalf("byte %d: %v", i, err)
					}
					break
				}
				if !bytes.Equal(e.Raw, want[n].Raw) || e.Seq != want[n].Seq {
					t.Fatalf("byte %d: event %d of game %s is another", i, n+1, game)
				}
				n++
			}
		}
		n := 0
		for e, err := range a.Scan(t.Context(), 0, 0) {
			if err != nil {
				if !errors.Is(err, events.ErrDamaged) || n != 7 {
					t.Fatalf("byte %d: at %d: %v", i, n, err)
				}
				break
			}
			if n++; n > 7 || e.Seq != uint64(n) {
				t.Fatalf("byte %d: the event at %d was given out", i, e.Seq)
			}
		}
		b[i] ^= 0x10
	}
	if errs == 0 {
		t.Error("no reading of a game met the damage")
	}
	if err := os.Remove(filepath.Join(s.dir, names[1])); err != nil {
		t.Fatal(err)
	}
	for game := range games {
		if _, err := a.Head(game); err != nil && !errors.Is(err, events.ErrDamaged) {
			t.Error(err)
		}
		for _, err := range a.Read(t.Context(), game, 0) {
			if err != nil && !errors.Is(err, events.ErrDamaged) {
				t.Error(err)
			}
		}
	}
}

// TestAll reads around damage.
func TestAll(t *testing.T) {
	s, names := damaged(t)
	b := s.segments()[names[1]]
	b[100] ^= 1
	s.write(names[1], b)
	if err := os.Remove(filepath.Join(s.dir, names[2])); err != nil {
		t.Fatal(err)
	}
	var seqs []uint64
	var bad []error
	for e, err := range archive.All(t.Context(), s.dir, 0) {
		if err != nil {
			bad = append(bad, err)
			continue
		}
		seqs = append(seqs, e.Seq)
	}
	if want := []uint64{1, 2, 3, 4, 5, 6, 7, 18, 19, 20, 21, 22, 23, 24}; !slices.Equal(seqs, want) || len(bad) != 2 {
		t.Errorf("%d, %v", seqs, bad)
	}
	for _, err := range bad {
		var d *archive.Damage
		if !errors.As(err, &d) {
			t.Error(err)
		}
	}
}

// TestBadJoin refuses a hot log that does not go on where the archive ends.
func TestBadJoin(t *testing.T) {
	s := newShelf(t, 1)
	g := s.play(1, 10)[0]
	s.put(0, 6)
	hot := memlog.New(1, memlog.Behind(6))
	g.N += 3 // events that nobody has
	if _, err := hot.Append(t.Context(), 0, g.Next(t)); err != nil {
		t.Fatal(err)
	}
	n, err := 0, error(nil)
	for _, err = range archive.Over(s.open(), hot).Read(t.Context(), g.ID, 0) {
		n++
	}
	var d *events.DamagedEvent
	if !errors.As(err, &d) || d.Game != g.ID || d.Seq != 7 || n != 7 {
		t.Errorf("after %d: %v", n, err)
	}
}
