package checkers

import (
	"os"
	"path/filepath"
	"testing"
)

// sharedData reads a file of other people's games, which are not part of the
// project. Where they are absent the test is skipped, but never in CI.
func sharedData(t *testing.T, name string) []byte {
	t.Helper()
	root := os.Getenv("PLYLOG_TESTDATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "testdata")
	}
	path := filepath.Join(root, "checkers", filepath.FromSlash(name))
	data, err := os.ReadFile(path)
	switch {
	case err == nil:
		return data
	case os.Getenv("CI") != "":
		t.Fatalf("the recorded games must be there in CI: %v", err)
	default:
		t.Skipf("NOT TESTED: no recorded games (set PLYLOG_TESTDATA): %v", err)
	}
	return nil
}
