package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	nats "github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"plylog/api/client"
	"plylog/events/jetlog"
	"plylog/events/ports/portstest"
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

// TestCluster makes a store on three NATS servers: it keeps three copies, and
// goes on when one of the servers is gone.
func TestCluster(t *testing.T) {
	servers := cluster(t, 3)
	var urls []string
	for _, s := range servers {
		urls = append(urls, s.ClientURL())
	}
	srv := startServer(t, "--nats", strings.Join(urls, ","), "--shards", "2")
	c := connect(t, srv)
	made, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	js := jetStream(t, urls[0])
	stream, err := js.Stream(t.Context(), jetlog.StreamName(0))
	if err != nil {
		t.Fatal(err)
	}
	if n := stream.CachedInfo().Config.Replicas; n != 3 {
		t.Errorf("%d copies, want 3", n)
	}
	servers[2].Shutdown()
	servers[2].WaitForShutdown()
	done, err := c.WithToken(made.Tokens.First).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: "d3"})
	if err != nil || done.Event.N != 2 {
		t.Errorf("without one of the three: %+v, %v", done, err)
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}

// cluster starts NATS servers that keep a log together.
func cluster(t *testing.T, n int) []*nats.Server {
	t.Helper()
	return clusterOf(t, n, func() *nats.Options { return &nats.Options{JetStream: true, SyncAlways: true} })
}

// clusterOf starts NATS servers with options of their own, but for names, ports and
// folders.
func clusterOf(t *testing.T, n int, options func() *nats.Options) []*nats.Server {
	t.Helper()
	ports := portstest.Keep(t, n)
	var routes []*url.URL
	for _, port := range ports {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
	}
	var out []*nats.Server
	for i, port := range ports {
		o := options()
		o.ServerName, o.Host, o.Port, o.NoSigs, o.StoreDir = fmt.Sprintf("n%d", i), "127.0.0.1", nats.RANDOM_PORT, true, t.TempDir()
		o.Cluster.Name, o.Cluster.Host, o.Cluster.Port, o.Routes = "plylog", "127.0.0.1", port, routes
		s, err := nats.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		out = append(out, s)
	}
	for _, s := range out {
		if !s.ReadyForConnections(patience) {
			t.Fatal("a NATS server did not start")
		}
	}
	return out
}

func jetStream(t *testing.T, url string) jetstream.JetStream {
	t.Helper()
	nc, err := natsgo.Connect(url, natsgo.Timeout(patience))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(patience))
	if err != nil {
		t.Fatal(err)
	}
	return js
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
