package prepared_test

import (
	"bytes"
	"context"
	"testing"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/engines/all"
	"plylog/events/memlog"
	"plylog/events/play"
)

var secret = []byte("sixteen bytes and more")

func makeGames(t *testing.T, most, total int) []*prepared.Game {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	m, err := prepared.NewMaker(reg, secret, most)
	if err != nil {
		t.Fatal(err)
	}
	games, err := m.Make(total)
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// TestHandlerAgrees plays prepared games against a handler with their secret: it
// takes every command and stores events of exactly the prepared sizes.
func TestHandlerAgrees(t *testing.T) {
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	h, err := play.NewHandler(play.Config{Log: memlog.New(2), Registry: reg, Secret: secret})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	kinds := make(map[string]int)
	for _, g := range makeGames(t, 300, 2000) {
		a, err := h.Create(ctx, g.Create)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Events) != len(g.Commands)+1 {
			t.Fatalf("%d events of %d commands", len(g.Events), len(g.Commands))
		}
		for i, c := range g.Commands {
			if len(a.Event.Raw) != len(g.Events[i].Raw) {
				t.Fatalf("event %d is of %d bytes, prepared are %d:\n%s\n%s", i+1, len(a.Event.Raw), len(g.Events[i].Raw), a.Event.Raw, g.Events[i].Raw)
			}
			if a, err = h.Do(ctx, c); err != nil {
				t.Fatalf("%s, command %d: %v", g.Create.Kind, i+1, err)
			}
		}
		kinds[g.Create.Kind] += len(g.Events)
	}
	for _, k := range reg.Kinds() {
		if kinds[k] < 300 {
			t.Errorf("%d of 2,000 events are of %s: %v", kinds[k], k, kinds)
		}
	}
}

// TestSameSecretSameGames: what is measured does not change from run to run.
func TestSameSecretSameGames(t *testing.T) {
	one, two := makeGames(t, 40, 400), makeGames(t, 40, 400)
	if len(one) != len(two) {
		t.Fatalf("%d games, then %d", len(one), len(two))
	}
	for i := range one {
		if one[i].Key != two[i].Key || len(one[i].Events) != len(two[i].Events) {
			t.Fatalf("game %d is another one", i)
		}
		if n := len(one[i].Events); n > 40 {
			t.Errorf("game %d has %d events, at most 40 were asked for", i, n)
		}
		for n := range one[i].Events {
			if !bytes.Equal(one[i].Events[n].Raw, two[i].Events[n].Raw) {
				t.Fatalf("game %d, event %d differs", i, n+1)
			}
		}
	}
}
