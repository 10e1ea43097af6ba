package doctor_test

import (
	"context"
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"plylog/cmd/plylog/internal/doctor"
	"plylog/events/jetlog"
	"plylog/events/ports/portstest"
)

// servers starts NATS servers, in a cluster where there are more than one, of which
// those that are named write before they answer.
func servers(t *testing.T, n int, always ...int) doctor.ClusterConfig {
	t.Helper()
	ports := portstest.Keep(t, n)
	dirs := make([]string, n)
	for i := range dirs {
		dirs[i] = t.TempDir()
	}
	var list []*server.Server
	var at []string
	t.Cleanup(func() {
		for _, s := range list {
			s.Shutdown()
			s.WaitForShutdown()
		}
	})
	for i := range n {
		log, sys := server.NewAccount("LOG"), server.NewAccount("SYS")
		o := &server.Options{
			ServerName: "n" + strconv.Itoa(i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: dirs[i], Accounts: []*server.Account{log, sys}, SystemAccount: "SYS",
			Users: []*server.User{{Username: "log", Password: "l", Account: log}, {Username: "system", Password: "s", Account: sys}},
		}
		for _, a := range always {
			o.SyncAlways = o.SyncAlways || a == i
		}
		if n > 1 {
			o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[i]}
			for _, p := range ports {
				o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(p))})
			}
		}
		s, err := server.NewServer(o)
		if err != nil {
			t.Fatal(err)
		}
		go s.Start()
		list = append(list, s)
	}
	for _, s := range list {
		if !s.ReadyForConnections(5 * time.Minute) {
			t.Fatal("a NATS server did not start")
		}
		account, err := s.LookupAccount("LOG")
		if err != nil {
			t.Fatal(err)
		}
		if err := account.EnableJetStream(map[string]server.JetStreamAccountLimits{"": {MaxMemory: -1, MaxStore: -1, MaxStreams: -1, MaxConsumers: -1}}, nil); err != nil {
			t.Fatal(err)
		}
		at = append(at, strings.TrimPrefix(s.ClientURL(), "nats://"))
	}
	patience := time.Duration(0)
	if n > 1 { // they say how many of them there are, and all are waited for
		patience = 10 * time.Minute
	}
	return doctor.ClusterConfig{
		Patience: patience,
		Connect:  jetlog.To("nats://log:l@" + strings.Join(at, ",nats://log:l@")),
		System:   jetlog.To("nats://system:s@" + strings.Join(at, ",nats://system:s@")),
	}
}

// keep makes a store with so many copies.
func keep(t *testing.T, c doctor.ClusterConfig, copies int) {
	t.Helper()
	l, err := jetlog.Open(t.Context(), c.Connect, jetlog.Options{Shards: 2, Replicas: copies})
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}

// judge fails unless a check came to a grade that says something.
func judge(t *testing.T, c doctor.ClusterConfig, check string, grade doctor.Grade, says string) {
	t.Helper()
	cfg := healthy(t)
	cfg.Embedded, cfg.Cluster = false, func(ctx context.Context) []doctor.Finding { return doctor.Cluster(ctx, c) }
	want(t, cfg, check, grade, says)
}

// TestOneNATSServer looks at a server by itself, before and after it keeps a log.
func TestOneNATSServer(t *testing.T) {
	c := servers(t, 1)
	judge(t, c, "nats", doctor.Good, "version "+server.VERSION)
	judge(t, c, "nats-store", doctor.Note, "none yet")
	judge(t, c, "nats-sync", doctor.Bad, "n0 (every 2m0s)")
	keep(t, c, 1)
	judge(t, c, "nats-store", doctor.Good, "2 shards, 0 events")
	judge(t, c, "nats-copies", doctor.Warn, "the only copy")
	judge(t, c, "nats-account", doctor.Good, "2 streams")
	judge(t, servers(t, 1, 0), "nats-sync", doctor.Good, "n0 write before they answer")
	c.System = nil
	judge(t, c, "nats-sync", doctor.Warn, "could not be asked")
	c.System = c.Connect // no user of the system account
	judge(t, c, "nats-sync", doctor.Warn, "could not be asked: 0 servers answered")
	c.Connect = jetlog.To("nats://log:wrong@127.0.0.1:1")
	judge(t, c, "nats", doctor.Bad, "connecting to NATS")
}

// TestClusterThatForgets looks at three servers of which one does not write before it
// answers, and at a store that is kept once.
func TestClusterThatForgets(t *testing.T) {
	t.Parallel() // much of it is waiting for elections
	c := servers(t, 3, 0, 2)
	keep(t, c, 1)
	judge(t, c, "nats-sync", doctor.Bad, ": n1 (every 2m0s)")
	judge(t, c, "nats-copies", doctor.Bad, "kept once")
}

// TestClusterThatKeeps looks at three servers that are as they should be.
func TestClusterThatKeeps(t *testing.T) {
	t.Parallel() // much of it is waiting for elections
	c := servers(t, 3, 0, 1, 2)
	keep(t, c, 3)
	judge(t, c, "nats-sync", doctor.Good, "write before they answer")
	judge(t, c, "nats-copies", doctor.Good, "3 of every event")
	judge(t, c, "nats", doctor.Good, "in the cluster test; 3 servers are known")
}
