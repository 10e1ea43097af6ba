package main

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/api/people/vault"
	"plylog/api/people/vault/vaulttest"
)

// What people have is on three servers as what they play: two nodes look at the same
// values, each by another server, and neither sees the past of the other.
func TestVaultOnCluster(t *testing.T) {
	servers := cluster(t, 3)
	connect := func(i int) *nats.Conn {
		nc, err := nats.Connect(servers[i].ClientURL(), nats.Timeout(patience))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
	here, there := connect(0), connect(1)
	vaulttest.Run(t, func(t *testing.T) (v, another vault.Vault) {
		js, err := jetstream.New(here)
		if err != nil {
			t.Fatal(err)
		}
		// Who asks while a leader is elected gets no answer.
		for err = context.DeadlineExceeded; errors.Is(err, context.DeadlineExceeded); {
			if err = js.DeleteStream(t.Context(), vault.Stream); errors.Is(err, jetstream.ErrStreamNotFound) {
				err = nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		var both [2]*vault.Jet
		for i, nc := range []*nats.Conn{here, there} {
			if both[i], err = vault.OpenJet(t.Context(), nc, 3, nil); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(both[i].Close)
		}
		return both[0], both[1]
	})
}

// TestVaultWithoutMajority leaves the leader of three servers alone. It goes on thinking
// that it leads for a while, and may not be believed that there is no such value.
func TestVaultWithoutMajority(t *testing.T) {
	t.Parallel() // it waits
	servers := cluster(t, 3)
	setUp, err := nats.Connect(servers[0].ClientURL(), nats.Timeout(patience))
	if err != nil {
		t.Fatal(err)
	}
	defer setUp.Close()
	made, err := vault.OpenJet(t.Context(), setUp, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	made.Close()
	leads := func(s *natsserver.Server) bool {
		return s.JetStreamIsStreamLeader(natsserver.DEFAULT_GLOBAL_ACCOUNT, vault.Stream)
	}
	at := -1
	for end := time.Now().Add(patience); at < 0; <-time.After(20 * time.Millisecond) {
		if at = slices.IndexFunc(servers, leads); at < 0 && time.Now().After(end) {
			t.Fatal("no server leads the stream")
		}
	}
	nc, err := nats.Connect(servers[at].ClientURL(), nats.Timeout(patience))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	v, err := vault.OpenJet(t.Context(), nc, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if _, err := v.Get(t.Context(), "session.nobody"); !errors.Is(err, vault.ErrNotFound) {
		t.Fatalf("of three servers that are well: %v", err)
	}
	for i, s := range servers {
		if i != at {
			s.Shutdown()
		}
	}
	// It knows itself after ten seconds at the soonest, and is not to be believed after
	// three. They are counted in questions, of which a machine that stands still asks none.
	const pause = 50 * time.Millisecond
	asked := 0
	for err = vault.ErrNotFound; errors.Is(err, vault.ErrNotFound); <-time.After(pause) {
		_, err = v.Get(t.Context(), "session.nobody")
		if asked++; asked > int(6*time.Second/pause) {
			t.Fatalf("a leader is believed that was left alone %d questions ago", asked)
		}
	}
	if !errors.Is(err, vault.ErrUnavailable) {
		t.Errorf("of a leader that was left alone: %v", err)
	}
}
