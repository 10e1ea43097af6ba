package reversi_test

import (
	"os"
	"path/filepath"
	"testing"
)

// foreign returns the files of the shared test data that match a pattern. That
// data belongs to others and is not kept here: it is looked for in
// $PLYLOG_TESTDATA or beside the project. Without it the test is skipped, except
// where CI is set.
func foreign(t testing.TB, pattern string) []string {
	t.Helper()
	folder := os.Getenv("PLYLOG_TESTDATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "testdata")
	}
	files, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) > 0 {
		return files
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("no %s in %s; CI needs it", pattern, folder)
	}
	t.Skipf("NOT TESTED: no %s in %s; set PLYLOG_TESTDATA to the folder that has it", pattern, folder)
	return nil
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
