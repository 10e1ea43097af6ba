package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"plylog/api"
)

// based sets the address where people find the server.
func based(base string) func(*api.Config) {
	return func(c *api.Config) {
		u, err := url.Parse(base)
		if err != nil {
			panic(err)
		}
		c.Base = u
	}
}

// asked hands over a request as a browser sends it to a host.
func (w *world) asked(method, host, path, body string, headers ...header) *answer {
	req := httptest.NewRequest(method, path, strings.NewReader(body))
	req.Host = host
	req.Header.Set("Content-Type", "application/json")
	for _, h := range headers {
		name, value, _ := strings.Cut(string(h), ": ")
		req.Header.Set(name, value)
	}
	return w.served(req)
}

const session = header("Cookie: __Host-plylog=a-session-of-somebody")

// Pages from elsewhere open no socket and no feed here (trust.md F 88), with a valid
// cookie or without; those that the server is told of may, without cookies.
func TestOriginsOfFeeds(t *testing.T) {
	const good = "https://good.example"
	w := newWorld(t, memory(), based(good), func(c *api.Config) { c.Origins = []string{page} })
	g := w.newGame("nim")
	upgrade := []header{
		"Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: plylog.v1",
	}
	addresses := map[string][]header{
		"/v1/ws": upgrade, g.path() + "/events?follow=1": {acceptSSE}, "/v1/feed?games=" + g.id: {acceptSSE},
		"/v1/me/feed?games=" + g.id: {acceptSSE, header("Plylog-Seats: " + g.first)},
	}
	for _, c := range []struct {
		name, host string
		headers    []header
		socket     bool // lets a socket through
		feed       bool // and a feed
	}{
		{"a program", "good.example", nil, true, true},
		{"our page", "good.example", []header{"Origin: " + good, session}, true, true},
		{"our page, the port said", "good.example", []header{"Origin: HTTPS://Good.example"}, true, true},
		{"our page behind a proxy", "10.0.0.7:8080", []header{"Origin: " + good, session}, true, true},
		{"this machine", "localhost:8080", []header{"Origin: http://localhost:8080", session}, true, true},
		{"this machine, by number", "127.0.0.1:8080", []header{"Origin: http://127.0.0.1:8080"}, true, true},
		{"a page we were told of", "good.example", []header{"Origin: " + page}, true, true},
		{"the same with a cookie", "good.example", []header{"Origin: " + page, session}, false, false},
		{"a cookie and no origin", "good.example", []header{session}, false, true}, // EventSource sends none to its own
		{"a cookie across sites", "good.example", []header{session, "Sec-Fetch-Site: cross-site"}, false, false},
		{"a cookie from a sister", "good.example", []header{session, "Sec-Fetch-Site: same-site"}, false, false},
		{"a cookie of our own", "good.example", []header{session, "Sec-Fetch-Site: same-origin"}, false, true},
		{"null", "good.example", []header{"Origin: null"}, false, false},
		{"empty", "good.example", []header{"Origin: "}, false, false},
		{"evil", "good.example", []header{"Origin: https://evil.example", session}, false, false},
		{"a part of evil", "good.example", []header{"Origin: https://good.example.evil.example"}, false, false},
		{"evil in front", "good.example", []header{"Origin: https://evilgood.example"}, false, false},
		{"a sister", "good.example", []header{"Origin: https://a.good.example"}, false, false},
		{"without TLS", "good.example", []header{"Origin: http://good.example", session}, false, false},
		{"another port", "good.example", []header{"Origin: https://good.example:8443"}, false, false},
		{"another script", "good.example", []header{"Origin: https://gооd.example"}, false, false},
		{"with a path", "good.example", []header{"Origin: https://good.example/"}, false, false},
		{"with a user", "good.example", []header{"Origin: https://evil@good.example"}, false, false},
		{"a name pointed here", "evil.example", []header{"Origin: http://evil.example"}, false, false},
	} {
		for path, more := range addresses {
			req := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
			req.Host = c.host
			for _, h := range append(more, c.headers...) {
				name, value, _ := strings.Cut(string(h), ": ")
				req.Header.Set(name, value)
			}
			passes := c.feed
			if path == "/v1/ws" {
				passes = c.socket
			}
			if got := w.opening(t, req); (got != http.StatusForbidden) != passes {
				t.Errorf("%s, %s: %d", c.name, path, got)
			}
		}
	}
}

