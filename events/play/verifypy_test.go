package play_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// script is the example of a verifier, which knows plylog from the documents alone.
const script = "../../deploy/examples/verify.py"

// pythons runs the script on a file and returns what it says, and of what it
// complains.
type pythons string

func (python pythons) verify(t *testing.T, file []byte) (heads, complaint string) {
	t.Helper()
	var out, complaints bytes.Buffer
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), string(python), script)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(file), &out, &complaints
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if said := complaints.String(); (cmd.ProcessState.ExitCode() != 0) != (said != "") || strings.Contains(said, "Traceback") {
		t.Fatalf("exit code %d: %s", cmd.ProcessState.ExitCode(), said)
	}
	return out.String(), complaints.String()
}

func needPython(t *testing.T) pythons {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the example verifier is not tested: %v", err)
		}
		t.Logf("NOT TESTED: the example verifier needs python3: %v", err)
		t.Skip("python3 is missing")
	}
	return pythons(python)
}

// The example verifier comes to the head of every golden log, and complains of
// each that was forged, whether or not the chain was made anew.
func TestVerifyInPython(t *testing.T) {
	python := needPython(t)
	for name, head := range readHeads(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file, err := os.ReadFile(filepath.Join(goldenDir, name+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			log := bytes.Split(bytes.TrimSuffix(file, []byte("\n")), []byte("\n"))
			heads, complaint := python.verify(t, file)
			if fields := strings.Fields(heads); complaint != "" || len(fields) != 3 || fields[2] != head {
				t.Fatalf("it says %q and complains %q, want head %s", heads, complaint, head)
			}
			if !slices.Contains([]string{"backgammon-1-played", "backgammon-1-waived", "reversi-1-taken-back"}, name) {
				return // starting Python takes its time
			}
			for _, f := range forgeries {
				forged, ok := f.forge(log)
				if !ok {
					continue
				}
				if _, complaint := python.verify(t, forged); !strings.Contains(complaint, f.complaint) {
					t.Errorf("%s: it complains %q, want %q", f.name, complaint, f.complaint)
				}
			}
		})
	}
}

// A creator on the seat that was not drawn is found by the example verifier, too.
func TestDrawnSeatInPython(t *testing.T) {
	python := needPython(t)
	reg := registry(t)
	h, _ := handler(t, memlog.New(1))
	seats := map[events.Seat]bool{}
	for n := byte(0); len(seats) < 2; n++ {
		cmd := create("nim", n)
		cmd.Random = true
		seat := h.Draw(cmd.Game)
		if seats[seat] {
			continue
		}
		seats[seat] = true
		if seat == events.Second {
			cmd.First, cmd.Second = cmd.Second, cmd.First
		}
		e, _, err := play.Begin(reg, &cmd, now, chains(cmd.Game))
		if err != nil {
			t.Fatal(err)
		}
		right := e.Raw
		if _, complaint := python.verify(t, right); complaint != "" {
			t.Errorf("seat %s: %s", seat, complaint)
		}
		other := []byte(strings.NewReplacer(`"first":"p_left","second":"p_right"`, `"first":"p_right","second":"p_left"`,
			`"first":"p_right","second":"p_left"`, `"first":"p_left","second":"p_right"`).Replace(string(right)))
		if _, complaint := python.verify(t, other); !strings.Contains(complaint, "drawn") {
			t.Errorf("on the other seat than %s: it complains %q", seat, complaint)
		}
	}
}

// forgeries are changes of a log; not every log has what they change.
var forgeries = []struct {
	name, complaint string
	forge           func(log [][]byte) ([]byte, bool)
}{
	{"an event left out", "is not followed by", func(log [][]byte) ([]byte, bool) {
		return joined(append(log[:1:1], log[2:]...)), len(log) > 2
	}},
	{"a time", "is not the hash of the event before", func(log [][]byte) ([]byte, bool) {
		return joined(edited(log, 0, `"time":"2026-11-29T20:46:23.123Z"`, `"time":"2026-11-29T20:46:23.122Z"`)), true
	}},
	{"not an event", "is no event", func(log [][]byte) ([]byte, bool) {
		return joined(append(log[:1:1], []byte(`{"game":7}`))), true
	}},
	{"a command twice, the chain made anew", "was used before", func(log [][]byte) ([]byte, bool) {
		return joined(rechained(edited(log, 1, field(log[1], `"command":"`, 36), field(log[0], `"command":"`, 36)))), true
	}},
	{"a die, the chain made anew", "roll 2 is [", func(log [][]byte) ([]byte, bool) {
		for i, line := range log {
			at := bytes.Index(line, []byte(`],"roll":2,"shares"`))
			if at > 0 {
				return joined(rechained(edited(log, i, string(line[at-1:at+11]), string('1'+(line[at-1]-'0')%6)+`],"roll":2,`))), true
			}
		}
		return nil, false
	}},
	{"a share, the chain made anew", "share of roll 2", func(log [][]byte) ([]byte, bool) {
		for i, line := range log {
			if bytes.Contains(line, []byte(`],"roll":2,"shares"`)) {
				share := field(line, `"roll":2,"shares":["`, 64)
				return joined(rechained(edited(log, i, share, strings.Repeat("0", 64)))), true
			}
		}
		return nil, false
	}},
}

func joined(log [][]byte) []byte { return append(bytes.Join(log, []byte("\n")), '\n') }

// gameIn returns the id of a line's game.
func gameIn(line []byte) (id events.GameID) {
	id, _ = events.ParseGameID(field(line, `"game":"`, 36)) // the zero id shows in the complaint
	return id
}

// field returns what of a line stands behind a mark.
func field(line []byte, mark string, size int) string {
	at := bytes.Index(line, []byte(mark)) + len(mark)
	return string(line[at : at+size])
}

// edited changes a text of an event; its chain no longer fits.
func edited(log [][]byte, i int, from, to string) [][]byte {
	log = append([][]byte(nil), log...)
	log[i] = bytes.Replace(log[i], []byte(from), []byte(to), 1)
	return log
}

// rechained makes every event hold the hash of the one before it.
func rechained(log [][]byte) [][]byte {
	var out [][]byte
	head := events.Genesis(gameIn(log[0]))
	for _, line := range log {
		line = bytes.Replace(line, []byte(field(line, `"prev":"`, 64)), []byte(head.String()), 1)
		head = events.Link(head, line)
		out = append(out, line)
	}
	return out
}
