package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"plylog/api/client"
	"plylog/events"
)

// TestTwoNodesRemember plays one game through two nodes by turns. Each of them reads it
// from the log once, to get it into memory, and from then on keeps it there as it is,
// whoever stores: it does not matter which node gets which request. Then both are away.
func TestTwoNodesRemember(t *testing.T) {
	host := deployed(t)
	one := startServer(t, flagsFor(t, host)...)
	two := newServer(t.TempDir(), one.env)
	t.Cleanup(two.clean)
	secret, err := os.ReadFile(filepath.Join(one.data, "secret"))
	if err == nil {
		err = os.WriteFile(filepath.Join(two.data, "secret"), secret, 0o600)
	}
	if err == nil {
		err = two.start(flagsFor(t, host)...)
	}
	if err != nil {
		t.Fatal(err)
	}
	nodes := []*server{one, two}
	clients := []*client.Client{connect(t, one), connect(t, two)}
	made, err := clients[0].Create(t.Context(), client.NewGame{Kind: "checkers", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	moves := []string{"11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8", "25-22", "12-16", "24-20"}
	for i, move := range moves {
		at := clients[(i+1)%2]
		for end := time.Now().Add(patience); ; <-time.After(2 * time.Millisecond) { // it has heard of the move before
			g, err := at.State(t.Context(), made.Game.ID, 0)
			if err == nil && g.Version == i+1 {
				break
			}
			if time.Now().After(end) {
				t.Fatalf("node %d does not show version %d: %v", (i+1)%2, i+1, err)
			}
		}
		token := []string{made.Tokens.First, made.Tokens.Second}[i%2]
		if _, err := at.WithToken(token).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: move}); err != nil {
			t.Fatal(err)
		}
	}
	for i, s := range nodes {
		if n := metric(t, s, `plylog_game_reads_total{why="behind"}`); n != 0 {
			t.Errorf("node %d read what it might have heard %v times", i, n)
		}
		if n := metric(t, s, `plylog_game_reads_total{why="cold"}`); n > 1 {
			t.Errorf("node %d read one game %v times", i, n)
		}
	}
	awayTogether(t, nodes, flagsFor(t, host))
}

// awayTogether stops two nodes one after the other, and starts one of them when both have
// been away for a while. A game with a clock is given back the time in which both were.
func awayTogether(t *testing.T, nodes []*server, args []string) {
	t.Helper()
	cl := connect(t, nodes[0])
	made, err := cl.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self", Clock: json.RawMessage(`{"kind":"fischer","base":3600000}`)})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range nodes[1:] {
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	}
	stopping := time.Now() // until then somebody served
	if err := nodes[0].stop(); err != nil {
		t.Error(err)
	}
	stopped := time.Now()
	<-time.After(2500 * time.Millisecond)
	started := time.Now()
	if err := nodes[0].start(args...); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(patience); ; <-time.After(20 * time.Millisecond) {
		page, err := cl.Events(t.Context(), made.Game.ID, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(page.Events) > 0 {
			last := page.Events[len(page.Events)-1] // before it, what a machine that stood still took
			if r, ok := last.Data.(*events.Resumed); !ok || !r.Started.Before(started) {
				if !ok || r.Stopped.After(stopped) || stopping.Sub(r.Stopped) > 3*time.Second {
					t.Errorf("%s gives back %+v, want %v to %v at least", last.Type, last.Data, stopped, started)
				}
				break
			}
		}
		if time.Now().After(end) {
			t.Fatalf("%d events follow, and none gives back the time since %v", len(page.Events), stopped)
		}
	}
	if err := nodes[0].stop(); err != nil {
		t.Error(err)
	}
}
