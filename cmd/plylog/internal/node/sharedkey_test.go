package node

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"plylog/events/jetlog"
	"plylog/events/merkle"
)

// shared opens the leases of a store.
func shared(t *testing.T) *jetlog.Leases {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	s, err := jetlog.Embed(t.Context(), jetlog.EmbedOptions{Dir: t.TempDir(), NoSync: true, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	log, err := s.Open(t.Context(), jetlog.Options{Shards: 1, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(log.Close)
	leases, err := jetlog.OpenLeases(t.Context(), s.Connect, 0, quiet)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(leases.Close)
	return leases
}

// keyIn is the key of a data folder.
func keyIn(t *testing.T, data string) merkle.PublicKey {
	t.Helper()
	f, err := merkle.OpenFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Archive.Close()
	return f.Key.Public()
}

// sign has the key of a data folder sign something.
func sign(t *testing.T, data string, rotate bool) {
	t.Helper()
	f, err := merkle.OpenFolder(data)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Archive.Close()
	note, err := f.Key.Sign(merkle.Checkpoint{Origin: merkle.Origin(f.Key.Public().Name(), 0)})
	if err == nil {
		err = f.Archive.Append(note)
	}
	if err == nil && rotate {
		_, err = f.Rotate(data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestNodesShareAKey: nodes that start at once, later, or after the key was replaced at
// one of them, have one key; with another secret, or after signing with another key,
// a node is refused.
func TestNodesShareAKey(t *testing.T) {
	leases, secret := shared(t), bytes.Repeat([]byte("s"), 32)
	share := func(data string) error { return shareKey(t.Context(), leases, data, secret) }
	nodes := make([]string, 4)
	var work sync.WaitGroup
	for i := range nodes {
		nodes[i] = t.TempDir()
		work.Go(func() {
			if err := share(nodes[i]); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	want := keyIn(t, nodes[0])
	same := func(what string, list ...string) {
		t.Helper()
		for i, data := range list {
			if err := share(data); err != nil || keyIn(t, data) != want {
				t.Errorf("%s: node %d has %s, want %s; %v", what, i, keyIn(t, data), want, err)
			}
		}
	}
	same("at once", nodes...)
	nodes = append(nodes, t.TempDir())
	same("later", nodes...)
	for _, data := range nodes {
		sign(t, data, false)
	}
	sign(t, nodes[2], true)
	if want = keyIn(t, nodes[2]); want == keyIn(t, nodes[0]) {
		t.Fatal("the key was not replaced")
	}
	same("replaced at one of them", nodes[2], nodes[0], nodes[1], nodes[4], t.TempDir())

	stranger := t.TempDir()
	sign(t, stranger, false)
	if err := share(stranger); !errors.Is(err, errOtherKey) {
		t.Errorf("a key that has signed: %v", err)
	}
	if err := shareKey(t.Context(), leases, t.TempDir(), bytes.Repeat([]byte("o"), 32)); err == nil || !strings.Contains(err.Error(), "another secret") {
		t.Errorf("another secret: %v", err)
	}
}
