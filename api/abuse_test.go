package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"plylog/api"
	"plylog/api/metrics"
)

// filled writes a route's address with something at every place.
func filled(path, game string) string {
	return strings.NewReplacer("{id}", game, "{type}", "stale", "{name}", "Event", "{shard}", "00", "{path...}", "0/000",
		"{kind}", "nim", "{file...}", "js/app.js", "{$}", "", "{page}", "start").Replace(path)
}

// elsewheres are spellings of another host that servers were led astray by.
var elsewheres = []string{
	"//evil.example", "///evil.example", "////evil.example", "/\\evil.example", "\\\\evil.example", "/%5cevil.example", "/%5c%5cevil.example",
	"/%2fevil.example", "/%2f%2fevil.example", "//%2fevil.example", "/%09/evil.example", "/%0d/evil.example", "/%0a/evil.example", "/%00/evil.example",
	"/%20/evil.example", "/.//evil.example", "/..//evil.example", "/./evil.example", "/%2e%2e//evil.example", "/;//evil.example", "//evil.example/..",
	"//evil.example/%2e%2e", "//user@evil.example", "//good.example@evil.example", "//evil.example:80", "//[::1]", "/https://evil.example",
	"/http:evil.example", "/javascript:alert(1)", "/%E3%80%82evil.example", "//evil%E3%80%82example", "/evil.example//",
}

// No address leads anywhere else, whatever is asked for and wherever the other host
// stands (trust.md E 76): nothing is redirected at all.
func TestNothingLeadsElsewhere(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	seen := map[string]bool{}
	ask := func(target string) {
		t.Helper()
		a := w.raw("GET", target, "", "")
		if a.status/100 == 3 || a.header.Get("Location") != "" || a.header.Get("Refresh") != "" {
			t.Errorf("%s: %d, Location %q", target, a.status, a.header.Get("Location"))
		}
	}
	for _, route := range api.PublicRoutes() {
		method, path, _ := strings.Cut(route, " ")
		path = filled(path, g.id)
		if method != "GET" || seen[path] || strings.HasPrefix(path, "/v1/me/feed") {
			continue
		}
		seen[path] = true
		for _, to := range elsewheres {
			if strings.HasPrefix(to, "\\") {
				continue // net/http takes no target that is no path
			}
			ask(strings.TrimSuffix(path, "/") + to)
		}
		ask(strings.TrimSuffix(path, "/") + "/")
	}
	for _, to := range elsewheres {
		if strings.HasPrefix(to, "/") {
			ask(to)
		}
		for _, name := range []string{"next", "url", "redirect", "return_to"} {
			ask("/?" + name + "=" + url.QueryEscape(to))
			ask("/watch?" + name + "=" + url.QueryEscape(to))
		}
	}
}

// bytesOf is what a request costs in memory beside the request itself.
func bytesOf(h http.Handler, r func() *http.Request) (status int, bytes uint64) {
	bytes = 1 << 62
	for range 5 { // whatever else allocates meanwhile, the least is its own
		req, rec := r(), httptest.NewRecorder()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		h.ServeHTTP(rec, req)
		runtime.ReadMemStats(&after)
		status, bytes = rec.Code, min(bytes, after.TotalAlloc-before.TotalAlloc)
	}
	return status, bytes
}

// What is large is refused by its length, before it is looked into: a credential of
// a megabyte of dots (trust.md E 80), a query of a megabyte (F 95).
func TestLengthsComeFirst(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	dots := strings.Repeat(".", 1<<20)
	for name, c := range map[string]struct {
		method, target, body, header, value string
		status                              int
	}{
		"dots":              {"POST", g.path() + "/events", `{"type":"move","move":"1"}`, "Authorization", "Bearer " + dots, 401},
		"tokens of dots":    {"GET", "/v1/me/feed?games=" + g.id, "", "Plylog-Seats", dots, 400},
		"commas":            {"GET", "/v1/me/feed?games=" + g.id, "", "Plylog-Seats", strings.Repeat(",", 1<<20), 400},
		"a version":         {"POST", g.path() + "/events", `{"type":"move","move":"1"}`, "If-Match", `"` + strings.Repeat("1", 1<<20) + `"`, 400},
		"a query":           {"GET", g.path() + "?at=" + strings.Repeat("1", 1<<20), "", "", "", 414},
		"many parameters":   {"GET", g.path() + "?" + strings.Repeat("a=b&", 1<<18), "", "", "", 414},
		"escapes":           {"GET", g.path() + "?at=" + strings.Repeat("%31", 1<<18), "", "", "", 414},
		"an id":             {"GET", "/v1/games/" + strings.Repeat("a", 1<<20), "", "", "", 400},
		"a media type":      {"POST", g.path() + "/events", `{}`, "Content-Type", "application/json;" + strings.Repeat("a=b;", 1<<18), 415},
		"an event":          {"GET", g.path() + "/events", "", "Last-Event-Id", strings.Repeat("1", 1<<20), 400},
		"a trace":           {"GET", g.path(), "", "Traceparent", strings.Repeat("0", 1<<20), 200},
		"who asks, a chain": {"GET", g.path(), "", "X-Forwarded-For", strings.Repeat("1.2.3.4,", 1<<17), 200},
	} {
		t.Run(name, func(t *testing.T) {
			status, bytes := bytesOf(w.server.Public(), func() *http.Request {
				r := httptest.NewRequest(c.method, "/", strings.NewReader(c.body))
				path, query, _ := strings.Cut(c.target, "?")
				r.URL.Path, r.URL.RawQuery = path, query
				r.Header.Set("Content-Type", "application/json")
				if c.header != "" {
					r.Header[http.CanonicalHeaderKey(c.header)] = []string{c.value}
				}
				return r
			})
			if status != c.status || bytes > 64<<10 {
				t.Errorf("%d and %d bytes, want %d", status, bytes, c.status)
			}
		})
	}
}

