package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"plylog/api/client"
)

// TestTwoNodesRemember plays one game through two nodes by turns. Each of them reads it
// from the log once, to get it into memory, and from then on keeps it there as it is,
// whoever stores: it does not matter which node gets which request.
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
		if err := s.stop(); err != nil {
			t.Error(err)
		}
	}
}
