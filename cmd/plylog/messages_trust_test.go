package main

import (
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	natsgo "github.com/nats-io/nats.go"

	"plylog/events/jetlog"
)

// TestForeignReply names every kind of subject as the one that an answer goes to:
// a subject that is stored, the API of the log, somebody else's inbox, the feed, the
// service. None of those commands is carried out, and nothing comes of it anywhere.
func TestForeignReply(t *testing.T) {
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	ann, bob := visit(t, srv.natsURL(t), wordA), visit(t, srv.natsURL(t), wordB)
	heard := make(chan *natsgo.Msg, 64)
	for _, subject := range []string{"_INBOX." + wordB + ".>", "plylog.feed.*"} {
		if _, err := bob.ChanSubscribe(subject, heard); err != nil {
			t.Fatal(err)
		}
	}
	if err := bob.Flush(); err != nil {
		t.Fatal(err)
	}
	game := ann.sitDown("")
	if m := <-heard; m.Subject != "plylog.feed."+game.id { // the feed comes behind the answer
		t.Fatalf("heard on %s: %s", m.Subject, m.Data)
	}
	shard0 := "plylog.game.0." + game.id
	replies := []string{
		shard0, "plylog.game." + game.id, "$JS.API.STREAM.DELETE.PLYLOG_00", "$JS.API.STREAM.PURGE.PLYLOG_00", "plylog.tail.0", "$KV.PLYLOG_LEASES.feed.0",
		"_INBOX_B.x", "_INBOX.B.x", "_INBOX.b", "plylog.feed." + game.id, "plylog.v1.submit." + game.id, "$SRV.PING", "_R_.x", "$SYS.REQ.SERVER.PING", "x",
	}
	for _, reply := range replies {
		m := &natsgo.Msg{Subject: "plylog.v1.submit." + game.id, Reply: reply, Data: []byte(`{"type":"move","move":"d3"}`), Header: natsgo.Header{}}
		name, value, _ := strings.Cut(game.first, ": ")
		m.Header.Set(name, value)
		if err := ann.PublishMsg(m); err != nil {
			t.Fatal(err)
		}
		if err := ann.PublishRequest("$SRV.PING", strings.Replace(reply, "_INBOX.", "_OUTBOX.", 1), nil); err != nil {
			t.Fatal(err)
		}
	}
	ann.must("state."+game.id, "") // taken behind all of them
	if _, status := ann.ask("submit."+game.id, `{}`, game.first); status != 400 {
		t.Errorf("a request that is none is answered %d", status)
	}
	if _, err := ann.Request("$SRV.PING", nil, patience); err != nil {
		t.Fatal(err)
	}
	if err := bob.Flush(); err != nil {
		t.Fatal(err)
	}
	for len(heard) > 0 {
		m := <-heard
		t.Errorf("heard on %s: %s", m.Subject, m.Data)
	}
	if n := metric(t, srv, "plylog_rejected_reply_total"); int(n) < len(replies) {
		t.Errorf("%v replies counted as rejected, of %d", n, len(replies))
	}
	if n := version(t, srv, game.id); n != 1 {
		t.Errorf("the game is at version %d", n)
	}
	if n := stopAndCount(t, srv); n != 1 {
		t.Errorf("the store holds %d events, want 1", n)
	}
}

