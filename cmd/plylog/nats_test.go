package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"

	"plylog/api/client"
)

// TestExternalNATS keeps the log on a NATS server elsewhere: what one plylog
// stored, another one with the same secret finds there and goes on with.
func TestExternalNATS(t *testing.T) {
	elsewhere, err := nats.NewServer(&nats.Options{
		Host: "127.0.0.1", Port: nats.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), SyncAlways: true, NoSigs: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	elsewhere.Start()
	t.Cleanup(func() { elsewhere.Shutdown(); elsewhere.WaitForShutdown() })
	if !elsewhere.ReadyForConnections(patience) {
		t.Fatal("the NATS server did not start")
	}
	one := startServer(t, "--nats", elsewhere.ClientURL(), "--shards", "2")
	c := connect(t, one)
	made, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(one.data, "log")); err == nil {
		t.Error("a log was made in the data folder all the same")
	}
	move := func(c *client.Client, token, square string, n int) {
		t.Helper()
		done, err := c.WithToken(token).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: square})
		if err != nil || done.Event.N != n {
			t.Fatalf("%s: got %+v, %v; want event %d", square, done, err, n)
		}
	}
	move(c, made.Tokens.First, "d3", 2)
	if err := one.kill(); err != nil {
		t.Fatal(err)
	}

	two := newServer(t.TempDir(), one.env)
	t.Cleanup(two.clean)
	secret, err := os.ReadFile(filepath.Join(one.data, "secret"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(two.data, "secret"), secret, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := two.start("--nats", elsewhere.ClientURL()); err != nil {
		t.Fatal(err)
	}
	move(connect(t, two), made.Tokens.Second, "c5", 3)
	r, err := rebuild(t.Context(), two)
	if err != nil || r.Events != 3 || r.Equal != 1 {
		t.Errorf("rebuild: %+v, %v", r, err)
	}
	if err := two.stop(); err != nil {
		t.Error(err)
	}
}

// connect returns a client that does not give up while a server restarts.
func connect(t *testing.T, srv *server) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{Server: srv.url(), Tries: 1000, MostPause: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
