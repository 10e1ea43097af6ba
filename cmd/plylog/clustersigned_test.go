package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plylog/api/client"
	"plylog/events/merkle"
)

// TestTwoNodesSignOneLog: the nodes of a store sign under one key and publish one history
// of checkpoints, whichever is asked, while the one that signs is killed and another goes
// on; a node that comes with a key of its own is refused.
func TestTwoNodesSignOneLog(t *testing.T) {
	host := deployed(t)
	one := startServer(t, flagsFor(t, host)...)
	join := func() *server {
		s := newServer(t.TempDir(), one.env)
		t.Cleanup(s.clean)
		secret, err := os.ReadFile(filepath.Join(one.data, "secret"))
		if err == nil {
			err = os.WriteFile(filepath.Join(s.data, "secret"), secret, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	two := join()
	if err := two.start(flagsFor(t, host)...); err != nil {
		t.Fatal(err)
	}
	play := func(s *server) {
		t.Helper()
		c := connect(t, s)
		made, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.WithToken(made.Tokens.First).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: "d3"}); err != nil {
			t.Fatal(err)
		}
	}
	// same waits until nodes publish the same checkpoints, over so many events.
	same := func(events int64, nodes ...*server) {
		t.Helper()
		var seen []*client.Checkpoints
		for end := time.Now().Add(patience); time.Now().Before(end); <-time.After(50 * time.Millisecond) {
			seen = nil
			for _, s := range nodes {
				list, err := connect(t, s).Checkpoints(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				seen = append(seen, list)
			}
			whole := true
			for _, list := range seen {
				var size int64
				for i, s := range list.Shards {
					size += s.Size
					whole = whole && s.Note == seen[0].Shards[i].Note
				}
				whole = whole && size == events && list.Key == seen[0].Key
			}
			if whole {
				return
			}
		}
		t.Fatalf("the nodes do not publish the same %d events: %+v", events, seen)
	}
	play(one)
	play(two)
	same(4, one, two)
	if err := one.kill(); err != nil { // it leads
		t.Fatal(err)
	}
	play(two)
	same(6, two)
	if err := one.start(flagsFor(t, host)...); err != nil {
		t.Fatal(err)
	}
	play(one)
	same(8, one, two)

	stranger := join()
	k, err := merkle.NewKey(merkle.NewStoreName(), strings.NewReader(strings.Repeat("k", 64)))
	if err == nil {
		err = merkle.Adopt(stranger.data, k)
	}
	if err != nil {
		t.Fatal(err)
	}
	f, err := merkle.OpenFolder(stranger.data)
	if err != nil {
		t.Fatal(err)
	}
	note, err := k.Sign(merkle.Checkpoint{Origin: merkle.Origin(k.Public().Name(), 0), Size: 1})
	if err == nil {
		err = errors.Join(f.Archive.Append(note), f.Archive.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := stranger.start(flagsFor(t, host)...); err == nil || !strings.Contains(err.Error(), "another key for checkpoints") {
		t.Errorf("a node with a key of its own: %v", err)
	}
	if err := errors.Join(one.stop(), two.stop()); err != nil {
		t.Error(err)
	}
	sizes := make([][]int64, 2)
	roots := make(map[[2]int64]merkle.Hash)
	for i, s := range []*server{one, two} {
		all, err := merkle.ReadCheckpoints(s.data)
		if err != nil {
			t.Fatal(err)
		}
		for shard, list := range all {
			for _, c := range list {
				at := [2]int64{int64(shard), c.Size}
				if old, ok := roots[at]; ok && old != c.Root {
					t.Errorf("shard %d has two roots over %d events", shard, c.Size)
				}
				roots[at] = c.Root
				sizes[i] = append(sizes[i], c.Size)
			}
		}
		if len(sizes[i]) == 0 || slices.Max(sizes[i]) < 2 {
			t.Errorf("node %d keeps %v", i, sizes[i])
		}
	}
}
