package bot_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"testing"

	"plylog/engines"
	"plylog/events"
)

// TestPython: the example bot in Python plays games of every kind to their ends.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the example bot is not tested: %v", err)
		}
		t.Logf("NOT TESTED: the example bot needs python3: %v", err)
		t.Skip("python3 is missing")
	}
	s := newSite(t)
	for _, c := range []struct {
		kind, options string
		token         bool // it is given its seat; else it joins
	}{
		{"nim", "", false},
		{"reversi", `{"flips":"manual"}`, true},
		{"checkers", "", false},
		{"baghchal", "", false},
		{"backgammon", `{"matchLength":0,"cube":true}`, true},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			opponent := "open"
			if c.token {
				opponent = "self"
			}
			made := s.create(c.kind, c.options, opponent)
			cmd := exec.CommandContext(t.Context(), python, "../../deploy/examples/bot.py", s.http.URL, made.Game.ID.String())
			cmd.Env = os.Environ()
			if c.token {
				cmd.Env = append(cmd.Env, "PLYLOG_TOKEN="+made.Tokens.Second)
			}
			cmd.Stderr = os.Stderr
			out := make(chan []byte, 1)
			ended := make(chan error, 1)
			go func() {
				said, err := cmd.Output()
				out <- said
				ended <- err
			}()
			ours, err := s.sit(made, events.First, s.named(c.kind, "random", 1)).Play(t.Context())
			if err != nil {
				t.Error(err)
			}
			said := <-out
			if err := <-ended; err != nil {
				t.Fatalf("the bot in Python: %v\n%s", err, said)
			}
			var theirs engines.Result
			if err := json.Unmarshal(said, &theirs); err != nil || ours == nil || theirs.Winner != ours.Winner || theirs.Reason != ours.Reason {
				t.Errorf("Python says %s (%v), we say %+v", said, err, ours)
			}
		})
	}
}
