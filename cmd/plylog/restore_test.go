package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plylog/api/client"
	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/merkle"
)

// TestRestore damages a store, puts it right from an exported game and from a
// backup, and refuses to make less of it than what was signed.
func TestRestore(t *testing.T) {
	srv := startServer(t)
	made, err := connect(t, srv).Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	export := filepath.Join(t.TempDir(), "game.jsonl")
	exportTo := func(file string) {
		t.Helper()
		f, err := connect(t, srv).Export(t.Context(), made.Game.ID, "jsonl")
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, file, f.Data)
	}
	early := export + ".early"
	exportTo(early)
	for i, square := range []string{"d3", "c5", "d6"} {
		token := []string{made.Tokens.First, made.Tokens.Second}[i%2]
		if _, err := connect(t, srv).WithToken(token).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: square}); err != nil {
			t.Fatal(err)
		}
	}
	exportTo(export)
	if err := srv.stop(); err != nil {
		t.Fatal(err)
	}
	sign(t, srv.data)
	backup := filepath.Join(t.TempDir(), "backup")
	if err := os.CopyFS(backup, os.DirFS(srv.data)); err != nil {
		t.Fatal(err)
	}
	block := filepath.Join("log", "nats", "jetstream", "$G", "streams", "PLYLOG_00", "msgs", "1.blk")
	restore := func(from ...string) (string, int) {
		t.Helper()
		args := []string{"restore", "--data", srv.data}
		for _, path := range from {
			args = append(args, "--from", path)
		}
		cmd := exec.CommandContext(t.Context(), "plylog", args...)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	if out, code := restore(export); code != 0 || !strings.Contains(out, "in order") {
		t.Errorf("of a whole store: exit %d, %s", code, out)
	}
	for what, from := range map[string]string{"export": export, "backup": backup} {
		b := readFile(t, filepath.Join(srv.data, block))
		clear(b[len(b)/2:])
		writeFile(t, filepath.Join(srv.data, block), b)
		if err := srv.start(); err == nil || !strings.Contains(err.Error(), "nothing is served") {
			t.Fatalf("a damaged store: %v", err)
		}
		before := contents(t, srv.data)
		if out, code := restore(early); code != 8 || !strings.Contains(out, "still missing") || contents(t, srv.data) != before {
			t.Fatalf("from too little: exit %d, %s", code, out)
		}
		out, code := restore(from)
		if code != 0 || !strings.Contains(out, "Restored 4 events") || !strings.Contains(out, "log.replaced-") {
			t.Fatalf("%s: exit %d, %s", what, code, out)
		}
		if err := srv.start(); err != nil {
			t.Fatal(err)
		}
		g, err := connect(t, srv).State(t.Context(), made.Game.ID, 0)
		if err != nil || g.Version != 4 {
			t.Errorf("%s: %+v, %v", what, g, err)
		}
		if err := srv.stop(); err != nil {
			t.Fatal(err)
		}
		old, err := filepath.Glob(filepath.Join(srv.data, "log.*"))
		if err != nil || len(old) != 1 {
			t.Errorf("%s: left over: %v, %v", what, old, err)
		}
		if err := os.RemoveAll(old[0]); err != nil {
			t.Fatal(err)
		}
	}
	for _, from := range [][]string{nil, {filepath.Join(t.TempDir(), "nothing")}, {t.TempDir()}, {filepath.Join(srv.data, "secret")}} {
		if out, code := restore(from...); code == 0 {
			t.Errorf("from %v: %s", from, out)
		}
	}
}

// sign signs what a stopped store holds.
func sign(t *testing.T, data string) {
	t.Helper()
	f, err := merkle.OpenFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Archive.Close() //nolint:errcheck // nothing depends on it
	var tree merkle.Tree
	for r, err := range jetlog.Stored(t.Context(), jetlog.StoreFolder(filepath.Join(data, "log")), 0, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := events.Decode(r.Data); err != nil {
			t.Fatal(err)
		}
		tree.Add(r.Data)
	}
	note, err := f.Key.Sign(merkle.Checkpoint{Origin: merkle.Origin(f.Key.Public().Name(), 0), Size: tree.Size(), Root: tree.Root()})
	if err == nil {
		err = f.Archive.Append(note)
	}
	if err != nil {
		t.Fatal(err)
	}
}
