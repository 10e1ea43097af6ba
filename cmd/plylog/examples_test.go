package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"plylog/api/client"
	"plylog/events"
)

// example returns a command that runs a file of the examples, or a program that was
// built of one.
func example(t *testing.T, program, file string, args ...string) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Fatalf("%s is needed to run the examples (.ci/test installs it): %v", program, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, program, append([]string{filepath.Join(moduleRoot(t), "deploy", "examples", file)}, args...)...)
	cmd.WaitDelay = patience / 10 // for what it leaves behind
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	return cmd
}

// output runs a command that must end well, and returns what it wrote.
func output(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var said, talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &talk
	if err := cmd.Run(); err != nil {
		t.Errorf("%s: %v\n%s%s", cmd, err, &said, &talk)
	}
	return said.String()
}

// TestExampleWatchers: whoever follows as the examples do sees every event of every
// game once and in order, over a network that cuts and a server that is killed.
func TestExampleWatchers(t *testing.T) {
	srv := startServer(t)
	net := newCutter(t, srv, 16_000)
	c := connect(t, srv)
	var games []*client.Created
	var ids []string
	from := client.Several{}
	for range 3 {
		made, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		games, ids = append(games, made), append(ids, made.Game.ID.String())
		from.Games = append(from.Games, client.From{Game: made.Game.ID})
	}
	watchers := map[string]func() string{
		"Go": func() string {
			c, err := client.New(client.Config{Server: net.url(), Tries: 1000})
			if err != nil {
				t.Error(err)
				return ""
			}
			var b strings.Builder
			for news, err := range c.FollowSeveral(t.Context(), from) {
				if err != nil {
					t.Errorf("following in Go: %v", err)
				}
				if e := news.Event; e != nil {
					fmt.Fprintln(&b, watched(e))
				}
			}
			return b.String()
		},
	}
	for program, file := range map[string]string{"python3": "watch.py", "node": "watch.mjs"} {
		cmd := example(t, program, file, append([]string{net.url()}, ids...)...)
		watchers[program] = func() string { return output(t, cmd) }
	}
	got := make(map[string]chan string)
	for name, watch := range watchers {
		said := make(chan string, 1)
		go func() { said <- watch() }()
		got[name] = said
	}
	for round := range 24 {
		for _, g := range games {
			playChoice(t, c, g, round)
		}
		if round%8 == 7 {
			if err := errors.Join(srv.kill(), srv.start()); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := make(map[string][]string)
	for i, g := range games {
		if _, err := c.WithToken(g.Tokens.First).Submit(t.Context(), g.Game.ID, client.Command{Type: "resign"}); err != nil {
			t.Fatal(err)
		}
		page, err := c.Events(t.Context(), g.Game.ID, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Events {
			want[ids[i]] = append(want[ids[i]], watched(e))
		}
	}
	for name, said := range got {
		lines := make(map[string][]string)
		for line := range strings.Lines(<-said) {
			id, _, _ := strings.Cut(line, " ")
			lines[id] = append(lines[id], strings.TrimSuffix(line, "\n"))
		}
		for _, id := range ids {
			if !slices.Equal(lines[id], want[id]) {
				t.Errorf("%s saw\n%s\nof\n%s", name, strings.Join(lines[id], "\n"), strings.Join(want[id], "\n"))
			}
		}
	}
	if n := net.cuts.Load(); n < 3 {
		t.Errorf("%d connections were cut: nothing was shown", n)
	}
}

// watched is how the watchers write an event.
func watched(e *events.Event) string {
	var d struct{ Move string }
	var raw struct{ Data json.RawMessage }
	if json.Unmarshal(e.Raw, &raw) == nil {
		_ = json.Unmarshal(raw.Data, &d) // an event without a move has none
	}
	return strings.TrimSpace(fmt.Sprintln(e.Game, e.N, e.Type, d.Move))
}

// playChoice plays one of the choices of whoever's turn it is.
func playChoice(t *testing.T, c *client.Client, g *client.Created, n int) {
	t.Helper()
	now, err := c.Choices(t.Context(), g.Game.ID, events.Nobody, 0)
	if err != nil || len(now.Choices) == 0 {
		t.Fatalf("no choices: %+v, %v", now, err)
	}
	move := string(now.Choices[n%len(now.Choices)].Move)
	if _, err := c.WithToken(g.Tokens.Of(now.Seat)).Submit(t.Context(), g.Game.ID, client.Command{Type: "move", Move: move}); err != nil {
		t.Fatal(err)
	}
}

// TestExampleBots lets the bot in Go and the one in Python play each other over a
// network that cuts: both see the same end.
func TestExampleBots(t *testing.T) {
	srv := startServer(t)
	net := newCutter(t, srv, 40_000)
	made, err := connect(t, srv).Create(t.Context(), client.NewGame{Kind: "reversi", Seat: "first"})
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "bot")
	build := exec.Command("go", "build", "-o", program, "./deploy/examples/bot")
	build.Dir = moduleRoot(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building the bot: %v\n%s", err, out)
	}
	ours := exec.Command(program, net.url(), made.Game.ID.String())
	ours.Env = append(os.Environ(), "PLYLOG_TOKEN="+made.Tokens.First)
	theirs := example(t, "python3", "bot.py", net.url(), made.Game.ID.String())
	said := make(chan string, 1)
	go func() { said <- output(t, theirs) }()
	var a, b events.Result
	for _, text := range []struct {
		out  string
		into *events.Result
	}{{output(t, ours), &a}, {<-said, &b}} {
		if err := json.Unmarshal([]byte(text.out), text.into); err != nil {
			t.Errorf("%v: %q", err, text.out)
		}
	}
	if a.Reason == "" || a.Reason != b.Reason || a.Winner != b.Winner {
		t.Errorf("in Go the game ended with %+v, in Python with %+v", a, b)
	}
	if out, err := exec.Command(program, net.url(), "nonsense").CombinedOutput(); err == nil || !strings.Contains(string(out), "bot: ") {
		t.Errorf("a game that is none: %v, %s", err, out)
	}
}

// TestExampleScripts runs what needs curl or the nats program.
func TestExampleScripts(t *testing.T) {
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	t.Run("game.sh", func(t *testing.T) {
		lines := strings.Split(strings.TrimSpace(output(t, example(t, "sh", "game.sh", srv.url()))), "\n")
		if len(lines) != 6 || lines[5] != `{"winner":"first","points":1,"reason":"resigned"}` {
			t.Fatalf("it prints %q", lines)
		}
		for i, line := range lines[:5] {
			if e, err := events.Decode([]byte(line)); err != nil || e.N != i+1 {
				t.Errorf("line %d is %s: %v", i+1, line, err)
			}
		}
	})
	t.Run("nats.sh", func(t *testing.T) {
		nats := buildNATS(t)
		cmd := example(t, "sh", "nats.sh", srv.natsURL(t))
		cmd.Env = append(cmd.Env, "PATH="+filepath.Dir(nats)+string(os.PathListSeparator)+os.Getenv("PATH"))
		said := output(t, cmd)
		for _, want := range []string{"plylog.v1.submit.>", `"n":2,`, `"move":"d3"`, `"n":3,`, `"version":3`} {
			if !strings.Contains(said, want) {
				t.Errorf("there is no %s in\n%s", want, said)
			}
		}
	})
}
