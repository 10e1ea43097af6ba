package durable_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"plylog/events/durable"
)

// A tree is its files and folders at any depth, and nothing that a link leads to. That it
// is on the disk then is seen by the reliability suite, which cuts the power.
func TestTree(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	if err := errors.Join(
		os.MkdirAll(deep, 0o700),
		os.WriteFile(filepath.Join(deep, "1.blk"), []byte("block"), 0o600),
		os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(deep, "batches")),
	); err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string]func(string) error{"tree": durable.Tree, "afresh": durable.Afresh} {
		if err := write(dir); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := write(filepath.Join(dir, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s of a folder that is not there: %v", name, err)
		}
	}
	if b, err := os.ReadFile(filepath.Join(deep, "1.blk")); err != nil || string(b) != "block" {
		t.Errorf("the file holds %q (%v)", b, err)
	}
	for _, path := range []string{deep, filepath.Join(deep, "1.blk")} {
		if err := durable.Path(path); err != nil {
			t.Error(err)
		}
	}
}

// A file is replaced as a whole, and what could not be written leaves what was there.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	for _, text := range []string{"first", "the second is longer", ""} {
		if err := durable.Write(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != text {
			t.Errorf("the file holds %q (%v), want %q", b, err, text)
		}
		if _, err := os.Stat(path + durable.Half); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("half of it is left: %v", err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it is open to others: %v (%v)", info.Mode(), err)
	}
	if err := os.Mkdir(path+durable.Half, 0o700); err != nil { // in the way
		t.Fatal(err)
	}
	if err := durable.Write(path, []byte("third")); err == nil {
		t.Error("it is written where it cannot be")
	}
	if b, err := os.ReadFile(path); err != nil || len(b) > 0 {
		t.Errorf("a failed write left %q (%v)", b, err)
	}
	if err := durable.Write(filepath.Join(path, "deeper"), nil); err == nil {
		t.Error("a file below a file")
	}
}

func TestCopy(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	if err := os.WriteFile(from, []byte("all of it"), 0o600); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int64]string{-1: "all of it", 9: "all of it", 3: "all", 0: ""} {
		if err := durable.Copy(to, from, size); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(to); err != nil || string(b) != want {
			t.Errorf("%d bytes are %q (%v), want %q", size, b, err, want)
		}
	}
	if err := durable.Copy(to, from, 10); !errors.Is(err, io.EOF) {
		t.Errorf("more than there is: %v", err)
	}
	if err := durable.Copy(to, filepath.Join(dir, "nowhere"), -1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}
