package bot_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"plylog/api"
	"plylog/api/client"
	"plylog/api/contracttest"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/engines/enginetest/nim"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/projections"
)

var secret = []byte("the secret of all these tests")

// registry holds the four games, and nim, whose engine cannot think.
func registry(t testing.TB) *engines.Registry {
	t.Helper()
	reg, err := engines.NewRegistry(append(all.Engines(), nim.Engine{})...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// site is a server at one address that can be started anew over the same log.
type site struct {
	t       testing.TB
	reg     *engines.Registry
	log     events.Log
	handler atomic.Pointer[http.Handler]
	http    *httptest.Server
	server  *api.Server
	stop    func()
}

func newSite(t testing.TB) *site {
	t.Helper()
	s := &site{t: t, reg: registry(t), log: memlog.New(4)}
	s.start()
	s.http = httptest.NewServer(contracttest.Held(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		(*s.handler.Load()).ServeHTTP(w, r)
	})))
	t.Cleanup(func() {
		s.stop()
		s.http.Close()
	})
	return s
}

// start begins a life of the server.
func (s *site) start() {
	s.t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	views, err := projections.New(projections.Config{Log: s.log, Logger: quiet, Names: func(kind string, ruleset int) [2]string {
		e, ok := s.reg.Find(kind, ruleset)
		if !ok {
			return [2]string{}
		}
		return e.Seats()
	}})
	if err != nil {
		s.t.Fatal(err)
	}
	handler, err := play.NewHandler(play.Config{Log: s.log, Registry: s.reg, Secret: secret, Logger: quiet})
	if err != nil {
		s.t.Fatal(err)
	}
	s.server, err = api.New(api.Config{
		Handler: handler, Registry: s.reg, Log: s.log, Views: views, Secret: secret, Logger: quiet, Build: api.Build{Version: "test"},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- views.Run(ctx) }()
	<-views.Ready()
	public := s.server.Public()
	s.handler.Store(&public)
	s.stop = func() {
		if err := s.server.Drain(context.Background()); err != nil {
			s.t.Errorf("draining: %v", err)
		}
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("the views: %v", err)
		}
	}
}

// client returns a client that tries again soon and for long.
func (s *site) client() *client.Client {
	s.t.Helper()
	c, err := client.New(client.Config{Server: s.http.URL, Tries: 1 << 20, Pause: time.Millisecond, MostPause: 5 * time.Millisecond})
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// create makes a game against "self", whose two seats are ours, or "open".
func (s *site) create(kind, options, opponent string) *client.Created {
	s.t.Helper()
	made, err := s.client().Create(s.t.Context(), client.NewGame{Kind: kind, Options: []byte(options), Opponent: opponent})
	if err != nil {
		s.t.Fatal(err)
	}
	return made
}

// events reads all events of a game from the log.
func (s *site) events(game events.GameID) []*events.Event {
	s.t.Helper()
	var list []*events.Event
	for e, err := range s.log.Read(context.Background(), game, 0) {
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}
