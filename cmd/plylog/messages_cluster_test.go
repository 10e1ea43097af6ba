package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	nats "github.com/nats-io/nats-server/v2/server"
	natsgo "github.com/nats-io/nats.go"
)

// deployed starts a NATS server with the configuration that is handed out, but for
// the port and the folder.
func deployed(t *testing.T) (host string) {
	t.Helper()
	for _, who := range []string{"PLYLOG_LOG", "PLYLOG_SERVICE", "PLYLOG_FEED", "PLYLOG_SYSTEM", "ALICE"} {
		t.Setenv(who+"_PASSWORD", strings.ToLower(who)+"-secret")
	}
	o, err := nats.ProcessConfigFile(filepath.Join(moduleRoot(t), "deploy", "nats", "plylog.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if !o.SyncAlways || o.NoAuthUser != "" || o.HTTPPort != 0 {
		t.Errorf("it writes always: %v; who signs in as nobody is %q; it is watched on port %d", o.SyncAlways, o.NoAuthUser, o.HTTPPort)
	}
	o.Host, o.Port, o.StoreDir, o.NoSigs, o.NoLog = "127.0.0.1", nats.RANDOM_PORT, t.TempDir(), true, true
	s, err := nats.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(patience) {
		t.Fatal("the NATS server did not start")
	}
	return strings.TrimPrefix(s.ClientURL(), "nats://")
}

// clusterShards is how many shards the stores of the tests have.
const clusterShards = 2

// flagsFor are the flags of a node on a deployed server.
func flagsFor(t *testing.T, host string) []string {
	t.Helper()
	flags, files := []string{"--shards", strconv.Itoa(clusterShards), "--nats", "nats://" + host}, []string(nil)
	for _, role := range []string{"log", "service", "feed", "system"} {
		file := filepath.Join(t.TempDir(), role)
		if err := os.WriteFile(file, []byte(role+" plylog_"+role+"-secret\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, role+"="+file)
		if role != "log" {
			flags = append(flags, "--nats-"+role, "nats://"+host)
		}
	}
	return append(flags, "--nats-login", strings.Join(files, ","))
}

// TestDeployed serves clients of a NATS server that is set up as the documentation
// says: what they may not do there, they may not do here.
func TestDeployed(t *testing.T) {
	host := deployed(t)
	srv := startServer(t, flagsFor(t, host)...)
	alice := visitAs(t, "nats://"+host, "alice", "alice-secret", "alice")
	feed, err := alice.SubscribeSync("plylog.feed.*")
	if err != nil {
		t.Fatal(err)
	}
	game := alice.sitDown("")
	alice.must("submit."+game.id, `{"type":"move","move":"d3"}`, game.first)
	for n := 1; n <= 2; n++ {
		if m, err := feed.NextMsg(patience); err != nil || m.Header.Get("Plylog-N") != strconv.Itoa(n) {
			t.Fatalf("event %d: %v, %v", n, m, err)
		}
	}
	for _, subject := range []string{"plylog.game.0." + game.id, "$JS.API.STREAM.PURGE.PLYLOG_00", "plylog.feed." + game.id, "_INBOX.alice.x", "$KV.PLYLOG_LEASES.feed.0"} {
		alice.forbidden("publish "+subject, func() error { return alice.Publish(subject, nil) })
	}
	for _, subject := range []string{">", "plylog.game.>", "plylog.v1.>", "_INBOX.>", "_INBOX.bob.>", "$SYS.>"} {
		alice.forbidden("subscribe "+subject, func() error { _, err := alice.QueueSubscribeSync(subject, "q"); return err })
	}
	m := &natsgo.Msg{Subject: "plylog.v1.submit." + game.id, Reply: "plylog.game.0." + game.id, Data: []byte(`{"type":"resign"}`)}
	if err := alice.PublishMsg(m); err != nil {
		t.Fatal(err)
	}
	alice.ask("submit."+game.id, `{}`)
	if n := metric(t, srv, "plylog_rejected_reply_total"); n != 1 {
		t.Errorf("%v rejected replies", n)
	}
	for _, c := range [][2]string{{"service", "plylog_service-secret"}, {"feed", "plylog_feed-secret"}} {
		v := visitAs(t, "nats://"+host, c[0], c[1], c[0])
		for _, subject := range []string{"plylog.game.0." + game.id, "$JS.API.STREAM.PURGE.PLYLOG_00", "plylog.v1.submit." + game.id} {
			v.forbidden(c[0]+" publishes "+subject, func() error { return v.Publish(subject, nil) })
		}
	}
	if n := version(t, srv, game.id); n != 2 {
		t.Errorf("the game is at version %d", n)
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}

// TestFeedOfTwoNodes runs two nodes on one store. Whichever is asked, every event is
// on the feed once; and when the node that published dies, the other goes on where
// it had come to.
func TestFeedOfTwoNodes(t *testing.T) {
	host := deployed(t)
	one := startServer(t, flagsFor(t, host)...)
	secret, err := os.ReadFile(filepath.Join(one.data, "secret"))
	if err != nil {
		t.Fatal(err)
	}
	two := newServer(t.TempDir(), one.env)
	t.Cleanup(two.clean)
	if err := os.WriteFile(filepath.Join(two.data, "secret"), secret, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := two.start(flagsFor(t, host)...); err != nil {
		t.Fatal(err)
	}
	alice := visitAs(t, "nats://"+host, "alice", "alice-secret", "alice")
	feed, err := alice.SubscribeSync("plylog.feed.*")
	if err != nil {
		t.Fatal(err)
	}
	const games = 12
	seen := make(map[string]int)
	next := func() {
		t.Helper()
		m, err := feed.NextMsg(patience)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(m.Header.Get("Plylog-N"))
		if err != nil {
			t.Fatal(err)
		}
		if n != seen[m.Subject]+1 {
			t.Errorf("%s: event %d behind %d", m.Subject, n, seen[m.Subject])
		}
		seen[m.Subject] = n
	}
	var tables []table
	for range games { // requests go to either node
		game := alice.sitDown("")
		alice.must("submit."+game.id, `{"type":"move","move":"d3"}`, game.first)
		tables = append(tables, game)
	}
	for range 2 * games {
		next()
	}
	if err := one.kill(); err != nil {
		t.Fatal(err)
	}
	for i, game := range tables {
		alice.insist("submit."+game.id, `{"type":"move","move":"c3"}`, game.other, "Idempotency-Key: "+id(i))
	}
	after := make(map[string]bool)
	for len(after) < games { // what had not been noted when the node died comes again, and its number says so
		m, err := feed.NextMsg(patience)
		if err != nil {
			t.Fatal(err)
		}
		if m.Header.Get("Plylog-N") == "3" {
			after[m.Subject] = true
		}
	}
	if err := two.stop(); err != nil {
		t.Error(err)
	}
}