// opening returns how a request is answered that may stay open: of what stays, the
// status is all that is wanted, and then it ends.
func (w *world) opening(t *testing.T, req *http.Request) int {
	t.Helper()
	far := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		r.Host = req.Host
		held(t, w.server.Public()).ServeHTTP(rw, r)
	}))
	defer far.Close()
	out := req.Clone(req.Context())
	out.RequestURI = ""
	var err error
	if out.URL, err = url.Parse(far.URL + req.URL.RequestURI()); err != nil {
		t.Fatal(err)
	}
	client := &http.Transport{}
	defer client.CloseIdleConnections()
	res, err := client.RoundTrip(out)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close() // the server notices
	return res.StatusCode
}

// What changes something is not taken from a page elsewhere that has a browser send
// its cookies; programs that prove themselves by tokens are not hindered, wherever
// they are.
func TestCookiesAcrossOrigins(t *testing.T) {
	w := newWorld(t, memory(), based("https://good.example"))
	g := w.newGame("nim", `"options":{"stones":50}`)
	before := w.lasts()
	for _, evil := range [][]header{
		{session, "Origin: https://evil.example"}, {session, "Origin: null"}, {session, "Sec-Fetch-Site: cross-site"}, {session, "Sec-Fetch-Site: same-site"},
		{session, "Sec-Fetch-Site: cross-site", token(g.first)}, {session, "Origin: http://good.example:81"},
	} {
		for path, body := range map[string]string{g.path() + "/events": `{"type":"move","move":"1"}`, "/v1/games": `{"kind":"nim"}`, g.path() + "/fork": ``, "/v1/import?kind=nim&format=jsonl": `{}`, "/nowhere": `{}`} {
			w.asked("POST", "good.example", path, body, evil...).want(t, 403, "cross-origin")
		}
	}
	if got := w.lasts(); got[0] != before[0] {
		t.Error("something was stored")
	}
	move := `{"type":"move","move":"1"}`
	for i, good := range [][]header{
		{}, {"Origin: https://evil.example"}, {"Sec-Fetch-Site: cross-site"}, {session}, {session, "Sec-Fetch-Site: same-origin"},
		{session, "Origin: https://good.example"}, {session, "Origin: https://good.example", "Sec-Fetch-Site: same-origin"},
	} {
		seat := token(g.token([]string{"first", "second"}[i%2]))
		w.asked("POST", "good.example", g.path()+"/events", move, append(good, seat)...).want(t, 201)
	}
	w.asked("GET", "good.example", g.path(), "", session, "Sec-Fetch-Site: cross-site").want(t, 200) // a link from elsewhere
}

// Every answer of every address tells browsers the same: what is a page says more
// (trust.md F 98: no script but ours, and no text becomes one).
func TestBrowsersAreTold(t *testing.T) {
	plain, proxied := newWorld(t, memory()), newWorld(t, memory(), based("https://good.example"))
	fill := strings.NewReplacer("{id}", id("x"), "{type}", "stale", "{name}", "Event", "{shard}", "00", "{path...}", "0/000", "{kind}", "checkers", "{file...}", "js/app.js", "{$}", "", "{page}", "start")
	for _, route := range append(api.PublicRoutes(), "GET /nowhere", "PUT /v1/games", "GET /v1/games/x", "GET /problems/nothing", "GET //evil.example") {
		method, path, _ := strings.Cut(route, " ")
		path = fill.Replace(path)
		for _, w := range []*world{plain, proxied} {
			req := httptest.NewRequest(method, "http://good.example"+path, nil)
			a := w.served(req)
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
				"Strict-Transport-Security": map[bool]string{true: "max-age=31536000"}[w == proxied],
			} {
				if got := a.header.Get(name); got != want {
					t.Errorf("%s: %s %q, want %q", route, name, got, want)
				}
			}
			if !strings.Contains(a.header.Get("Permissions-Policy"), "camera=()") {
				t.Errorf("%s: Permissions-Policy %q", route, a.header.Get("Permissions-Policy"))
			}
			policy := a.header.Get("Content-Security-Policy")
			if !strings.HasPrefix(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") || strings.Contains(policy, "unsafe-inline") || strings.Contains(policy, "'unsafe-eval'") || strings.Contains(policy, "*") {
				t.Errorf("%s: Content-Security-Policy %s", route, policy)
			}
			if html := strings.HasPrefix(a.header.Get("Content-Type"), "text/html"); html && strings.Contains(policy, "script-src") &&
				(!strings.Contains(policy, "script-src 'self';") || !strings.Contains(policy, "require-trusted-types-for 'script'")) {
				t.Errorf("%s: a page that runs scripts: %s", route, policy)
			}
		}
	}
}
