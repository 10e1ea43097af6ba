package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// terminal runs commands as somebody who types would, with a configuration of their
// own.
type terminal struct {
	t   *testing.T
	env []string
}

// run runs a command that must end with a code, and returns what it wrote.
func (s *terminal) run(code int, args ...string) (out, talk string) {
	s.t.Helper()
	var o, e bytes.Buffer
	cmd := exec.CommandContext(s.t.Context(), "plylog", args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = s.env, &o, &e
	if err := cmd.Run(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != code {
		s.t.Fatalf("plylog %s: %v, want code %d\n%s", strings.Join(args, " "), err, code, e.String())
	}
	return strings.TrimSpace(o.String()), e.String()
}

// signIn begins to sign in, says a line at each prompt, and returns what came of it.
func (s *terminal) signIn(address string, answer func(n int) string) (out string, err error) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "plylog", "signin", address)
	cmd.Env = s.env
	in, err := cmd.StdinPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	talk, err := cmd.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	var o bytes.Buffer
	cmd.Stdout = &o
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewScanner(talk); lines.Scan(); {
		if !strings.HasSuffix(lines.Text(), ":") { // it asks for something
			continue
		}
		if _, err := io.WriteString(in, answer(n)+"\n"); err != nil {
			s.t.Fatal(err)
		}
		n++
	}
	err = cmd.Wait() // what it said is complete then
	return strings.TrimSpace(o.String()), err
}

// Somebody signs in from a terminal, with the code that the link shows elsewhere and by
// pasting the link, makes a token that is shown once, plays with it, and revokes it.
func TestTokensFromATerminal(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--mail", "dir:"+t.TempDir())
	home := t.TempDir()
	ring := filepath.Join(home, "tokens")
	sh := &terminal{t, append(os.Environ(), "PLYLOG_SERVER="+s.url()+"/", "PLYLOG_TOKENS="+ring, "NO_COLOR=1")}
	if _, talk := sh.run(1, "token", "list"); !strings.Contains(talk, "not signed in") {
		t.Errorf("it says %s", talk)
	}
	sh.run(2, "signin")
	sh.run(2, "signin", "nobody")

	letters := newGuest(t, s) // their mail is read in a browser somewhere
	who, err := sh.signIn("ann@example.org", func(n int) string {
		switch n {
		case 0:
			return "what?"
		case 1:
			code := letters.do("POST", "/v1/signin/confirm", `{"token":"`+letters.letter(1)+`"}`, 202)["code"].(string)
			return code[:3] + " " + string('0'+(code[3]-'0'+1)%10) + code[4:]
		default:
			code := letters.do("POST", "/v1/signin/confirm", `{"token":"`+letters.letter(1)+`"}`, 202)["code"].(string)
			return code[:3] + " " + code[3:]
		}
	})
	if err != nil || !strings.HasPrefix(who, "p_") {
		t.Fatalf("signed in as %q: %v", who, err)
	}
	if me, _ := sh.run(0, "me"); me != who {
		t.Errorf("me is %q", me)
	}
	if info, err := os.Stat(ring + ".sessions"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}

	token, talk := sh.run(0, "token", "new", "a bot of mine", "--days", "7", "--scopes", "games:read,games:create,games:play")
	if !regexp.MustCompile(`^plylog_pat_[0-9A-Za-z]{49}$`).MatchString(token) || !strings.Contains(talk, "games:create") {
		t.Errorf("%q, %s", token, talk)
	}
	with := &terminal{t, append(sh.env, "PLYLOG_TOKEN="+token)}
	if me, _ := with.run(0, "me"); strings.Fields(me)[0] != strings.Fields(who)[0] {
		t.Errorf("the token is of %q", me)
	}
	game, _ := with.run(0, "new", "reversi", "--opponent", "self")
	with.run(0, "move", game, "d3")
	// A token makes no tokens; the session does, whatever token is set.
	sh.run(1, "token", "new", "ruler", "--scopes", "admin")
	sh.run(2, "token", "new", "x", "--scopes", "games:win")
	sh.run(2, "token", "new", "x", "--days", "0")
	sh.run(2, "token", "new", "x", "--days", "367")
	sh.run(2, "token", "new")
	sh.run(2, "token", "make")
	list, _ := with.run(0, "token", "list")
	id := strings.Fields(list)[0]
	if strings.Count(list, "\n") != 0 || strings.Contains(list, token) || !strings.Contains(list, "a bot of mine") {
		t.Errorf("the list is\n%s", list)
	}
	if json, _ := sh.run(0, "token", "list", "--json"); !strings.Contains(json, `"id":"`+id+`"`) {
		t.Errorf("as JSON it is %s", json)
	}
	sh.run(5, "token", "revoke", "other")
	sh.run(0, "token", "revoke", id)
	with.run(1, "me")

	// Who signs in anew leaves no session behind.
	again, err := sh.signIn("ann@example.org", func(int) string { return s.url() + "/signin#" + letters.letter(2) })
	if err != nil || again != who {
		t.Fatalf("signed in as %q: %v", again, err)
	}
	sh.run(0, "signout")
	for _, session := range regexp.MustCompile(`plylog=\S+`).FindAllString(string(readFile(t, ring+".sessions")), -1) {
		letters.do("GET", "/v1/me/sessions", "", 401, "Cookie", session)
	}
	if me, _ := sh.run(0, "me"); me != "a guest" {
		t.Errorf("signed out, and %q", me)
	}
	sh.run(0, "signout")
	if _, err := sh.signIn("ann@example.org", func(int) string { return "#" + letters.letter(2) }); err == nil {
		t.Error("a used link signs in")
	}
}

// A server that sends no letters says how else one gets a token.
func TestNoLetters(t *testing.T) {
	t.Parallel()
	s := startServer(t, "--mail", "off")
	sh := &terminal{t, append(os.Environ(), "PLYLOG_SERVER="+s.url(), "PLYLOG_TOKENS="+filepath.Join(t.TempDir(), "tokens"))}
	if _, talk := sh.run(2, "signin", "ann@example.org"); !strings.Contains(talk, s.url()+"/signin, make an API token there") {
		t.Errorf("it says %s", talk)
	}
}
