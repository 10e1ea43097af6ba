package main

import (
	"context"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"plylog/cmd/plylog/internal/backup"
)

// TestMigrate moves a store from a folder to three NATS servers and back, while games are
// played: every move that was acknowledged before, between and after is there, and
// each game goes on.
func TestMigrate(t *testing.T) {
	m := newMachines(t)
	ctx, cancel := context.WithTimeout(t.Context(), 4*patience)
	defer cancel()
	srv := startServer(t, "--shards", "2", "--rate-create", "0", "--rate-session", "0", "--rate-move", "0", "--rate-feed", "0")
	move := func() (got backup.Moved) {
		t.Helper()
		out := m.run(ctx, append([]string{"migrate", "--json", "--data", srv.data, "--admin", srv.adminURL()}, m.flags...)...)
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		t.Logf("%+v", got)
		return got
	}
	var all []*contest
	play := func(s *server, seed uint64, meanwhile func(context.Context, *contest)) {
		t.Helper()
		c := newContest(t, []*server{s})
		going, finish := c.begin(ctx, 2, seed)
		c.await(going, some)
		meanwhile(going, c)
		c.await(going, some)
		finish()
		all = append(all, c)
	}

	// whoIs signs somebody in who has an account, wherever the server keeps it.
	whoIs := func() any {
		t.Helper()
		v := newGuest(t, srv)
		sent := strings.Count(srv.talk.String(), "a letter lies in ")
		v.do("POST", "/v1/signin", `{"address":"ann@example.org"}`, 202)
		v.do("POST", "/v1/signin/confirm", `{"token":"`+v.letter(sent+1)+`"}`, 201)
		return v.do("GET", "/v1/me", "", 200)["id"]
	}
	ann := whoIs()
	play(srv, 1, func(context.Context, *contest) {
		got := move()
		for got.Events == 0 { // nothing was signed yet
			got = move()
		}
		if got.Last || got.New == 0 {
			t.Errorf("while it runs: %+v", got)
		}
	})
	m.must(srv.stop())
	last := move()
	if again := move(); !last.Last || last.New == 0 || again.New != 0 || again.Events != last.Events || last.People != 1 || again.People != 0 {
		t.Errorf("at last: %+v, and again: %+v", last, again)
	}

	m.must(srv.start(m.flags...))
	if now := whoIs(); now != ann {
		t.Errorf("Ann was %v and is %v", ann, now)
	}
	play(srv, 2, func(context.Context, *contest) {})
	for _, c := range all {
		c.check(ctx)
	}
	to := filepath.Join(t.TempDir(), "back")
	back := func() { m.run(ctx, "backup", "--data", srv.data, "--to", to, "--admin", srv.adminURL()) }
	play(srv, 3, func(context.Context, *contest) { back() })
	m.must(srv.stop())
	m.must(srv.start(m.flags...)) // for nobody, but to copy what came last
	back()
	m.must(srv.stop())

	srv.data = to
	m.must(srv.start())
	if now := whoIs(); now != ann {
		t.Errorf("Ann was %v and is %v in the folder", ann, now)
	}
	play(srv, 4, func(context.Context, *contest) {})
	games := 0
	for _, c := range all {
		c.check(ctx)
		games += len(c.games)
	}
	if r, err := rebuild(ctx, srv); err != nil || r.Games != games || r.Equal != games {
		t.Errorf("rebuild: %+v, %v; want %d games", r, err, games)
	}
	m.must(srv.stop())
}

// run runs plylog to a good end and returns what it printed.
func (m *machines) run(ctx context.Context, args ...string) []byte {
	m.t.Helper()
	cmd := exec.CommandContext(ctx, "plylog", args...)
	out, err := cmd.Output()
	if err != nil {
		var said []byte
		if bad, ok := err.(*exec.ExitError); ok {
			said = bad.Stderr
		}
		m.t.Fatalf("plylog %s: %v\n%s%s", args[0], err, out, said)
	}
	return out
}
