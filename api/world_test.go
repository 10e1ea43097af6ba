package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"plylog/api"
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

var secret = []byte("the secret of all these tests")

// registry holds the four games, and nim beside them: a fifth one needs nothing
// of this package.
func registry(t testing.TB) *engines.Registry {
	t.Helper()
	reg, err := engines.NewRegistry(append(all.Engines(), nim.Engine{})...)
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// world is a whole server over a log.
type world struct {
	t        testing.TB
	log      events.Log
	views    *projections.Set
	people   *people.People
	accounts int // that tests have made up
	server   *api.Server
	public   *httptest.Server
	admin    *httptest.Server
	stop     func() // stops the views and waits for them
}

// newWorld starts a server on a log; config may change what it is made of.
func newWorld(t testing.TB, log events.Log, config ...func(*api.Config)) *world {
	t.Helper()
	w := newWorldNotReady(t, log, config...)
	<-w.views.Ready()
	return w
}

// newWorldNotReady is newWorld without waiting for the views.
func newWorldNotReady(t testing.TB, log events.Log, config ...func(*api.Config)) *world {
	t.Helper()
	w := startWorld(t, log, append([]func(*api.Config){unhurried}, config...)...)
	w.public = httptest.NewUnstartedServer(nil)
	w.public.Config = w.server.HTTP(held(t, w.server.Public()))
	w.public.Start()
	w.admin = httptest.NewServer(held(t, w.server.Admin()))
	t.Cleanup(w.close)
	return w
}

// unhurried gives clients on real connections, and the log, all the time that a slow
// machine may need: how long each may take is tested where a test has a clock of its own.
func unhurried(c *api.Config) {
	l := &c.Limits
	l.Write, l.Command, l.Header, l.Read, l.Answer, l.Idle = time.Hour, time.Hour, time.Hour, time.Hour, time.Hour, time.Hour
}

// startWorld is newWorld without listeners.
func startWorld(t testing.TB, log events.Log, config ...func(*api.Config)) *world {
	t.Helper()
	reg := registry(t)
	quiet := slog.New(slog.DiscardHandler)
	w := &world{t: t, log: log}
	var err error
	w.views, err = projections.New(projections.Config{Log: log, Logger: quiet, Names: func(kind string, ruleset int) [2]string {
		e, ok := reg.Find(kind, ruleset)
		if !ok {
			return [2]string{}
		}
		return e.Seats()
	}})
	if err != nil {
		t.Fatal(err)
	}
	handler, err := play.NewHandler(play.Config{Log: log, Registry: reg, Secret: secret, Logger: quiet, Observer: marker{w.views}})
	if err != nil {
		t.Fatal(err)
	}
	cfg := api.Config{
		Handler: handler, Registry: reg, Log: log, Views: w.views, Secret: secret, Logger: quiet,
		Build: api.Build{Version: "test"},
	}
	if cfg.People, err = people.New(people.Config{Vault: new(vault.Memory), Secret: secret, Logger: quiet, Admins: []post.Address{mailbox(t, "root@example.org")}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range config {
		c(&cfg)
	}
	w.people = cfg.People
	if w.server, err = api.New(cfg); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.views.Run(ctx) }()
	w.stop = func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the views: %v", err)
		}
		done <- nil
	}
	return w
}

// mailbox reads an address that is one.
func mailbox(t testing.TB, text string) post.Address {
	t.Helper()
	a, err := post.ParseAddress(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// signIn opens a session of whoever has an address.
func (w *world) signIn(address string) people.Opened {
	w.t.Helper()
	o, err := w.people.SignIn(context.Background(), people.Proof{Method: people.MethodMail, Address: mailbox(w.t, address)})
	if err != nil {
		w.t.Fatal(err)
	}
	return o
}

// cookie is the cookie of a session, as browsers send it.
func cookie(o people.Opened) header { return header("Cookie: plylog=" + o.Secret.Reveal()) }

// apiToken makes an API token with some scopes.
func (w *world) apiToken(o people.Opened, scopes ...people.Scope) string {
	w.t.Helper()
	_, secret, err := w.people.NewToken(context.Background(), o.Player(), "a test", scopes, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	return secret.Reveal()
}

func (w *world) close() {
	if w.t.Failed() { // who waits for what will not come is not waited for
		w.public.CloseClientConnections()
	}
	w.stop()
	w.public.Close()
	w.admin.Close()
}

// beside does what a test waits for while it reads. Where that fails the server drains, so
// that nobody goes on waiting for what will not come.
func (w *world) beside(do func()) (done <-chan struct{}) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer func() {
			if w.t.Failed() {
				now, cancel := context.WithCancel(context.Background())
				cancel()
				_ = w.server.Drain(now) // it need not be whole
			}
		}()
		do()
	}()
	return ended
}

// goesOn ends a test of which a part has failed.
func (w *world) goesOn() {
	w.t.Helper()
	if w.t.Failed() {
		w.t.FailNow()
	}
}

// marker tells the views of games that the handler found damaged.
type marker struct{ views *projections.Set }

func (marker) Retried(string)                          {}
func (marker) Read(string)                             {}
func (m marker) Damaged(game events.GameID, err error) { m.views.MarkDamaged(game, err) }

// lasts returns the last position of every shard: where they are equal before and
// after, nothing was stored.
func (w *world) lasts() []uint64 {
	w.t.Helper()
	var out []uint64
	for i := range w.log.Shards() {
		n, err := w.log.Last(context.Background(), i)
		if err != nil {
			w.t.Fatal(err)
		}
		out = append(out, n)
	}
	return out
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

// json decodes the body.
func (a *answer) json(t testing.TB) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("the body is no JSON object: %v\n%s", err, a.body)
	}
	return v
}

