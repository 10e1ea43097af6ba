package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plylog/api/client"
	"plylog/events"
	"plylog/events/jetlog"
)

// TestDamagedStore damages the store of a server that was stopped, and of one that
// was killed. It does not start, says what is wrong, and changes nothing; put right
// it starts.
func TestDamagedStore(t *testing.T) {
	for _, killed := range []bool{false, true} {
		srv := startServer(t)
		made, err := connect(t, srv).Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		for i, square := range []string{"d3", "c5"} {
			token := []string{made.Tokens.First, made.Tokens.Second}[i]
			if _, err := connect(t, srv).WithToken(token).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: square}); err != nil {
				t.Fatal(err)
			}
		}
		// What was not signed may be missing at the end of a store that was killed: see
		// TestTornWrite. So the game ends, and its receipt waits for its being signed.
		if _, err := connect(t, srv).WithToken(made.Tokens.First).Submit(t.Context(), made.Game.ID, client.Command{Type: "resign"}); err != nil {
			t.Fatal(err)
		}
		if _, err := connect(t, srv).Receipt(t.Context(), made.Game.ID); err != nil {
			t.Fatal(err)
		}
		end := srv.stop
		if killed {
			end = srv.kill
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		stream := filepath.Join(srv.data, "log", "nats", "jetstream", "$G", "streams", "PLYLOG_00")
		block, meta := filepath.Join(stream, "msgs", "1.blk"), filepath.Join(stream, "meta.inf")
		for what, c := range map[string]struct {
			file   string
			change func(b []byte) []byte
			says   string
		}{
			"bit":   {block, func(b []byte) []byte { b[len(b)/2] ^= 4; return b }, "the checksum is wrong"},
			"zeros": {block, func(b []byte) []byte { clear(b[:len(b)/3]); return b }, "1.blk at byte 0"},
			"block": {block, func([]byte) []byte { return nil }, "it ends at event 0, and 4 were signed"},
			"set-up": {meta, func(b []byte) []byte {
				return []byte(strings.Replace(string(b), `"deny_delete":true`, `"deny_delete":false`, 1))
			}, "meta.inf"},
		} {
			whole := readFile(t, c.file)
			if changed := c.change(append([]byte(nil), whole...)); changed != nil {
				writeFile(t, c.file, changed)
			} else if err := os.Remove(c.file); err != nil {
				t.Fatal(err)
			}
			before := contents(t, srv.data)
			out, err := exec.CommandContext(t.Context(), "plylog", "serve", "--data", srv.data, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0").CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 8 {
				t.Fatalf("%s: %v\n%s", what, err, out)
			}
			if !strings.Contains(string(out), c.says) || !strings.Contains(string(out), "nothing was changed") || !strings.Contains(string(out), "plylog restore") {
				t.Errorf("%s: %s", what, out)
			}
			said, err := exec.CommandContext(t.Context(), "plylog", "doctor", "--data", srv.data).CombinedOutput()
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(said), c.says) || !strings.Contains(string(said), "-> copy the folder, then: plylog restore") {
				t.Errorf("%s: the doctor says %s, %v", what, said, err)
			}
			if what == "bit" && !strings.Contains(string(out), "game "+made.Game.ID.String()+": event 2") {
				t.Errorf("%s: it does not say what is lost: %s", what, out)
			}
			if after := contents(t, srv.data); after != before {
				t.Errorf("%s: something was changed:\n%s\nwas:\n%s", what, after, before)
			}
			writeFile(t, c.file, whole)
		}
		if err := srv.start(); err != nil {
			t.Fatal(err)
		}
		if g, err := connect(t, srv).State(t.Context(), made.Game.ID, 0); err != nil || g.Version != 4 {
			t.Errorf("put right: %+v, %v", g, err)
		}
	}
}

// TestKilledWhileEmpty kills a server again and again before anything was played: its NATS
// server goes on in a file with another number each time, and nothing is missing.
func TestKilledWhileEmpty(t *testing.T) {
	t.Parallel()
	srv := startServer(t)
	restart := func() {
		t.Helper()
		if err := errors.Join(srv.kill(), srv.start()); err != nil {
			t.Fatal(err)
		}
	}
	restart()
	restart()
	made, err := connect(t, srv).Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	restart()
	if st, err := connect(t, srv).State(t.Context(), made.Game.ID, 0); err != nil || st.Version != 1 {
		t.Errorf("%+v, %v", st, err)
	}
}

// TestFirstEventLost kills a server as soon as its first event is acknowledged, and loses
// the files that it is in. Nothing that was signed a second later is there to tell: still
// no empty store is served in its place.
func TestFirstEventLost(t *testing.T) {
	t.Parallel()
	srv := startServer(t, "--shards", "2")
	made, err := connect(t, srv).Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.kill(); err != nil {
		t.Fatal(err)
	}
	block := filepath.Join("log", "nats", "jetstream", "$G", "streams", jetlog.StreamName(events.ShardOf(made.Game.ID, 2)), "msgs", "1.blk")
	for lost, says := range map[string]string{
		block: "it ends at event 0, and 1 were signed",
		"log": "the stream is gone: 1 events of it were signed",
	} {
		lost, aside := filepath.Join(srv.data, lost), filepath.Join(srv.data, "aside")
		if err := os.Rename(lost, aside); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), "plylog", "serve", "--data", srv.data, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0").CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 8 || !strings.Contains(string(out), says) {
			t.Fatalf("without %s: %v\n%s", lost, err, out)
		}
		if err := errors.Join(os.RemoveAll(lost), os.Rename(aside, lost)); err != nil {
			t.Fatal(err)
		}
	}
	if err := srv.start(); err != nil {
		t.Fatal(err)
	}
	if st, err := connect(t, srv).State(t.Context(), made.Game.ID, 0); err != nil || st.Version != 1 {
		t.Errorf("with all of it: %+v, %v", st, err)
	}
}

// contents are the names and the contents of the files of a data folder, without
// the lock, which says who tried last.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && path != filepath.Join(dir, "lock") {
			all.WriteString(path + "\n" + string(readFile(t, path)) + "\n")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

func readFile(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func writeFile(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestOldBackup puts the log of yesterday back. It is in order, and it is not all
// that was signed.
func TestOldBackup(t *testing.T) {
	srv := startServer(t)
	made, err := connect(t, srv).Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	if err := srv.stop(); err != nil {
		t.Fatal(err)
	}
	yesterday := filepath.Join(t.TempDir(), "log")
	if err := os.CopyFS(yesterday, os.DirFS(filepath.Join(srv.data, "log"))); err != nil {
		t.Fatal(err)
	}
	if err := srv.start(); err != nil {
		t.Fatal(err)
	}
	if _, err := connect(t, srv).WithToken(made.Tokens.First).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: "d3"}); err != nil {
		t.Fatal(err)
	}
	if err := srv.stop(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(srv.data, "log")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(srv.data, "log"), os.DirFS(yesterday)); err != nil {
		t.Fatal(err)
	}
	before := contents(t, srv.data)
	if err := srv.start(); err == nil || !strings.Contains(err.Error(), "it ends at event 1, and 2 were signed") || !strings.Contains(err.Error(), "exit status 8") {
		t.Errorf("the log of yesterday: %v", err)
	}
	if contents(t, srv.data) != before {
		t.Error("something was changed")
	}
}
