package bench

import (
	"context"
	"os"
	"path/filepath"

	"plylog/cmd/plylog/internal/console"
	"plylog/engines"
)

// lab is what every measurement works with.
type lab struct {
	sizes
	console   *console.Console
	games     *engines.Registry
	dir       string // of the stores that are made and thrown away
	yardstick string // the counters in C
	testdata  string // the recorded positions
	profiles  string // where profiles go; empty: none are taken
	shards    int    // of the stores; 0: as many as a new server makes
	lines     []Line
}

// add adds a line to the report.
func (l *lab) add(line Line) { l.lines = append(l.lines, line) }

// benches are the measurements by name, in the order in which they run.
var benches = []struct {
	name string
	run  func(*lab, context.Context) error
}{
	{"append", (*lab).append},
	{"http", (*lab).http},
	{"moves", (*lab).moves},
	{"feed", (*lab).feed},
	{"rebuild", (*lab).rebuild},
	{"engines", (*lab).engines},
	{"bots", (*lab).bots},
	{"growth", (*lab).growth},
	{"cold", (*lab).cold},
}

// testdataFolder is where the recorded positions are: as the environment says, or
// beside the module.
func testdataFolder(getenv func(string) string) string {
	if dir := getenv("PLYLOG_TESTDATA"); dir != "" {
		return dir
	}
	return filepath.Join("..", "shared", "testdata")
}

// missing reports whether a file that a measurement needs is not there.
func missing(path string) bool {
	_, err := os.Stat(path)
	return err != nil
}
