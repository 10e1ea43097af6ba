package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// buildNATS builds the program that everybody who uses NATS has, once per machine,
// and returns its path.
func buildNATS(t *testing.T) string {
	t.Helper()
	build := exec.Command("bash", filepath.Join(moduleRoot(t), ".ci", "natscli"))
	var talk bytes.Buffer
	build.Stderr = &talk
	out, err := build.Output()
	if err != nil {
		t.Fatalf("building the nats program, which needs the Go module proxy the first time: %v\n%s", err, &talk)
	}
	return strings.TrimSpace(string(out))
}

// TestNATSCLI uses the service as anybody would who has read how to connect.
func TestNATSCLI(t *testing.T) {
	program := buildNATS(t)
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	home := t.TempDir()
	command := func(args ...string) *exec.Cmd {
		c := exec.Command(program, append([]string{"--server", srv.natsURL(t), "--user", "public", "--password", wordA, "--inbox-prefix", "_INBOX." + wordA}, args...)...)
		c.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home)
		return c
	}
	nats := func(args ...string) string {
		t.Helper()
		out, err := command(args...).CombinedOutput()
		if err != nil {
			t.Fatalf("nats %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
	want := func(got string, patterns ...string) {
		t.Helper()
		for _, p := range patterns {
			if !regexp.MustCompile(p).MatchString(got) {
				t.Errorf("there is no %q in\n%s", p, got)
			}
		}
	}
	want(nats("micro", "ls"), `plylog`)
	want(nats("micro", "info", "plylog"), `plylog\.v1\.create`, `plylog\.v1\.submit\.>`, `plylog\.v1\.history\.>`)
	made := nats("req", "plylog.v1.create", `{"kind":"reversi","opponent":"self"}`)
	want(made, `Location: /v1/games/`, `ETag: "1"`)
	game, tokens := field(t, made, "id"), made[strings.Index(made, `"tokens"`):]
	token := "Authorization:Bearer " + field(t, tokens, "first")

	sub := command("sub", "plylog.feed."+game, "--count", "1")
	var heard bytes.Buffer
	sub.Stdout, sub.Stderr = &heard, &heard
	if err := sub.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- sub.Wait() }()
	want(nats("req", "plylog.v1.submit."+game, `{"type":"move","move":"a1"}`, "-H", token), `Nats-Service-Error-Code: 422`, `"rule":"RV-4"`)
	want(nats("req", "plylog.v1.submit."+game, `{"type":"move","move":"d3"}`, "-H", token), `"n":2`)
	// When it has subscribed it does not say: it is given events until it hears one.
	v, events := visit(t, srv.natsURL(t), wordB), 2
	for waiting := true; waiting; events++ {
		select {
		case err := <-done:
			waiting = false
			if err != nil {
				t.Errorf("nats sub: %v", err)
			}
		default:
		}
		v.must("submit."+game, `{"type":"`+[]string{"offer", "withdraw"}[events%2]+`","what":"takeback"}`, strings.Replace(token, ":", ": ", 1))
	}
	want(heard.String(), `Plylog-N: [0-9]+`, `Plylog-Kind: reversi`, `Plylog-Type: (moved|offered|withdrew)`, `"game":"`+game)
	want(nats("req", "plylog.v1.state."+game, ""), `"version":`+strconv.Itoa(events))
	want(nats("micro", "stats", "plylog"), `submit +│ `+strconv.Itoa(events))
	if out, err := command("sub", "plylog.game.>", "--count", "1").CombinedOutput(); !strings.Contains(string(out), "Permissions Violation") {
		t.Errorf("nats sub plylog.game.>: %v\n%s", err, out)
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}
