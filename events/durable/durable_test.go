package durable_test

import (
	"errors"
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