// at walks into a JSON body by names.
func (a *answer) at(t testing.TB, path ...string) any {
	t.Helper()
	var v any = a.json(t)
	for _, name := range path {
		m, ok := v.(map[string]any)
		if !ok {
			t.Fatalf("%v: there is no %q in %s", path, name, a.body)
		}
		v = m[name]
	}
	return v
}

// header is one header of a request: "Name: value".
type header string

func token(tok string) header   { return header("Authorization: Bearer " + tok) }
func ifMatch(tag string) header { return header("If-Match: " + tag) }
func key(id string) header      { return header("Idempotency-Key: " + id) }

// spoilt is a secret with another character at its end than it has.
func spoilt(secret string) string {
	if s, found := strings.CutSuffix(secret, "A"); found {
		return s + "E"
	}
	return secret[:len(secret)-1] + "A"
}

// id makes a UUID that follows from a name.
func id(name string) string { return events.CommandID(events.DeriveID(name)).String() }

// do sends a request to the public listener. A body goes as JSON.
func (w *world) do(method, path, body string, headers ...header) *answer {
	w.t.Helper()
	return send(w.t, w.public.URL, method, path, body, headers...)
}

func send(t testing.TB, base, method, path, body string, headers ...header) *answer {
	t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, base+path, in)
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(string(h), ": ")
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if method != "HEAD" && res.StatusCode == 200 && res.Header.Get("Content-Type") == "text/event-stream" {
		t.Fatalf("%s %s opens a feed, whose end would be waited for", method, path)
	}
	got, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := &answer{status: res.StatusCode, header: res.Header, body: string(got)}
	if method != "HEAD" && a.header.Get("Content-Type") == "application/problem+json" {
		checkProblem(t, a)
	}
	return a
}

// checkProblem holds every problem to what a problem promises.
func checkProblem(t testing.TB, a *answer) {
	t.Helper()
	var p struct {
		Type       string
		Title      string
		Status     int
		RetryAfter int
	}
	dec := json.NewDecoder(bytes.NewReader([]byte(a.body)))
	if err := dec.Decode(&p); err != nil {
		t.Fatalf("a problem that is no JSON: %v\n%s", err, a.body)
	}
	if p.Status != a.status || !strings.HasPrefix(p.Type, "/problems/") || p.Title == "" {
		t.Errorf("problem %s came with status %d", a.body, a.status)
	}
	if (p.RetryAfter != 0) != (a.header.Get("Retry-After") != "") {
		t.Errorf("problem %s came with Retry-After %q", a.body, a.header.Get("Retry-After"))
	}
	if p.Status == 500 && strings.Contains(a.body, "detail") {
		t.Errorf("an internal error speaks of the inside: %s", a.body)
	}
}

// want checks a status, and of a problem its type.
func (a *answer) want(t testing.TB, status int, slug ...string) *answer {
	t.Helper()
	if a.status != status {
		t.Fatalf("status %d, want %d\n%s", a.status, status, a.body)
	}
	if len(slug) > 0 && a.at(t, "type") != "/problems/"+slug[0] {
		t.Fatalf("type %v, want %s\n%s", a.at(t, "type"), slug[0], a.body)
	}
	return a
}

// game is a game under way in a test.
type game struct {
	w             *world
	id            string
	first, second string // tokens
}

// newGame creates a game whose two seats are ours.
func (w *world) newGame(kind string, more ...string) *game {
	w.t.Helper()
	body := fmt.Sprintf(`{"kind":%q,"opponent":"self"%s}`, kind, strings.Join(append([]string{""}, more...), ","))
	a := w.do("POST", "/v1/games", body).want(w.t, 201)
	return &game{w, a.at(w.t, "game", "id").(string), a.at(w.t, "tokens", "first").(string), a.at(w.t, "tokens", "second").(string)}
}

func (g *game) path() string { return "/v1/games/" + g.id }

// token returns the token of a seat.
func (g *game) token(seat string) string {
	if seat == "second" {
		return g.second
	}
	return g.first
}

// act sends a command of a seat.
func (g *game) act(seat, body string, headers ...header) *answer {
	g.w.t.Helper()
	return g.w.do("POST", g.path()+"/events", body, append(headers, token(g.token(seat)))...)
}

// move sends a move of a seat.
func (g *game) move(seat, move string, headers ...header) *answer {
	g.w.t.Helper()
	return g.act(seat, fmt.Sprintf(`{"type":"move","move":%q}`, move), headers...)
}

func memory() events.Log { return memlog.New(4) }

func tagOf(version int) string { return fmt.Sprintf("%q", fmt.Sprint(version)) }

// lines is a writer that may be read while others write.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func recordingLogger() (*lines, *slog.Logger) {
	out := new(lines)
	return out, slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func withLogger(l *slog.Logger) func(*api.Config) { return func(c *api.Config) { c.Logger = l } }
