package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Accounts are in backups of running and of stopped servers, without what could let
// somebody in who was shut out since, and what was erased is in none made afterwards.
func TestBackupOfPeople(t *testing.T) {
	t.Parallel()
	letters := t.TempDir()
	s := startServer(t, "--mail", "dir:"+letters)
	kept := filepath.Join(t.TempDir(), "kept")
	backup := func() {
		t.Helper()
		if out, err := exec.CommandContext(t.Context(), "plylog", "backup", "--data", s.data, "--to", kept, "--admin", s.adminURL()).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	sent := 0
	signIn := func(address string) (*guest, string) {
		t.Helper()
		v := newGuest(t, s)
		v.do("POST", "/v1/signin", `{"address":"`+address+`"}`, 202)
		sent++
		v.do("POST", "/v1/signin/confirm", `{"token":"`+v.letter(sent)+`"}`, 201)
		return v, v.do("GET", "/v1/me", "", 200)["id"].(string)
	}
	ann, me := signIn("ann@example.org")
	ann.do("PATCH", "/v1/me", `{"name":"Ann Exemplar"}`, 200)
	token := ann.do("POST", "/v1/me/tokens", `{"name":"bot","scopes":["games:play"]}`, 201)["token"].(string)
	game := ann.do("POST", "/v1/games", `{"kind":"reversi","opponent":"self"}`, 201)["game"].(map[string]any)["id"].(string)
	bob, bobs := signIn("bob@example.org")
	backup() // of a running server
	older := copied(t, kept)
	bob.do("DELETE", "/v1/me", "", 204)
	backup()

	// holds starts a server on a copy and looks at who is known there.
	holds := func(what, data string, bobIsKnown, games bool) {
		t.Helper()
		was := s.data
		s.data = data
		defer func() {
			if err := s.stop(); err != nil {
				t.Fatal(err)
			}
			s.data = was
		}()
		if err := s.start("--mail", "dir:"+letters); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		ann.do("GET", "/v1/me/sessions", "", 401)
		newGuest(t, s).do("GET", "/v1/me", "", 401, "Authorization", "Bearer "+token)
		sent = strings.Count(s.talk.String(), "a letter lies in ")
		again, id := signIn("ann@example.org")
		if got := again.do("GET", "/v1/me", "", 200); id != me || got["name"] != "Ann Exemplar" {
			t.Errorf("%s: Ann is %v", what, got)
		}
		if games { // all of them: while a server runs, the newest are not signed yet
			again.do("POST", "/v1/games/"+game+"/events", `{"type":"resign"}`, 201) // it is her seat
		}
		if _, id := signIn("bob@example.org"); (id == bobs) != bobIsKnown {
			t.Errorf("%s: Bob is %s, and was %s", what, id, bobs)
		}
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	holds("before the erasing", older, true, false)
	holds("after it", copied(t, kept), false, false)

	backup() // of a stopped server
	holds("of a stopped server", copied(t, kept), false, true)

	// A folder that lost its store gets accounts from the backup, too.
	lost := copied(t, kept)
	if err := os.RemoveAll(filepath.Join(lost, "log")); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "plylog", "restore", "--data", lost, "--from", kept).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	holds("restored", lost, false, true)
	if list, err := filepath.Glob(filepath.Join(kept, "*.next")); err != nil || len(list) > 0 {
		t.Errorf("%v is left, %v", list, err)
	}
	for _, text := range []string{"ann@", "bob@", "Exemplar", token} {
		if files := grep(t, kept, text); len(files) > 0 {
			t.Errorf("%q is in %v", text, files)
		}
	}
}

// TestDamagedPeople flips a bit where accounts are kept. The NATS server would cut them off
// there without a word; so nothing is served, no backup is replaced by what is left, and
// restoring takes them from a backup.
func TestDamagedPeople(t *testing.T) {
	t.Parallel()
	letters := t.TempDir()
	s := startServer(t, "--mail", "dir:"+letters)
	kept := filepath.Join(t.TempDir(), "kept")
	run := func(code int, says string, args ...string) {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "plylog", args...).CombinedOutput()
		var exit *exec.ExitError
		if err == nil && code != 0 || err != nil && (!errors.As(err, &exit) || exit.ExitCode() != code) || !strings.Contains(string(out), says) {
			t.Fatalf("%v: %v, want code %d and %q:\n%s", args, err, code, says, out)
		}
	}
	v := newGuest(t, s)
	v.do("POST", "/v1/signin", `{"address":"ann@example.org"}`, 202)
	v.do("POST", "/v1/signin/confirm", `{"token":"`+v.letter(1)+`"}`, 201)
	me := v.do("GET", "/v1/me", "", 200)["id"]
	run(0, "accounts in the backup: 1", "backup", "--data", s.data, "--to", kept, "--admin", s.adminURL())
	if err := s.kill(); err != nil {
		t.Fatal(err)
	}
	block := filepath.Join(s.data, "log", "nats", "jetstream", "$G", "streams", "KV_PLYLOG_PEOPLE", "msgs", "1.blk")
	b := readFile(t, block)
	b[len(b)/2] ^= 1
	writeFile(t, block, b)
	run(8, "KV_PLYLOG_PEOPLE", "serve", "--data", s.data, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0")
	run(1, "KV_PLYLOG_PEOPLE", "doctor", "--data", s.data, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0")
	run(8, "KV_PLYLOG_PEOPLE", "backup", "--data", s.data, "--to", kept)
	run(0, "who has an account is taken from "+kept, "restore", "--data", s.data, "--from", kept)
	if err := s.start("--mail", "dir:"+letters); err != nil {
		t.Fatal(err)
	}
	again := newGuest(t, s)
	again.do("POST", "/v1/signin", `{"address":"ann@example.org"}`, 202)
	again.do("POST", "/v1/signin/confirm", `{"token":"`+again.letter(1)+`"}`, 201)
	if got := again.do("GET", "/v1/me", "", 200)["id"]; got != me || me == nil {
		t.Errorf("%v is %v now", me, got)
	}
}

// copied copies a data folder, as an operator would.
func copied(t *testing.T, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "data")
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return to
}
