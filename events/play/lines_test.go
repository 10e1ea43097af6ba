package play_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/events/play"
)

// goldenLines are the stored events of a golden log.
func goldenLines(t testing.TB) [][]byte {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "golden", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no golden logs: %v", err)
	}
	var logs [][]byte
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, data)
	}
	return logs
}

// TestReadLines: every golden log is read as one game, several behind each other
// as several; whatever is taken out, doubled, changed or moved is noticed.
func TestReadLines(t *testing.T) {
	logs, reg := goldenLines(t), registry(t, four()...)
	for _, data := range logs {
		games, err := play.ReadLines(reg, data)
		if err != nil || len(games) != 1 || games[0].Kind == "" || !play.FitsLines(data) {
			t.Fatalf("%d games, %v\n%.200s", len(games), err, data)
		}
		lines := bytes.SplitAfter(bytes.TrimSpace(data), []byte("\n"))
		if len(lines) < 3 {
			continue
		}
		join := func(l ...[]byte) []byte { return bytes.Join(l, []byte("\n")) }
		for name, bad := range map[string][]byte{
			"the first is missing":  join(lines[1:]...),
			"the second is missing": join(append([][]byte{lines[0]}, lines[2:]...)...),
			"the second is twice":   join(lines[0], lines[1], lines[1], lines[2]),
			"two change places":     join(lines[0], lines[2], lines[1]),
			"the first was touched": append(bytes.Replace(lines[0], []byte(`"n":1`), []byte(`"n":1 `), 1), join(lines[1:]...)...),
			"it is cut off":         data[:len(data)-5],
		} {
			_, err := play.ReadLines(reg, bad)
			var at *play.LinesError
			if !errors.As(err, &at) || at.Line < 1 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	games, err := play.ReadLines(reg, bytes.Join(logs, []byte("\n\n")))
	if err != nil || len(games) != len(logs) {
		t.Errorf("%d games of %d, %v", len(games), len(logs), err)
	}
	if games, err := play.ReadLines(reg, []byte(" \n\n")); err != nil || len(games) != 0 {
		t.Errorf("nothing at all: %d games, %v", len(games), err)
	}
}

// FuzzReadLines: whatever is read is refused with its line, or follows from the
// hashes.
func FuzzReadLines(f *testing.F) {
	for _, data := range goldenLines(f) {
		f.Add(strings.Join(strings.SplitAfterN(string(data), "\n", 4)[:3], "")) // whole games take long to change
	}
	f.Add("")
	reg := registry(f, four()...)
	f.Add("{\"v\":1}\n")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := play.ReadLines(reg, []byte(text))
		var at *play.LinesError
		switch {
		case err != nil && (!errors.As(err, &at) || at.Line < 1 || at.Line > strings.Count(text, "\n")+1):
			t.Fatalf("refused with %v", err)
		case err == nil && len(games) > strings.Count(text, "\n")+1:
			t.Fatalf("%d games", len(games))
		}
	})
}
