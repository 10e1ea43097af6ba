package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plylog/api"
	"plylog/events/memlog"
)

// direct hands a request to the public handler without a connection.
func (w *world) direct(method, path, body string, headers ...header) *answer {
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	for _, h := range headers {
		name, value, _ := strings.Cut(string(h), ": ")
		req.Header.Set(name, value)
	}
	return w.served(req)
}

// from reads an address as somebody from elsewhere would.
func (w *world) from(remote, path string) *answer {
	req := httptest.NewRequest("GET", path, nil)
	req.RemoteAddr = remote
	return w.served(req)
}

func (w *world) served(req *http.Request) *answer {
	rec := httptest.NewRecorder()
	held(w.t, w.server.Public()).ServeHTTP(rec, req)
	return &answer{rec.Code, rec.Header(), rec.Body.String()}
}

// observer counts what it is told.
type observer struct {
	cuts, readers, illegal, rebuilds, limited atomic.Int64
	requests, commands                        labels
}

func (o *observer) Request(route, method string, status int, _ time.Duration, _ api.Span) {
	o.requests.add(route + " " + method + " " + http.StatusText(status))
}

func (o *observer) Command(kind, typ, outcome string, _ time.Duration, _ api.Span) {
	o.commands.add(kind + " " + typ + " " + outcome)
}
func (o *observer) Illegal(string, string)    { o.illegal.Add(1) }
func (o *observer) Feed(_ string, change int) { o.readers.Add(int64(change)) }
func (o *observer) Cut(string)                { o.cuts.Add(1) }
func (o *observer) Limited(string)            { o.limited.Add(1) }
func (o *observer) SignIn(string, string)     {}
func (o *observer) Rebuilt(time.Duration)     { o.rebuilds.Add(1) }

// Draining: no longer ready, commands refused, those under way finished, feeds
// ended with a reason; reads are answered to the last.
func TestDrain(t *testing.T) {
	asked, release := make(chan struct{}), make(chan struct{})
	w := newWorld(t, memlog.New(1, memlog.OnAppend(holdSecond(asked, release))))
	g := w.newGame("nim")
	idle := w.newGame("nim")
	sse := w.open(idle.path()+"/events", acceptSSE)
	lines := w.open(idle.path()+"/events?follow=1", acceptNDJSON)
	sse.must()
	sse.must()
	lines.must()
	w.do("GET", "/readyz", "").want(t, 200)

	underWay := make(chan *answer)
	go func() { underWay <- g.move("first", "1") }()
	<-asked
	drained := make(chan error)
	go func() { drained <- w.server.Drain(context.Background()) }()
	for w.do("GET", "/readyz", "").status == 200 { // until the drain has begun
	}
	w.do("GET", "/readyz", "").want(t, 503, "stopping")
	w.do("GET", "/livez", "").want(t, 200)
	w.do("GET", g.path(), "").want(t, 200)
	for _, a := range []*answer{w.do("POST", "/v1/games", `{"kind":"nim"}`), idle.move("first", "1")} {
		a.want(t, 503, "stopping")
		if a.header.Get("Retry-After") == "" {
			t.Error("503 without Retry-After")
		}
	}
	select {
	case err := <-drained:
		t.Fatalf("drained with a command under way: %v", err)
	default:
	}
	close(release)
	(<-underWay).want(t, 201)
	if err := <-drained; err != nil {
		t.Fatal(err)
	}
	if r := sse.must(); r.event != "bye" || r.data != `{"reason":"stopping","again":true}` {
		t.Errorf("the feed ends with %+v", r)
	}
	if r, ok := sse.next(); ok {
		t.Errorf("behind the end comes %+v", r)
	}
	if r, ok := lines.next(); ok {
		t.Errorf("behind the end comes %+v", r)
	}
	w.do("GET", g.path(), "").want(t, 200)
	w.do("GET", idle.path()+"/events", "", acceptSSE).want(t, 503, "stopping")
	if err := w.server.Drain(context.Background()); err != nil { // again does no harm
		t.Error(err)
	}
}

// A drain does not wait for ever.
func TestDrainGivesUp(t *testing.T) {
	asked, release := make(chan struct{}), make(chan struct{})
	w := newWorld(t, memlog.New(1, memlog.OnAppend(holdSecond(asked, release))))
	g := w.newGame("nim")
	underWay := make(chan *answer)
	go func() { underWay <- g.move("first", "1") }()
	<-asked
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := w.server.Drain(ctx); err == nil {
		t.Error("drained with a command under way")
	}
	close(release)
	<-underWay
}

// Feeds are bounded; a closed one makes room.
func TestFeedLimits(t *testing.T) {
	busy := newWorld(t, memory(), func(c *api.Config) { c.Limits.Feeds = 2 })
	h := busy.newGame("nim")
	path := h.path() + "/events?follow=1"
	first := busy.open(path)
	busy.open(path)
	busy.do("GET", path, "").want(t, 503, "busy")
	busy.do("GET", h.path()+"/events", "").want(t, 200) // what ends is no feed
	first.close()
	for {
		s, status := busy.tryOpen(path)
		defer s.close()
		if status == 200 {
			break // the server has noticed
		}
	}
}

// Readers that vanish leave nothing behind: TestMain looks for goroutines, this
// one for the count.
func TestReadersVanish(t *testing.T) {
	var watch observer
	w := newWorld(t, memory(), func(c *api.Config) { c.Observer = &watch })
	g := w.newGame("nim")
	for i := range 60 {
		s := w.open(g.path()+"/events?follow=1", []header{acceptSSE, acceptNDJSON}[i%2])
		s.must()
		s.close()
	}
	if err := w.server.Drain(context.Background()); err != nil {
		t.Fatal(err)
	}
	if n := watch.readers.Load(); n != 0 {
		t.Errorf("%d readers are left", n)
	}
	if n := w.views.Feed.Readers(); n != 0 {
		t.Errorf("the feed counts %d readers", n)
	}
}