// Whatever is asked, and however it goes wrong: no secret that came with a request is
// in an answer, in the log at its most talkative, or in the metrics.
func TestSecretsStayWhereTheyWere(t *testing.T) {
	out, logger := recordingLogger()
	watch := metrics.New("test", "none")
	w := newWorld(t, memory(), withLogger(logger), func(c *api.Config) { c.Observer = watch.API() })
	g := w.newGame("nim", `"options":{"stones":50}`)
	private := w.newGame("nim", `"private":true`)
	const mark = "MARKEDsecret"
	forged := "plylog_seat_" + mark + strings.Repeat("A", 43-len(mark))
	secrets := []string{mark, g.first, g.second, private.first, private.second}
	look := func(what, text string) {
		t.Helper()
		for i, s := range secrets {
			if strings.Contains(text, s) {
				t.Errorf("secret %d is in %s:\n%.2000s", i, what, text)
			}
		}
	}
	credentials := []header{
		token(g.first), token(private.second), token(forged), header("Authorization: Basic " + mark), header("Authorization: " + mark),
		header("Authorization: Bearer plylog_pat_" + mark), header("Plylog-Seats: " + g.second), header("Plylog-Seats: " + mark + "," + forged),
		header("Cookie: __Host-plylog=" + mark + "; plylog=" + mark), "Origin: https://evil.example",
	}
	bodies := []string{
		`{"type":"move","move":"1","token":"` + mark + `"}`, `{"token":"` + mark + `"}`, `{"type":"join","secret":"` + mark + `"}`, `{"kind":"nim","password":"` + mark + `"}`, mark,
		`{"address":"` + mark + `@example.org"}`, `{"code":"` + mark + `"}`,
	}
	public := w.server.Public()
	for _, route := range append(api.PublicRoutesWithParams(), api.Route{Method: "POST", Path: "/v1/signin"}, api.Route{Method: "GET", Path: "/nowhere"}) {
		if route.Path == "/v1/me/feed" || route.Path == "/v1/feed" {
			continue // they stay open; below, closed
		}
		for _, game := range []string{g.id, private.id, id("nobody's")} {
			path := filled(route.Path, game)
			for i, c := range credentials {
				body := ""
				if route.Method == "POST" {
					body = bodies[i%len(bodies)]
				}
				for _, query := range []string{"", "?token=" + mark, "?access_token=" + forged, "?at=" + mark, "?" + mark + "=1"} {
					req := httptest.NewRequest(route.Method, path+query, strings.NewReader(body))
					req.Header.Set("Content-Type", "application/json")
					name, value, _ := strings.Cut(string(c), ": ")
					req.Header.Set(name, value)
					rec := httptest.NewRecorder()
					public.ServeHTTP(rec, req)
					if query != "?"+mark+"=1" { // the name of a parameter is none of ours to hide
						look(fmt.Sprintf("the answer to %s %s%s", route.Method, path, query), rec.Body.String()+fmt.Sprint(rec.Header()))
					}
				}
			}
		}
	}
	for _, path := range []string{"/v1/feed?games=" + g.id + "," + private.id, "/v1/me/feed?games=" + id("nobody's"), g.path() + "/events?follow=1&token=" + mark} {
		a := w.direct("GET", path, "", header("Plylog-Seats: "+forged))
		look(path, a.body+fmt.Sprint(a.header))
	}
	rec := httptest.NewRecorder()
	watch.Handler().ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	if !strings.Contains(rec.Body.String(), "plylog_http_requests_total") {
		t.Fatal("no metrics were kept")
	}
	look("the metrics", rec.Body.String())
	look("the log", out.String())
}
