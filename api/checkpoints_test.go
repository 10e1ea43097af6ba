package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"plylog/api"
	"plylog/events/audit"
	"plylog/events/memlog"
	"plylog/events/merkle"
	"plylog/projections"
	"plylog/projections/checkpoints"
)

// signing makes a world sign its log.
func signing(t testing.TB) func(*api.Config) {
	t.Helper()
	return func(c *api.Config) {
		folder, err := merkle.OpenFolder(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		quiet := slog.New(slog.DiscardHandler)
		pub := checkpoints.New(checkpoints.Config{Log: c.Log, Folder: folder, Delay: 1, Logger: quiet})
		// The world's own views were made before; others show the publisher the log.
		views, err := projections.New(projections.Config{Log: c.Log, Tap: pub, Logger: quiet})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error, 2)
		go func() { done <- views.Run(ctx) }()
		<-views.Ready()
		if err := pub.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		go func() { done <- pub.Run(ctx) }()
		t.Cleanup(func() {
			cancel()
			if err := errors.Join(<-done, <-done, folder.Archive.Close()); err != nil {
				t.Error(err)
			}
		})
		c.Checkpoints = pub
	}
}

// TestTrust goes the way of somebody who believes nobody: keys and checkpoints once,
// later the game with its receipt, and then no server any more.
func TestTrust(t *testing.T) {
	w := newWorld(t, memlog.New(2), signing(t))
	g := w.newGame("nim", `"private":false`)
	w.do("GET", g.path()+"/receipt", "").want(t, 409, "not-over")
	running := w.do("GET", g.path()+"/audit", "").want(t, 200)
	if running.at(t, "verdict") != "verified" || running.at(t, "checkpoint", "size") == nil {
		t.Errorf("a running game: %s", running.body)
	}
	g.move("first", "2").want(t, 201)
	g.act("second", `{"type":"resign"}`).want(t, 201)

	a := w.do("GET", g.path()+"/audit", "").want(t, 200)
	head, ok := a.at(t, "head").(string)
	if a.at(t, "verdict") != "verified" || !ok || len(a.at(t, "events").([]any)) != 3 {
		t.Errorf("the audit: %s", a.body)
	}
	receipt := w.do("GET", g.path()+"/receipt", "").want(t, 200)
	if !strings.HasSuffix(receipt.header.Get("Content-Disposition"), `.tlog-proof"`) {
		t.Errorf("%v", receipt.header)
	}
	export := w.do("GET", g.path()+"/export", "").want(t, 200)

	var all struct {
		Store, Key string
		Shards     []struct {
			Origin, Note, Tiles, Key string
			Size                     int64
		}
	}
	if err := json.Unmarshal([]byte(w.do("GET", "/v1/checkpoints", "").want(t, 200).body), &all); err != nil {
		t.Fatal(err)
	}
	key, err := merkle.ParsePublicKey(all.Key)
	if err != nil || len(all.Shards) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	trust := merkle.Trust{key}
	for _, s := range all.Shards {
		c, err := trust.Open([]byte(s.Note))
		if err != nil || c.Origin != s.Origin || c.Size != s.Size || !strings.HasPrefix(s.Origin, all.Store+"/") || s.Key != key.For(s.Origin).String() {
			t.Errorf("%+v: %+v, %v", s, c, err)
		}
		if note := w.do("GET", s.Tiles+"/checkpoint", "").want(t, 200); note.body != s.Note || note.header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s: %q", s.Tiles, note.body)
		}
		if s.Size == 0 {
			w.do("GET", s.Tiles+"/tile/0/000.p/1", "").want(t, 404, "not-found")
			continue
		}
		if s.Size != 3 {
			t.Errorf("%d events", s.Size)
		}
		read := merkle.Tiles(func(_ context.Context, tile merkle.Tile) ([]byte, error) {
			return []byte(w.do("GET", s.Tiles+"/"+tile.Path(), "").want(t, 200).body), nil
		})
		if _, err := read.Root(t.Context(), c.Checkpoint, 2); err != nil {
			t.Error(err)
		}
	}

	// Away from the server.
	for name, with := range map[string]func(*audit.Anchors) error{
		"receipt": func(a *audit.Anchors) error { a.AddReceipt("r", []byte(receipt.body)); return nil },
		"head":    func(a *audit.Anchors) error { return a.AddHead(head) },
	} {
		anchors := &audit.Anchors{Trust: trust}
		if err := with(anchors); err != nil {
			t.Fatal(err)
		}
		r, err := audit.Verify(t.Context(), audit.Lines("e", bytes.NewReader([]byte(export.body))), audit.Options{Games: registry(t), Anchors: anchors})
		if err != nil || r.Verdict != audit.Verified {
			t.Errorf("by its %s: %+v, %v", name, r, err)
		}
	}
	again := w.do("GET", g.path()+"/receipt", "", header("If-None-Match: "+receipt.header.Get("ETag")))
	again.want(t, 304)
}

// TestTrustRefuses: what is no shard and no tile, and a server that signs nothing.
func TestTrustRefuses(t *testing.T) {
	w := newWorld(t, memlog.New(1), signing(t))
	for _, path := range []string{
		"/tlog/01/checkpoint", "/tlog/0/checkpoint", "/tlog/000/checkpoint", "/tlog/-1/checkpoint", "/tlog/xx/checkpoint", "/tlog/99999999999999999999/checkpoint",
		"/tlog/00/tile/0/000", "/tlog/00/tile/0/000.p/0", "/tlog/00/tile/data/000", "/tlog/00/tile/entries/000", "/tlog/00/tile/64/000", "/tlog/00/tile/" + strings.Repeat("x", 500),
	} {
		w.do("GET", path, "").want(t, 404, "not-found")
	}
	private := w.newGame("nim", `"private":true`)
	private.move("first", "2").want(t, 201)
	private.act("second", `{"type":"resign"}`).want(t, 201)
	for _, what := range []string{"/audit", "/receipt"} {
		w.do("GET", private.path()+what, "").want(t, 404, "no-such-game")
	}
	bare := newWorld(t, memory())
	g := bare.newGame("nim", `"private":false`)
	g.move("first", "2").want(t, 201)
	g.act("second", `{"type":"resign"}`).want(t, 201)
	for _, path := range []string{g.path() + "/receipt", "/v1/checkpoints", "/tlog/00/checkpoint", "/tlog/00/tile/0/000.p/1"} {
		bare.do("GET", path, "").want(t, 404, "not-found")
	}
	if a := bare.do("GET", g.path()+"/audit", "").want(t, 200); a.at(t, "verdict") != "not anchored" {
		t.Errorf("an audit without checkpoints: %s", a.body)
	}
}

// TestAuditFinds: a log that was changed under a running server.
func TestAuditFinds(t *testing.T) {
	for name, change := range map[string]func([]byte) []byte{
		"a move": func(raw []byte) []byte { return bytes.Replace(raw, []byte(`"move":"2"`), []byte(`"move":"1"`), 1) },
		"a byte": func(raw []byte) []byte { return raw[:len(raw)-1] },
	} {
		log := memlog.New(1)
		w := newWorld(t, log, signing(t))
		g := w.newGame("nim", `"private":false`)
		g.move("first", "2").want(t, 201)
		g.act("second", `{"type":"resign"}`).want(t, 201)
		log.Corrupt(0, 2, change)
		a := w.do("GET", g.path()+"/audit", "").want(t, 200)
		if a.at(t, "verdict") != "violated" || a.at(t, "problem", "reason") == nil {
			t.Errorf("%s: %s", name, a.body)
		}
	}
}
