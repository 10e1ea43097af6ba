package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/events/audit"
	"plylog/events/audit/audittest"
	"plylog/events/merkle"
)

// ran is what the program did.
type ran struct {
	code      int
	out, talk string
}

func runWith(log []byte, args ...string) ran {
	var out, talk bytes.Buffer
	code := run(args, bytes.NewReader(log), &out, &talk)
	return ran{code, out.String(), talk.String()}
}

// report reads what the program wrote.
func (r ran) report(t *testing.T) *audit.Report {
	t.Helper()
	got := new(audit.Report)
	if err := json.Unmarshal([]byte(r.out), got); err != nil {
		t.Fatalf("%q: %v", r.out, err)
	}
	return got
}

func TestVerdicts(t *testing.T) {
	c := audittest.New(t, 300, 40)
	game, last := c.Game(t, 40)
	log, receipt, key := audittest.Export(game), string(c.Receipt(t, last)), "--key="+c.Key.Public().String()
	head := audit.HeadOf(audittest.Decode(t, game[len(game)-1])).String()
	next, err := merkle.NewKey(audittest.Store, strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	rotation, err := next.Rotate(c.Key) // c.Key came later
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "game.tlog-proof")
	if err := os.WriteFile(file, []byte(receipt), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		log  []byte
		args []string
		code int
	}{
		"a game alone":                    {log, nil, 2},
		"with its receipt":                {log, []string{key, "--receipt=" + receipt}, 0},
		"with the file of it":             {log, []string{key, "--receipt=@" + file}, 0},
		"with its head":                   {log, []string{"--head=" + head}, 0},
		"by a key that was replaced":      {log, []string{"--key=" + next.Public().String(), "--rotation=" + string(rotation), "--receipt=" + receipt}, 0},
		"by a key of somebody else":       {log, []string{"--key=" + next.Public().String(), "--receipt=" + receipt}, 6},
		"without its end":                 {audittest.Export(game[:len(game)-1]), []string{key, "--receipt=" + receipt}, 6},
		"a whole log with its checkpoint": {audittest.Export(c.Log), []string{key, "--checkpoint=" + string(c.Checkpoints(t, 300))}, 0},
		"nothing":                         {nil, nil, 2},
		"rubbish":                         {[]byte("{}\n"), nil, 6},
	} {
		r := runWith(tt.log, tt.args...)
		if r.code != tt.code {
			t.Errorf("%s: exit code %d, want %d: %s%s", name, r.code, tt.code, r.out, r.talk)
		}
		if got := r.report(t); got.Verdict.ExitCode() != r.code {
			t.Errorf("%s: %s, and exit code %d", name, got.Verdict, r.code)
		}
	}
	if r := runWith(log).report(t); r.Head != head {
		t.Errorf("the head is %s, want %s", r.Head, head)
	}
	if r := runWith(audittest.Export(c.Log)).report(t); r.Head != "" {
		t.Errorf("many games have the head %s", r.Head)
	}
}

// TestUsage: what cannot be read is said, and no report is written.
func TestUsage(t *testing.T) {
	witness, err := merkle.NewWitnessKey("witness.example", strings.NewReader(strings.Repeat("w", 32)))
	if err != nil {
		t.Fatal(err)
	}
	log, err := merkle.NewKey(audittest.Store, strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"file.jsonl"}, {"--nothing"}, {"--key"}, {"--key=x"}, {"--key=" + witness.Public().String()}, {"--witness-key=" + log.Public().String()},
		{"--rotation=x"}, {"--head=x"}, {"--receipt=@" + filepath.Join(t.TempDir(), "none")},
	} {
		if r := runWith(nil, args...); r.code != usage || r.out != "" || r.talk == "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
	if r := runWith(nil, "--help"); r.code != 0 || !strings.Contains(r.talk, "-receipt") {
		t.Errorf("--help: %+v", r)
	}
}
