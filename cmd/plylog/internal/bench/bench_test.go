package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"plylog/cmd/plylog/internal/archiving"
	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/node"
	"plylog/engines/all"
)

// tiny measures next to nothing: tests look at what is counted and written, not
// at how fast it went.
func tiny() sizes {
	return sizes{
		runs: 2, sample: 50 * time.Millisecond,
		writers: []int{1, 4}, clients: []int{1, 4}, under: 6, every: 10 * time.Millisecond,
		readers: 20, published: 5, listening: 15, deaf: 5, turns: 2, told: 40,
		stored: 1000, folded: 3,
		depths: map[string]int{"reversi": 4, "checkers": 4, "baghchal": 3}, leastCount: time.Millisecond,
		passes:   1,
		contests: 4, levels: 3,
		grown: 50, grownLeast: 20, atHand: 20, reading: 5, longGames: 2, spread: 2_000, openings: 2,
	}
}

// measure runs one measurement with tiny sizes and returns its lines, and what
// was written to both streams.
func measure(t *testing.T, name, yardstick, testdata string, asJSON bool) (lines []Line, out, talk string) {
	t.Helper()
	games, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	c := &console.Console{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Getenv: os.Getenv, JSON: asJSON}
	l := &lab{sizes: tiny(), console: c, games: games, yardstick: yardstick, testdata: testdata}
	data := t.TempDir()
	if err := l.run(context.Background(), data, []string{name}); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	if left, err := os.ReadDir(data); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v (%v)", left, err)
	}
	return l.lines, stdout.String(), stderr.String()
}

// complete checks that lines say what a measured line must.
func complete(t *testing.T, lines []Line) {
	t.Helper()
	if len(lines) == 0 {
		t.Fatal("nothing was measured")
	}
	for _, l := range lines {
		switch {
		case l.Unmeasured != "":
			t.Errorf("%s: not measured: %s", l.What, l.Unmeasured)
		case l.Bench == "" || l.What == "" || l.Unit == "" || l.Ours == nil || l.Ours.Median <= 0:
			t.Errorf("incomplete: %+v", l)
		case (l.Raw == nil) != (l.RawIs == "") || (l.Raw == nil) != (l.Ratio == nil):
			t.Errorf("%s: raw side incomplete: %+v", l.What, l)
		case (l.Target == nil) != (l.Reached == nil):
			t.Errorf("%s: a target that is not judged: %+v", l.What, l)
		}
	}
}

