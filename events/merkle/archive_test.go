package merkle

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder makes a data folder with checkpoints over 1, 2 … n events.
func folder(t *testing.T, n int) string {
	t.Helper()
	dir := t.TempDir()
	f := openFolder(t, dir)
	for i := range n {
		c := at(i + 1)
		c.Origin = Origin(f.Key.Public().Name(), 0)
		if err := f.Archive.Append(sign(t, f.Key, c)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func openFolder(t *testing.T, dir string) *Folder {
	t.Helper()
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Archive.Close() })
	return f
}

func TestFolder(t *testing.T) {
	dir := folder(t, 3)
	f := openFolder(t, dir)
	last := f.Summary.Last[Origin(f.Key.Public().Name(), 0)]
	if f.Summary.Count != 3 || last.Checkpoint == nil || last.Checkpoint.Size != 3 || f.Summary.Torn != 0 {
		t.Errorf("got %+v", f.Summary)
	}
	info, err := os.Stat(filepath.Join(dir, KeyFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key's file: %v, %v", info.Mode(), err)
	}
	for _, gone := range []string{KeyFile, ArchiveFile} {
		dir := folder(t, 2)
		if err := os.Remove(filepath.Join(dir, gone)); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenFolder(dir); !errors.Is(err, ErrArchive) {
			t.Errorf("without %s: %v", gone, err)
		}
	}
	if err := os.Chmod(filepath.Join(dir, KeyFile), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir); err == nil || !strings.Contains(err.Error(), "0600") {
		t.Errorf("a key that all can read: %v", err)
	}
	// Another store's key does not fit the archive.
	other := folder(t, 0)
	if err := os.Rename(filepath.Join(other, KeyFile), filepath.Join(dir, KeyFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir); !errors.Is(err, ErrUnsigned) {
		t.Errorf("another store's key: %v", err)
	}
}

// TestTornArchive cuts the file at every byte: what was whole stays, what was not
// is counted, cut off, and can be written again.
func TestTornArchive(t *testing.T) {
	dir := folder(t, 2)
	path := filepath.Join(dir, ArchiveFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	first := bytes.Index(whole, []byte("\n\nplylog")) + 2
	for cut := range len(whole) {
		if err := os.WriteFile(path, whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := OpenFolder(dir)
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		want, size := 0, 0
		if cut >= first {
			want, size = 1, first
		}
		if f.Summary.Count != want || f.Summary.Torn != int64(cut-size) {
			t.Fatalf("cut at %d: %d records, %d bytes torn; want %d, %d", cut, f.Summary.Count, f.Summary.Torn, want, cut-size)
		}
		if err := errors.Join(f.Archive.Append(bytes.TrimSuffix(whole[first:], []byte("\n"))), f.Archive.Close()); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, append(bytes.Clone(whole[:size]), whole[first:]...)) {
			t.Fatalf("cut at %d and written again: %q, %v", cut, got, err)
		}
	}
}

// TestDamagedArchive changes every byte of a file: it is refused, or what was
// changed is a signature that nobody needs any more.
func TestDamagedArchive(t *testing.T) {
	dir := folder(t, 3)
	path := filepath.Join(dir, ArchiveFile)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	k := openFolder(t, dir).Key
	trust := Trust{k.Public()}
	check := func(data []byte) error {
		s, err := Summarise(bytes.NewReader(data))
		if err != nil {
			return err
		}
		if s.Torn > 0 {
			return errors.New("torn")
		}
		if err := s.Check(trust); err != nil {
			return err
		}
		_, err = ReadArchive(bytes.NewReader(data), func(r Record) error {
			_, err := trust.Open(r.Note)
			return err
		})
		return err
	}
	if err := check(whole); err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		for _, bit := range []byte{1, 4, 0x20} {
			bad := bytes.Clone(whole)
			bad[i] ^= bit
			if err := check(bad); err == nil {
				t.Errorf("byte %d changed: accepted", i)
			}
		}
	}
	records := bytes.SplitAfter(whole, []byte("=\n\n"))
	if len(records) < 3 {
		t.Fatalf("%d records", len(records))
	}
	for name, bad := range map[string][]byte{
		"gone back": bytes.Join([][]byte{records[0], records[2], records[1]}, nil),
		"fork":      append(bytes.Clone(whole), append(sign(t, k, Checkpoint{Origin(k.Public().Name(), 0), 3, at(2).Root}), '\n')...),
		"garbage":   append([]byte("garbage\n\n— \n\n"), whole...),
		"too long":  append(bytes.Repeat([]byte("x"), 9000), whole...),
	} {
		if _, err := Summarise(bytes.NewReader(bad)); !errors.Is(err, ErrArchive) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRotatedFolder(t *testing.T) {
	dir := folder(t, 2)
	f := openFolder(t, dir)
	first := f.Key.Public()
	r, err := f.Rotate(dir)
	if err != nil {
		t.Fatal(err)
	}
	if r.Old != first || r.New != f.Key.Public() {
		t.Errorf("got %+v", r)
	}
	origin := Origin(first.Name(), 0)
	c := at(3)
	c.Origin = origin
	if err := f.Archive.Append(sign(t, f.Key, c)); err != nil {
		t.Fatal(err)
	}
	f = openFolder(t, dir)
	if f.Key.Public() != r.New {
		t.Error("the new key does not sign")
	}
	// Whoever knows one of the two keys can check all of it.
	for _, known := range []PublicKey{r.Old, r.New} {
		trust := f.Summary.Trust(Trust{known})
		if _, err := trust.Open(f.Summary.Last[origin].Note); err != nil {
			t.Error(err)
		}
	}
	if err := f.Summary.Check(Trust{newTestKey(t).Public()}); !errors.Is(err, ErrUnsigned) {
		t.Errorf("by a stranger's key: %v", err)
	}
	// Told again it says nothing new.
	again := firstRotation(t, f)
	if err := f.Archive.Append(again); err != nil {
		t.Fatal(err)
	}
	if f = openFolder(t, dir); len(f.Summary.Keys) != 2 {
		t.Errorf("%d keys", len(f.Summary.Keys))
	}
	// A rotation that does not begin with the key before is refused.
	msg, err := newTestKey(t).Rotate(newTestKey(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Archive.Append(msg); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir); !errors.Is(err, ErrRotation) {
		t.Errorf("a stranger's rotation: %v", err)
	}
}

// firstRotation is the first rotation of a folder as it was signed.
func firstRotation(t *testing.T, f *Folder) []byte {
	t.Helper()
	if len(f.Summary.Rotations) == 0 {
		t.Fatal("no rotation")
	}
	return f.Summary.Rotations[0]
}

// TestRotationCutOff ends a rotation at each of its steps.
func TestRotationCutOff(t *testing.T) {
	dir := folder(t, 2)
	path := filepath.Join(dir, KeyFile)
	f := openFolder(t, dir)
	next, err := NewKey(f.Key.Public().Name(), strings.NewReader(strings.Repeat("n", 32)))
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteKey(path+nextKey, next); err != nil {
		t.Fatal(err)
	}
	if got := openFolder(t, dir); got.Key.Public() != f.Key.Public() {
		t.Error("a key that is in no rotation signs")
	}
	msg, err := f.Key.Rotate(next)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Archive.Append(msg); err != nil {
		t.Fatal(err)
	}
	if got := openFolder(t, dir); got.Key.Public() != next.Public() {
		t.Error("the rotation was not finished")
	}
	if got, err := ReadKey(path); err != nil || got.Public() != next.Public() {
		t.Errorf("the key's file holds %v, %v", got, err)
	}
	if _, err := os.Stat(path + nextKey); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the next key is still there: %v", err)
	}
	// The new key lost: the old one cannot go on.
	if err := WriteKey(path, f.Key); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(dir); !errors.Is(err, ErrRotation) {
		t.Errorf("with the old key: %v", err)
	}
}

func TestAppendFails(t *testing.T) {
	f := openFolder(t, folder(t, 1))
	if err := f.Archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Archive.Append([]byte("x")); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("got %v", err)
	}
	if err := f.Archive.Append([]byte("x")); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("again: got %v", err)
	}
}