// TestForbidden tries what a visitor may not do, with the visitor's own credentials.
func TestForbidden(t *testing.T) {
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	ann := visit(t, srv.natsURL(t), wordA)
	game := ann.sitDown("")
	for _, subject := range []string{
		"plylog.game.0." + game.id, "plylog.game.0.*", "plylog.game.>", "plylog.feed." + game.id, "plylog.tail.0", "evil",
		"_INBOX." + wordB + ".x", "_INBOX." + wordA + ".x",
		"$JS.API.INFO", "$JS.API.STREAM.LIST", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.CREATE.X", "$JS.API.STREAM.UPDATE.PLYLOG_00", "$JS.API.STREAM.INFO.PLYLOG_00",
		"$JS.API.STREAM.DELETE.PLYLOG_00", "$JS.API.STREAM.PURGE.PLYLOG_00", "$JS.API.STREAM.MSG.DELETE.PLYLOG_00", "$JS.API.STREAM.MSG.GET.PLYLOG_00",
		"$JS.API.STREAM.RESTORE.PLYLOG_00", "$JS.API.STREAM.SNAPSHOT.PLYLOG_00", "$JS.API.DIRECT.GET.PLYLOG_00", "$JS.API.CONSUMER.CREATE.PLYLOG_00",
		"$JS.API.CONSUMER.DURABLE.CREATE.PLYLOG_00.x", "$JS.API.CONSUMER.DELETE.PLYLOG_00.x", "$JS.API.CONSUMER.MSG.NEXT.PLYLOG_00.x",
		"$JS.ACK.x", "$JS.FC.x", "$KV.PLYLOG_LEASES.feed.0", "$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.CLIENTS.CONNZ",
	} {
		ann.forbidden("publish "+subject, func() error { return ann.PublishRequest(subject, ann.NewRespInbox(), nil) })
	}
	// plylog.feed.> is not among them: the server takes it for plylog.feed.*, and
	// nothing else is published below it.
	for _, subject := range []string{
		">", "*", "*.*", "*.*.*", "plylog.>", "plylog.*.*", "plylog.feed.*.*", "plylog.feed.*.>", "*.feed.*", "plylog.game.>", "plylog.v1.>", "plylog.v1.submit." + game.id,
		"_INBOX.>", "_INBOX.*.>", "_INBOX." + wordB + ".>", "_INBOX.*", "_INBOX.*.*", "$SRV.>", "$SRV.PING", "$JS.>", "$SYS.>", "$KV.>", "_R_.>",
	} {
		ann.forbidden("subscribe "+subject, func() error { _, err := ann.SubscribeSync(subject); return err })
		ann.forbidden("subscribe in a group "+subject, func() error { _, err := ann.QueueSubscribeSync(subject, "q"); return err })
	}
	ann.must("submit."+game.id, `{"type":"move","move":"d3"}`, game.first) // the service still gets what is meant for it
	if n := stopAndCount(t, srv); n != 2 {
		t.Errorf("the store holds %d events, want 2", n)
	}
}

// TestSpoofedHeaders sends what servers write into requests, and tracing: who acts
// is told by the token alone.
func TestSpoofedHeaders(t *testing.T) {
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	ann := visit(t, srv.natsURL(t), wordA)
	game := ann.sitDown("")
	plain := ann.must("submit."+game.id, `{"type":"move","move":"d3"}`, game.first,
		`Nats-Request-Info: {"acc":"SYS","user":"admin"}`, "Plylog-Player: p_other", "Plylog-By: p_other", "By: system")
	want := get(t, srv.url()+"/v1/games/"+game.id)
	by := field(t, string(plain.Data), "by")
	if by == "" || !strings.Contains(want, fmt.Sprintf(`"seats":{"first":%q`, by)) {
		t.Errorf("a move by %q of the game %s", by, want)
	}
	if _, status := ann.ask("submit."+game.id, `{"type":"move","move":"c3"}`, `Nats-Request-Info: {"acc":"SYS"}`); status != 401 {
		t.Errorf("without a token: %d", status)
	}
	for _, dest := range []string{"plylog.game.0." + game.id, "plylog.feed." + game.id, "evil"} {
		m := &natsgo.Msg{Subject: "plylog.v1.state." + game.id, Reply: ann.NewRespInbox(), Header: natsgo.Header{"Nats-Trace-Dest": {dest}}}
		ann.forbidden("trace to "+dest, func() error { return ann.PublishMsg(m) })
	}
	if n := stopAndCount(t, srv); n != 2 {
		t.Errorf("the store holds %d events, want 2", n)
	}
}

// field cuts a field of text out of JSON.
func field(t *testing.T, body, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(body, `"`+name+`":"`)
	value, _, ok2 := strings.Cut(rest, `"`)
	if !ok || !ok2 {
		t.Fatalf("there is no %s in %s", name, body)
	}
	return value
}

// strangeIDs are ids that are none, and what they would like to be.
var strangeIDs = []string{
	"*", ">", "a.b", "..", ".", "$JS.API.x", "a b", "a\tb", "a\r\nb", "%2e", "%00", "\u200b", strings.Repeat("x", 300), "x 5\r\nhello\r\nPUB evil 2\r\nhi",
	"01A22A3F-74FA-7BF4-8A5D-457186A0CAC9", "01a22a3f74fa7bf48a5d457186a0cac9", "{01a22a3f-74fa-7bf4-8a5d-457186a0cac9}",
}

