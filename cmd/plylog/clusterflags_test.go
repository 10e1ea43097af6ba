package main

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"plylog/api/client"
	"plylog/events"
)

// TestClusterFlags lets clocks run out that two nodes watch, one of which is killed
// meanwhile: every game is flagged, and once.
func TestClusterFlags(t *testing.T) {
	m := newMachines(t)
	m.join(2)
	one, two := connect(t, m.nodes[0]), connect(t, m.nodes[1])
	var games []events.GameID
	var moves []int // that were made in each
	for i := range 12 {
		c := []*client.Client{one, two}[i%2]
		made, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self", Clock: json.RawMessage(`{"kind":"fischer","base":2000}`)})
		if err != nil {
			t.Fatal(err)
		}
		moved := 0
		for n, square := range []string{"d3", "c3"} {
			token := []string{made.Tokens.First, made.Tokens.Second}[n]
			_, err := c.WithToken(token).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: square})
			var late *client.Problem
			if errors.As(err, &late) && (late.Kind() == "time-up" || late.Kind() == "game-over") { // on a slow machine
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			moved++
		}
		games, moves = append(games, made.Game.ID), append(moves, moved)
		if i == 8 {
			m.must(m.nodes[0].kill())
			one = two
		}
	}
	for i, game := range games {
		if err := watch(t.Context(), two, game); err != nil {
			t.Error(err)
		}
		page, err := two.Events(t.Context(), game, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		// On a machine that stood still there was time to give back.
		all := slices.DeleteFunc(page.Events, func(e *events.Event) bool { return e.Type == events.TypeResumed })
		last := all[len(all)-1]
		if len(all) != 2+moves[i] || !last.Over() || last.By != events.System {
			t.Errorf("game %s has %d events, and the last is %s by %s", game, len(all), last.Type, last.By)
		}
	}
	m.must(m.nodes[1].stop())
}

// TestClusterSecrets refuses a node that has a secret of its own: it would take the
// seat tokens of the others for forged.
func TestClusterSecrets(t *testing.T) {
	host := deployed(t)
	one := startServer(t, flagsFor(t, host)...)
	two := newServer(t.TempDir(), one.env)
	t.Cleanup(two.clean)
	if err := two.start(flagsFor(t, host)...); err == nil || !strings.Contains(err.Error(), "copy the file secret") {
		t.Errorf("a node with another secret: %v", err)
	}
	if err := one.stop(); err != nil {
		t.Error(err)
	}
}
