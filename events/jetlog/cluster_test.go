package jetlog_test

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"plylog/events"
	"plylog/events/jetlog"
	"plylog/events/logtest"
	"plylog/events/ports/portstest"
)

// cluster is three servers in this process, on free ports of the loopback.
type cluster struct {
	t       testing.TB
	servers []*server.Server
	options []*server.Options
}

func startCluster(t testing.TB, sync bool) *cluster {
	t.Helper()
	return startClusterOver(t, sync, func(_, _, port int) int { return port })
}

// startClusterOver has the servers find each other by ways of their own: way tells at
// which port one finds another that listens at a port.
func startClusterOver(t testing.TB, sync bool, way func(from, to, port int) int) *cluster {
	t.Helper()
	c := &cluster{t: t}
	dirs := []string{t.TempDir(), t.TempDir(), t.TempDir()} // before the servers: removed after them
	t.Cleanup(func() {
		for _, s := range c.servers {
			s.Shutdown()
			s.WaitForShutdown()
		}
	})
	clients, routes := portstest.Keep(t, 3), portstest.Keep(t, 3)
	for i := range routes {
		o := &server.Options{
			ServerName: fmt.Sprintf("n%d", i), Host: "127.0.0.1", Port: clients[i], NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: dirs[i], SyncAlways: sync,
			Cluster: server.ClusterOpts{Name: "plylog-test", Host: "127.0.0.1", Port: routes[i]},
		}
		for j := range routes {
			if j == i {
				continue
			}
			at := way(i, j, routes[j])
			if at != routes[j] {
				o.Cluster.Advertise = "127.0.0.1:1" // nobody: others are not to find a way past it
			}
			o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(at))})
		}
		c.options = append(c.options, o)
	}
	for _, o := range c.options {
		c.servers = append(c.servers, c.start(o))
	}
	return c
}

func (c *cluster) start(o *server.Options) *server.Server {
	c.t.Helper()
	s, err := server.NewServer(o)
	if err != nil {
		c.t.Fatal(err)
	}
	go s.Start()
	if !s.ReadyForConnections(30 * time.Second) {
		c.t.Fatal("a server of the cluster is not ready")
	}
	return s
}

// stop ends one server; again starts it anew, on the same ports and files.
func (c *cluster) stop(i int) (again func()) {
	c.t.Helper()
	s := c.servers[i]
	s.Shutdown()
	s.WaitForShutdown()
	return func() { c.servers[i] = c.start(c.options[i]) }
}

// leader returns the server that leads the stream of a shard, once there is one.
func (c *cluster) leader(shard int) int {
	c.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); <-time.After(20 * time.Millisecond) {
		for i := range c.servers {
			if c.leads(i, shard) {
				return i
			}
		}
	}
	c.t.Fatal("no server leads the stream")
	return 0
}

// leads reports whether a server thinks that it leads the stream of a shard.
func (c *cluster) leads(i, shard int) bool {
	return c.servers[i].JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, jetlog.StreamName(shard))
}

func (c *cluster) connect() jetlog.Connect {
	var urls []string
	for _, s := range c.servers {
		urls = append(urls, s.ClientURL())
	}
	return jetlog.To(strings.Join(urls, ","), nats.Timeout(patience))
}

// TestCluster runs the contract on three servers, and then has two logs contend
// for the same games, as two nodes behind a load balancer do: every place is taken
// once, and everybody else is told of a conflict.
func TestCluster(t *testing.T) {
	t.Parallel() // much of it is waiting for elections
	c := startCluster(t, false)
	var retried atomic.Int64
	o := jetlog.Options{Shards: 3, Replicas: 3, AckWait: soon, AnswerWait: soon, Observe: jetlog.Observer{
		Retried: func(*events.Event) { retried.Add(1) },
	}}
	l := open(t, c.connect(), o)
	t.Run("Contract", func(t *testing.T) {
		logtest.Run(t, func(*testing.T) events.Log { return l })
	})
	for name, batchFrom := range map[string]int{"TwoNodesSingly": 1 << 30, "TwoNodesInBatches": 2} {
		t.Run(name, func(t *testing.T) {
			o.BatchFrom = batchFrom
			contend(t, []*jetlog.Log{open(t, c.connect(), o), open(t, c.connect(), o)})
		})
	}
	t.Logf("%d appends were put off and sent again", retried.Load())
	if err := l.Health(t.Context()); err != nil {
		t.Error(err)
	}
}

// contend has every node append to every game at once, again and again.
func contend(t *testing.T, nodes []*jetlog.Log) {
	t.Helper()
	const games, rounds = 8, 6
	ctx := t.Context()
	list := make([]*logtest.Game, games)
	for i := range list {
		list[i] = logtest.NewGame(t)
	}
	for range rounds {
		type try struct {
			e   *events.Event
			seq uint64
			err error
		}
		tries := make([]try, games*len(nodes))
		for i := range tries {
			tries[i].e = list[i%games].Next(t)
		}
		done := make(chan struct{})
		for i := range tries {
			go func() {
				defer func() { done <- struct{}{} }()
				tries[i].seq, tries[i].err = nodes[i/games].Append(ctx, list[i%games].Seq, tries[i].e)
			}()
		}
		for range tries {
			<-done
		}
		for g := range list {
			won := 0
			for i := g; i < len(tries); i += games {
				switch err := tries[i].err; {
				case err == nil:
					won++
					list[g].Stored(tries[i].e, tries[i].seq)
				case errors.Is(err, events.ErrAway): // it is not known, and the log tells
					for e, err := range nodes[0].Read(ctx, list[g].ID, list[g].Seq) {
						if err != nil {
							t.Fatal(err)
						}
						if e.Command == tries[i].e.Command {
							won++
							list[g].Stored(e, e.Seq)
						}
					}
				case !errors.Is(err, events.ErrConflict):
					t.Errorf("game %d: %v", g, err)
				}
			}
			if won != 1 {
				t.Fatalf("game %d: %d events took one place", g, won)
			}
		}
	}
	for g := range list {
		n := 0
		for e, err := range nodes[0].Read(ctx, list[g].ID, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; e.N != n {
				t.Fatalf("game %d: event %d follows %d", g, e.N, n-1)
			}
		}
		if n != rounds {
			t.Errorf("game %d has %d events, want %d", g, n, rounds)
		}
	}
}