// TestStrangeIDs asks for games by ids that are none. Those that can be sent at all
// are refused as what they are, whatever is asked.
func TestStrangeIDs(t *testing.T) {
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	ann := visit(t, srv.natsURL(t), wordA)
	game := ann.sitDown("")
	sent := 0
	for _, id := range strangeIDs {
		for _, operation := range []string{"submit", "state", "choices", "history"} {
			subject := "plylog.v1." + operation + "." + id
			if strings.Contains(subject, "..") { // no subject, for the server
				ann.forbidden(subject, func() error { return ann.PublishRequest(subject, ann.NewRespInbox(), nil) })
				continue
			}
			body := ""
			if operation == "submit" {
				body = `{"type":"join"}`
			}
			m, err := ann.Request(subject, []byte(body), patience)
			switch {
			case errors.Is(err, natsgo.ErrBadSubject): // nor for the client
				continue
			case err != nil:
				t.Fatalf("%s %q: %v", operation, id, err)
			}
			sent++
			if m.Header.Get("Nats-Service-Error-Code") != "400" || !strings.Contains(string(m.Data), "/problems/bad-id") {
				t.Errorf("%s %q: %v %s", operation, id, m.Header, m.Data)
			}
		}
		for _, header := range []string{"Authorization: Bearer ", "Idempotency-Key: ", "If-Match: "} {
			if _, status := ann.ask("submit."+game.id, `{"type":"move","move":"d3"}`, header+id); status != 400 && status != 401 {
				t.Errorf("%s%q: %d", header, id, status)
			}
		}
		if _, status := ann.ask("submit."+game.id, fmt.Sprintf(`{"type":"move","move":%q}`, id), game.first); status != 400 && status != 422 {
			t.Errorf("move %q: %d", id, status)
		}
	}
	if sent < 4*10 {
		t.Errorf("only %d requests could be sent", sent)
	}
	if n := stopAndCount(t, srv); n != 1 {
		t.Errorf("the store holds %d events, want 1", n)
	}
}

// TestBeforeSigningIn speaks to the port without a password, and with lines inside a
// header that would like to be commands.
func TestBeforeSigningIn(t *testing.T) {
	srv := startServer(t, "--nats-listen", "127.0.0.1:0")
	ann := visit(t, srv.natsURL(t), wordA)
	spy, err := ann.SubscribeSync("plylog.feed.*")
	if err != nil {
		t.Fatal(err)
	}
	if err := ann.Flush(); err != nil {
		t.Fatal(err)
	}
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", strings.TrimPrefix(srv.natsURL(t), "nats://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	for _, first := range []string{
		"PUB x 0\r\n\r\n", "SUB > 1\r\nPING\r\n", "CONNECT {}\r\nPING\r\n", `CONNECT {"user":"plylog","pass":""}` + "\r\nPING\r\n",
		`CONNECT {"user":"public","pass":"short"}` + "\r\nPING\r\n", "GET / HTTP/1.1\r\n\r\n",
	} {
		if said := raw(t, dial(), first, ""); strings.Contains(said, "PONG") || strings.Contains(said, "+OK") {
			t.Errorf("%q is answered %q", first, said)
		}
	}
	header := "NATS/1.0\r\nAuthorization: Bearer x 5\r\nhello\r\nPUB plylog.feed.evil 2\r\nhi\r\n\r\n"
	said := raw(t, dial(), fmt.Sprintf("CONNECT {\"user\":\"public\",\"pass\":%q,\"headers\":true}\r\nHPUB plylog.v1.create _INBOX.%s.x %d %d\r\n%s\r\nPING\r\n",
		wordB, wordB, len(header), len(header), header), "PONG")
	if !strings.Contains(said, "PONG") {
		t.Errorf("the header is answered %q", said)
	}
	ann.sitDown("")
	m, err := spy.NextMsg(patience)
	if err != nil || m.Header.Get(jetlog.HeaderType) != "created" {
		t.Errorf("the spy heard %v, %v", m, err)
	}
	if n := stopAndCount(t, srv); n != 1 {
		t.Errorf("the store holds %d events, want 1", n)
	}
}
