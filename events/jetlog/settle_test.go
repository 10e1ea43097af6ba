package jetlog_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"plylog/events/jetlog"
)

// What is written through before a start is what lies in the store: files and folders at
// any depth, and nothing that a link leads to (batches are staged in memory). That it is
// on the disk then is seen by the reliability suite, which cuts the power.
func TestSettle(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b")
	if err := errors.Join(
		os.MkdirAll(deep, 0o700),
		os.WriteFile(filepath.Join(deep, "1.blk"), []byte("block"), 0o600),
		os.Symlink(filepath.Join(dir, "nowhere"), filepath.Join(deep, "batches")),
	); err != nil {
		t.Fatal(err)
	}
	for _, unsure := range []bool{false, true} {
		if err := jetlog.Settle(dir, unsure); err != nil {
			t.Errorf("unsure %t: %v", unsure, err)
		}
	}
	if b, err := os.ReadFile(filepath.Join(deep, "1.blk")); err != nil || string(b) != "block" {
		t.Errorf("the file holds %q (%v)", b, err)
	}
	if err := jetlog.Settle(filepath.Join(dir, "nowhere"), true); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
}
