package client_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plylog/api"
	"plylog/api/client"
	"plylog/api/contracttest"
	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/engines/enginetest/nim"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/projections"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// world is a whole server, which can be started anew over the same log, and a
// client of it.
type world struct {
	log    *memlog.Log
	server *api.Server
	people *people.People
	letters
	http   *httptest.Server
	client *client.Client
	wire   *wire

	public atomic.Pointer[http.Handler]
	stop   func() // ends the views
}

// newWorld starts a server. The client's pauses cost no time.
func newWorld(t testing.TB, change ...func(*client.Config)) *world {
	t.Helper()
	w := &world{log: memlog.New(2), wire: &wire{inner: http.DefaultTransport}}
	w.start(t)
	w.http = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		(*w.public.Load()).ServeHTTP(rw, r)
	}))
	t.Cleanup(func() {
		w.stop()
		w.http.Close()
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	})
	cfg := client.Config{
		Server: w.http.URL, HTTP: &http.Client{Transport: w.wire},
		Wait: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	for _, c := range change {
		c(&cfg)
	}
	var err error
	w.client, err = client.New(cfg)
	must(t, err)
	return w
}

// start begins a life of the server.
func (w *world) start(t testing.TB) {
	t.Helper()
	secret := []byte("the secret of all these tests")
	quiet := slog.New(slog.DiscardHandler)
	reg, err := engines.NewRegistry(append(all.Engines(), nim.Engine{})...)
	must(t, err)
	views, err := projections.New(projections.Config{Log: w.log, Logger: quiet, Names: func(kind string, ruleset int) [2]string {
		e, ok := reg.Find(kind, ruleset)
		if !ok {
			return [2]string{}
		}
		return e.Seats()
	}})
	must(t, err)
	handler, err := play.NewHandler(play.Config{Log: w.log, Registry: reg, Secret: secret, Logger: quiet})
	must(t, err)
	w.people, err = people.New(people.Config{Vault: new(vault.Memory), Secret: secret, Logger: quiet})
	must(t, err)
	w.server, err = api.New(api.Config{Handler: handler, Registry: reg, Log: w.log, Views: views, Secret: secret, Logger: quiet, People: w.people, Mail: &w.letters})
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- views.Run(ctx) }()
	<-views.Ready()
	public := contracttest.Held(t, w.server.Public())
	w.public.Store(&public)
	w.stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the views: %v", err)
		}
	}
}

// restart ends the life of the server in good order and begins the next one, with
// nothing but the log. In between nobody is there, and whoever waits for an answer
// is cut off.
func (w *world) restart(t testing.TB) {
	t.Helper()
	nobody := http.Handler(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.WriteHeader(http.StatusServiceUnavailable)
	}))
	w.public.Store(&nobody)
	if err := w.server.Drain(context.Background()); err != nil {
		t.Errorf("draining: %v", err)
	}
	w.http.CloseClientConnections()
	w.stop()
	w.start(t)
}

// apiToken makes an API token, and says whose it is.
func (w *world) apiToken(t testing.TB) (text string, who events.PlayerID) {
	t.Helper()
	address, err := post.ParseAddress("ann@example.org")
	must(t, err)
	o, err := w.people.SignIn(context.Background(), people.Proof{Method: people.MethodMail, Address: address})
	must(t, err)
	_, secret, err := w.people.NewToken(context.Background(), o.Player(), "a test", people.Scopes{people.GamesCreate, people.GamesPlay}, 0)
	must(t, err)
	return secret.Reveal(), o.Player()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wire is a network that the test may break.
type wire struct {
	inner http.RoundTripper
	send  func(*http.Request) (*http.Response, error) // nil: the inner one
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.send != nil {
		return w.send(r)
	}
	return w.inner.RoundTrip(r)
}

// count returns how many events the log holds.
func (w *world) count(t testing.TB) (n int) {
	t.Helper()
	for shard := range w.log.Shards() {
		last, err := w.log.Last(context.Background(), shard)
		must(t, err)
		n += int(last)
	}
	return n
}

// newNim creates a game of nim against oneself.
func (w *world) newNim(t testing.TB, stones string) *client.Created {
	t.Helper()
	c, err := w.client.Create(context.Background(), client.NewGame{Kind: "nim", Opponent: "self", Options: []byte(`{"stones":` + stones + `}`)})
	must(t, err)
	return c
}

// take takes a stone for a seat.
func (w *world) take(t testing.TB, c *client.Created, seat events.Seat) *client.Stored {
	t.Helper()
	s, err := w.client.WithToken(c.Tokens.Of(seat)).Submit(context.Background(), c.Game.ID, client.Command{Type: "move", Move: "1"})
	must(t, err)
	return s
}