// TestEngines measures against counters that the test brings itself: they claim
// the right numbers and half a second for each.
func TestEngines(t *testing.T) {
	dir := t.TempDir()
	for kind, line := range map[string]string{"reversi": "4 full=244 0.50s", "checkers": "4 paths=1469 0.50s", "baghchal": "3 5052 ended 0 0.50s"} {
		source := "#include <stdio.h>\nint main(void){puts(\"" + line + "\");return 7;}\n"
		if err := os.WriteFile(filepath.Join(dir, kind+".c"), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := t.TempDir()
	lines, out, talk := measure(t, "engines", dir, data, true)
	if len(lines) != 4 {
		t.Fatalf("%d lines, want one for each game", len(lines))
	}
	complete(t, lines[:3])
	if raw := lines[0].Raw.Median; raw != 488 {
		t.Errorf("244 nodes in half a second are %v nodes/s", raw)
	}
	if lines[3].Unmeasured == "" || !strings.Contains(talk, "NOT MEASURED: backgammon") {
		t.Errorf("the wildbg set is not there, and nobody says so loudly:\n%s", talk)
	}
	for text := range strings.Lines(out) {
		var l Line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestEnginesWithoutYardstick says what is missing and goes on.
func TestEnginesWithoutYardstick(t *testing.T) {
	lines, out, talk := measure(t, "engines", t.TempDir(), testdataFolder(os.Getenv), false)
	if strings.Count(out, "NOT MEASURED") < 3 || strings.Count(talk, "NOT MEASURED") < 3 {
		t.Errorf("three counters are not there:\n%s%s", out, talk)
	}
	if !strings.HasPrefix(out, "BENCH") {
		t.Errorf("not a table:\n%s", out)
	}
	if len(lines) != 4 {
		t.Errorf("%d lines", len(lines))
	}
}

// TestWrongCount: a side that miscounts is a failure, not a figure.
func TestWrongCount(t *testing.T) {
	dir := t.TempDir()
	source := "#include <stdio.h>\nint main(void){puts(\"4 full=245 0.50s\");return 0;}\n"
	if err := os.WriteFile(filepath.Join(dir, "reversi.c"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	games, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	var talk bytes.Buffer
	c := &console.Console{Out: &talk, Err: &talk, Getenv: os.Getenv}
	l := &lab{sizes: tiny(), console: c, games: games, yardstick: dir, testdata: dir}
	if err := l.run(t.Context(), t.TempDir(), []string{"engines"}); err == nil || !strings.Contains(err.Error(), "244") {
		t.Errorf("the count differs, and the answer is %v", err)
	}
}

func TestFeed(t *testing.T) {
	lines, out, _ := measure(t, "feed", "", "", false)
	complete(t, lines)
	if !strings.Contains(out, "one event to 20 readers") || !strings.Contains(out, "15 readers beside 5 that read nothing") {
		t.Errorf("the table:\n%s", out)
	}
}

func TestAppend(t *testing.T) {
	lines, _, _ := measure(t, "append", "", "", false)
	complete(t, lines)
	if len(lines) != 4 {
		t.Errorf("%d lines, want two for 1 and for 4 games at once", len(lines))
	}
}

func TestHTTP(t *testing.T) {
	lines, _, _ := measure(t, "http", "", "", false)
	complete(t, lines)
	if len(lines) != 2 || lines[0].Unit != "ms" {
		t.Errorf("%d lines, want one for 1 and for 4 games at once: %+v", len(lines), lines)
	}
}

func TestMoves(t *testing.T) {
	lines, out, _ := measure(t, "moves", "", "", false)
	complete(t, lines)
	if len(lines) != 16 || !strings.Contains(out, "6 games, a move every 10ms in each, over WebSocket: 99.9 % within") {
		t.Errorf("%d lines, want eight for HTTP and for WebSocket:\n%s", len(lines), out)
	}
}

func TestRebuild(t *testing.T) {
	lines, _, talk := measure(t, "rebuild", "", "", false)
	complete(t, lines)
	if !strings.Contains(talk, "a store of 1,") {
		t.Errorf("the store that was made:\n%s", talk)
	}
}

func TestBots(t *testing.T) {
	lines, _, talk := measure(t, "bots", "", "", false)
	complete(t, lines)
	if len(lines) != 8 || strings.Count(talk, "won") != 8 {
		t.Errorf("%d lines, want levels 2 and 3 of four games:\n%s", len(lines), talk)
	}
}

// TestMain is the program whose server growth measures, and whose log it archives, where
// it is started for that.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "serve" && os.Args[1] != "archive" {
		os.Exit(m.Run())
	}
	games, err := all.Registry()
	if err != nil {
		panic(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	c := &console.Console{In: strings.NewReader(""), Out: io.Discard, Err: os.Stderr, Getenv: func(string) string { return "" }}
	cmd := node.Serve(c, games, node.Build{Version: "test"})
	if os.Args[1] == "archive" {
		cmd = archiving.Command(c)
	}
	cmd.SetArgs(os.Args[2:])
	if err := cmd.ExecuteContext(ctx); err != nil {
		os.Exit(1)
	}
}

// TestGrowth looks at what is counted; differences of so little memory may be below 0.
func TestGrowth(t *testing.T) {
	lines, out, _ := measure(t, "growth", "", "", false)
	if len(lines) != 30 {
		t.Errorf("%d lines:\n%s", len(lines), out)
	}
	for _, l := range lines {
		if l.Unmeasured != "" || l.Unit == "" || l.Ours == nil || l.Unit != "bytes" && l.Ours.Median <= 0 {
			t.Errorf("incomplete: %+v", l)
		}
	}
}

func TestCold(t *testing.T) {
	lines, _, _ := measure(t, "cold", "", "", false)
	complete(t, lines)
	if len(lines) != 3 {
		t.Errorf("%d lines", len(lines))
	}
}
