package main

import (
	"context"
	"errors"
	"testing"

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
		nc, err := nats.Connect(servers[i].ClientURL())
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
