package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	natsgo "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/micro"

	"plylog/api/service"
	"plylog/events"
	"plylog/events/jetlog"
)

// TestMessages plays a game over NATS with a server in a process of its own, and
// watches it: the feed has every event, once and in order, as it is stored.
func TestMessages(t *testing.T) {
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	ann, bob := visit(t, srv.natsURL(t), wordA), visit(t, srv.natsURL(t), wordB)
	feed, err := bob.SubscribeSync("plylog.feed.*")
	if err != nil {
		t.Fatal(err)
	}
	if err := bob.Flush(); err != nil {
		t.Fatal(err)
	}
	hidden := ann.sitDown(`,"private":true`)
	ann.must("submit."+hidden.id, `{"type":"move","move":"d3"}`, hidden.first)
	game := ann.sitDown("")
	key := "Idempotency-Key: " + id(1)
	first := ann.must("submit."+game.id, `{"type":"move","move":"d3"}`, game.first, key, `If-Match: "1"`)
	if first.Header.Get("ETag") != `"2"` || first.Header.Get("Idempotent-Replay") != "" {
		t.Errorf("a move is answered with %v", first.Header)
	}
	again := ann.must("submit."+game.id, `{"type":"move","move":"d3"}`, game.first, key)
	for name := range first.Header {
		if !slices.Contains([]string{"Content-Type", "ETag", "Plylog-Version", "Ratelimit", "Ratelimit-Policy"}, name) {
			t.Errorf("an answer tells a NATS client of %s", name)
		}
	}
	if again.Header.Get("Idempotent-Replay") != "true" || string(again.Data) != string(first.Data) {
		t.Errorf("the same again is answered with %v %s", again.Header, again.Data)
	}
	for _, c := range []struct {
		body    string
		headers []string
		status  int
	}{
		{`{"type":"move","move":"c3"}`, nil, 401},
		{`{"type":"move","move":"c3"}`, []string{hidden.other}, 403},
		{`{"type":"move","move":"c3"}`, []string{game.other, `If-Match: "1"`}, 412},
		{`{"type":"move","move":"a1"}`, []string{game.other}, 422},
		{`{"type":"move","move":"c3","seat":"second"}`, []string{game.other}, 400},
	} {
		if m, status := ann.ask("submit."+game.id, c.body, c.headers...); status != c.status {
			t.Errorf("%s %v: %d, want %d: %s", c.body, c.headers, status, c.status, m.Data)
		}
	}
	for i, square := range []string{"c3", "c4"} {
		ann.must("submit."+game.id, fmt.Sprintf(`{"type":"move","move":%q}`, square), []string{game.other, game.first}[i])
	}
	ann.must("submit."+game.id, `{"type":"resign"}`, game.other)
	for n := 1; n <= 5; n++ {
		m, err := feed.NextMsg(patience)
		if err != nil {
			t.Fatalf("event %d: %v", n, err)
		}
		e, err := events.Decode(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		if m.Subject != "plylog.feed."+game.id || e.N != n || m.Header.Get(jetlog.HeaderN) != strconv.Itoa(n) ||
			m.Header.Get(jetlog.HeaderKind) != "reversi" || m.Header.Get(jetlog.HeaderType) != string(e.Type) || len(m.Header) != 3 {
			t.Errorf("event %d: %s %v %s", n, m.Subject, m.Header, m.Data)
		}
		if n == 2 && string(m.Data) != string(first.Data) {
			t.Errorf("stored %s\nand on the feed %s", first.Data, m.Data)
		}
	}
	if _, status := bob.ask("state."+hidden.id, ""); status != 404 {
		t.Errorf("the private game is answered %d", status)
	}
	bob.must("state."+hidden.id, "", hidden.first)
	if m, err := feed.NextMsg(1); err == nil {
		t.Errorf("something more on the feed: %s", m.Data)
	}
	for _, operation := range []string{"state", "choices", "history"} {
		path := map[string]string{"state": "", "choices": "/choices", "history": "/history"}[operation]
		got, want := string(bob.must(operation+"."+game.id, "").Data), get(t, srv.url()+"/v1/games/"+game.id+path)
		if got != want {
			t.Errorf("%s: over NATS %s\nover HTTP %s", operation, got, want)
		}
	}
	if n := stopAndCount(t, srv); n != 2+5 {
		t.Errorf("the store holds %d events, want 7", n)
	}
}

// TestHeaderNames holds the feed and the log to the same names.
func TestHeaderNames(t *testing.T) {
	if service.HeaderN != jetlog.HeaderN || service.HeaderKind != jetlog.HeaderKind || service.HeaderType != jetlog.HeaderType {
		t.Error("an event has other headers on the feed than in the log")
	}
}

// TestMicro asks the service about itself, as tools do.
func TestMicro(t *testing.T) {
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	v := visit(t, srv.natsURL(t), wordA)
	m, err := v.Request("$SRV.INFO.plylog", nil, patience)
	if err != nil {
		t.Fatal(err)
	}
	var info micro.Info
	if err := json.Unmarshal(m.Data, &info); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range info.Endpoints {
		names = append(names, e.Subject)
	}
	if want := "plylog.v1.create plylog.v1.submit.> plylog.v1.state.> plylog.v1.choices.> plylog.v1.history.>"; strings.Join(names, " ") != want {
		t.Errorf("endpoints %v", names)
	}
	game := v.sitDown("")
	v.ask("submit."+game.id, `{}`, game.first)
	m, err = v.Request("$SRV.STATS.plylog", nil, patience)
	if err != nil {
		t.Fatal(err)
	}
	var stats micro.Stats
	if err := json.Unmarshal(m.Data, &stats); err != nil {
		t.Fatal(err)
	}
	for _, e := range stats.Endpoints[:2] {
		var own map[string]uint64
		if err := json.Unmarshal(e.Data, &own); err != nil {
			t.Fatal(err)
		}
		if own["answered"]+own["refused"] != 1 || e.NumRequests != 1 || own["average_nanoseconds"] == 0 {
			t.Errorf("%s: %d requests, %v", e.Name, e.NumRequests, own)
		}
	}
	if err := srv.stop(); err != nil {
		t.Error(err)
	}
}

// TestUsers lets in those whom a file names, and nobody else.
func TestUsers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "users")
	if err := os.WriteFile(file, []byte("ann wonderland\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	srv := startServer(t, "--nats-listen", "127.0.0.1:0", "--nats-users", file)
	ann := visitAs(t, srv.natsURL(t), "ann", "wonderland", "ann")
	ann.sitDown("")
	for _, c := range [][2]string{{"public", wordA}, {"ann", "wonder"}, {"ann", ""}, {"plylog", "wonderland"}, {"", ""}} {
		if nc, err := natsgo.Connect(srv.natsURL(t), natsgo.UserInfo(c[0], c[1])); err == nil {
			nc.Close()
			t.Errorf("%q is let in", c)
		}
	}
	ann.forbidden("another one's inbox", func() error { _, err := ann.SubscribeSync("_INBOX.bob.>"); return err })
}

// id makes a UUID that follows from a number.
func id(n int) string { return events.CommandID(events.DeriveID(fmt.Sprint("command ", n))).String() }
