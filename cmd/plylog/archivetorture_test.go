//go:build torture

package main

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"plylog/api/client"
)

// TestArchiveKilled kills the archiving of a log in ever later moments: what is left
// verifies as before, is archived by the next run, and verifies then.
func TestArchiveKilled(t *testing.T) {
	srv := startServer(t)
	for range 20 {
		made, err := connect(t, srv).Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		for i, square := range []string{"d3", "c5", "d6"} {
			token := []string{made.Tokens.First, made.Tokens.Second}[i%2]
			if _, err := connect(t, srv).WithToken(token).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: square}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := srv.stop(); err != nil {
		t.Fatal(err)
	}
	run := func(data string, args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), "plylog", args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", data, err, out)
		}
		return string(out)
	}
	verified := regexp.MustCompile(`(?m)^verified: 80 events of 20 games`)
	killed := 0
	for after := 5 * time.Millisecond; ; after += 15 * time.Millisecond {
		data := filepath.Join(t.TempDir(), "data")
		if out, err := exec.CommandContext(t.Context(), "cp", "-a", srv.data, data).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		ctx, cancel := context.WithTimeout(t.Context(), after)
		err := exec.CommandContext(ctx, "plylog", "archive", "--data", data, "--keep", "0").Run()
		ended := ctx.Err() == nil
		cancel()
		if out := run(data, "verify", data); !verified.MatchString(out) {
			t.Fatalf("killed after %v: %s", after, out)
		}
		run(data, "archive", "--data", data, "--keep", "0")
		if out := run(data, "verify", data); !verified.MatchString(out) {
			t.Fatalf("killed after %v, and archived then: %s", after, out)
		}
		left, globErr := filepath.Glob(filepath.Join(data, "log?*"))
		if len(left) > 0 || globErr != nil {
			t.Fatalf("killed after %v: %v is left", after, left)
		}
		if ended && err == nil {
			break
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			t.Fatal(err)
		}
		killed++
	}
	t.Logf("killed %d times", killed)
	if killed < 3 {
		t.Errorf("killed %d times only", killed)
	}
}
