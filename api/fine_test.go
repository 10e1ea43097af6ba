package api_test

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plylog/api"
	"plylog/events/memlog"
)

// fine is what an address promises beside its body.
type fine struct {
	path   string // {id} is a game; empty: the route's own
	cache  string
	tagged bool
	feed   bool // it stays open: only its head is looked at here
	status int  // 0: 200
}

// finePrint has a row for every address that is read: one without a row fails.
var finePrint = map[string]fine{
	"/livez":                         {cache: "no-store"},
	"/readyz":                        {cache: "no-store"},
	"/version":                       {cache: "no-cache"},
	"/problems/{type}":               {path: "/problems/stale", cache: "public, max-age=3600"},
	"/openapi.yaml":                  {cache: "no-cache", tagged: true},
	"/openapi.json":                  {cache: "no-cache", tagged: true},
	"/asyncapi.yaml":                 {cache: "no-cache", tagged: true},
	"/asyncapi.json":                 {cache: "no-cache", tagged: true},
	"/schemas/{name}":                {path: "/schemas/Event", cache: "no-cache", tagged: true},
	"/docs":                          {cache: "no-cache", tagged: true},
	"/docs/{page}":                   {path: "/docs/http", cache: "no-cache", tagged: true},
	"/docs/assets/style.css":         {cache: "no-cache", tagged: true},
	"/docs/rules/{kind}":             {path: "/docs/rules/checkers", cache: "no-cache", tagged: true},
	"/rules/{kind}":                  {path: "/rules/checkers", cache: "no-cache", tagged: true},
	"/v1/kinds":                      {cache: "no-cache", tagged: true},
	"/v1/games":                      {cache: "no-cache"},
	"/v1/games/{id}":                 {cache: "no-cache", tagged: true},
	"/v1/games/{id}/choices":         {cache: "no-cache", tagged: true},
	"/v1/games/{id}/events":          {cache: "no-cache"},
	"/v1/games/{id}/history":         {cache: "no-cache", tagged: true},
	"/v1/games/{id}/repetitions":     {cache: "no-cache", tagged: true},
	"/v1/games/{id}/series":          {cache: "no-cache"},
	"/v1/games/{id}/audit":           {cache: "no-cache"},
	"/v1/games/{id}/receipt":         {cache: "no-store", status: 409},
	"/v1/checkpoints":                {cache: "no-cache"},
	"/tlog/{shard}/checkpoint":       {path: "/tlog/00/checkpoint", cache: "no-cache"},
	"/tlog/{shard}/tile/{path...}":   {path: "/tlog/00/tile/0/000.p/{size}", cache: "public, max-age=31536000, immutable"},
	"/{$}":                           {path: "/", cache: "no-cache", tagged: true},
	"/games/{id}":                    {cache: "no-cache", tagged: true},
	"/watch":                         {cache: "no-cache", tagged: true},
	"/signin":                        {cache: "no-cache", tagged: true},
	"/me":                            {cache: "no-cache", tagged: true},
	"/learn":                         {cache: "no-cache", tagged: true},
	"/learn/{kind}":                  {path: "/learn/baghchal", cache: "no-cache", tagged: true},
	"/assets/{file...}":              {path: "/assets/css/tokens.css", cache: "no-cache", tagged: true},
	"/v1/players/{id}":               {path: "/v1/players/p_x", cache: "no-cache"},
	"/v1/games/{id}/export":          {cache: "no-cache", tagged: true},
	"/v1/feed":                       {path: "/v1/feed?games={id}", cache: "no-store", feed: true},
	"/v1/ws":                         {cache: "no-store", feed: true, status: 426},
	"/v1/players":                    {path: "/v1/players?ids=p_x", cache: "no-cache"},
	"/v1/me":                         {cache: "no-store"},
	"/v1/me/sessions":                {cache: "no-store", status: 401},
	"/v1/me/tokens":                  {cache: "no-store", status: 401},
	"/v1/me/methods":                 {cache: "no-store", status: 401},
	"/v1/signin/{provider}":          {path: "/v1/signin/example", cache: "no-store", status: 400},
	"/v1/signin/{provider}/callback": {path: "/v1/signin/example/callback", cache: "no-store", status: 400},
	"/v1/me/feed":                    {path: "/v1/me/feed?games={id}", cache: "no-store", feed: true},
}

const page = "https://page.example"

// watched is a server on which everything is set that changes headers.
func watched(t *testing.T) *world {
	return newWorld(t, memlog.New(1), signing(t), func(c *api.Config) {
		c.Origins = []string{page}
		c.Limits.Session = api.Rate{PerSecond: 1000, Burst: 10_000}
	})
}

func TestFinePrint(t *testing.T) {
	w := watched(t)
	g := w.newGame("nim", `"options":{"stones":50}`)
	for i := range 20 {
		g.move([]string{"first", "second"}[i%2], "1").want(t, 201)
	}
	w.do("GET", g.path()+"/audit", "").want(t, 200) // waits until all of it is signed
	size := strings.Split(w.do("GET", "/tlog/00/checkpoint", "").want(t, 200).body, "\n")[1]
	for _, route := range api.PublicRoutes() {
		method, path, _ := strings.Cut(route, " ")
		if method != "GET" {
			continue
		}
		t.Run(path, func(t *testing.T) {
			row, ok := finePrint[path]
			if !ok {
				t.Fatal("has no row in finePrint")
			}
			if row.path != "" {
				path = row.path
			}
			row.path = strings.NewReplacer("{id}", g.id, "{size}", size).Replace(path)
			headers := []header{token(g.first), "Origin: " + page, "Accept-Encoding: identity"}
			head := w.do("HEAD", row.path, "", headers...).want(t, cmp.Or(row.status, 200))
			checkEverywhere(t, head, row, !strings.HasSuffix(path, "z") && path != "/version")
			if head.body != "" {
				t.Errorf("HEAD has a body: %s", head.body)
			}
			if row.feed || row.status != 0 {
				return
			}
			got := w.do("GET", row.path, "", headers...).want(t, 200)
			for _, name := range []string{"Content-Type", "Content-Length", "Etag", "Cache-Control", "Vary", "Link"} {
				if a, b := got.header.Get(name), head.header.Get(name); a != b && !(name == "Content-Length" && b == "") {
					t.Errorf("%s is %q to GET and %q to HEAD", name, a, b)
				}
			}
			checkTag(t, w, row, got, headers)
			checkCompressed(t, w, row, got)
		})
	}
}

// checkEverywhere looks at what every answer has.
func checkEverywhere(t *testing.T, a *answer, row fine, limited bool) {
	t.Helper()
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Access-Control-Allow-Origin": page, "Cache-Control": row.cache,
	} {
		if got := a.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := a.header.Get("Content-Security-Policy"); !strings.HasPrefix(got, "default-src 'none'") || !strings.Contains(got, "frame-ancestors 'none'") {
		t.Errorf("Content-Security-Policy: %s", got)
	}
	if !strings.Contains(strings.Join(a.header["Vary"], ","), "Origin") {
		t.Errorf("Vary: %v", a.header["Vary"])
	}
	if got := a.header.Get("RateLimit"); strings.HasPrefix(got, `"session";r=`) != limited {
		t.Errorf("RateLimit: %q", got)
	}
	if (a.header.Get("ETag") != "") != row.tagged {
		t.Errorf("ETag: %q", a.header.Get("ETag"))
	}
}

// checkTag asks again with the tag of an answer.
func checkTag(t *testing.T, w *world, row fine, got *answer, headers []header) {
	t.Helper()
	if !row.tagged {
		return
	}
	tag := got.header.Get("ETag")
	for _, match := range []string{tag, "W/" + tag, "*", `"other", ` + tag} {
		same := w.do("GET", row.path, "", append(slices.Clone(headers), header("If-None-Match: "+match))...).want(t, 304)
		if same.body != "" || same.header.Get("ETag") != tag || same.header.Get("Cache-Control") != row.cache {
			t.Errorf("304 %v %q", same.header, same.body)
		}
	}
	w.do("GET", row.path, "", append(slices.Clone(headers), `If-None-Match: "other"`)...).want(t, 200)
}

// checkCompressed asks for the same answer compressed.
func checkCompressed(t *testing.T, w *world, row fine, plain *answer) {
	t.Helper()
	small := w.do("GET", row.path, "", "Accept-Encoding: br, gzip;q=0.5").want(t, 200)
	large := len(plain.body) >= 1024 && !strings.HasPrefix(row.path, "/problems/")
	state := strings.Count(row.path, "/") == 3 && strings.HasPrefix(row.path, "/v1/games/")
	if got := small.header.Get("Content-Encoding") == "gzip"; got != (large && !state) {
		t.Errorf("%d bytes come with Content-Encoding %q", len(plain.body), small.header.Get("Content-Encoding"))
	}
	if small.header.Get("Content-Encoding") == "" {
		return
	}
	if len(small.body) >= len(plain.body) || !slices.Contains(small.header["Vary"], "Accept-Encoding") {
		t.Errorf("%d bytes of %d, Vary %v", len(small.body), len(plain.body), small.header["Vary"])
	}
	if !row.tagged {
		return
	}
	tag := small.header.Get("ETag")
	if tag == plain.header.Get("ETag") {
		t.Errorf("other bytes under the same tag %s", tag)
	}
	if again := w.do("GET", row.path, "", "Accept-Encoding: gzip", header("If-None-Match: "+tag)).want(t, 304); again.header.Get("ETag") != tag {
		t.Errorf("304 of %s names %s", tag, again.header.Get("ETag"))
	}
}

// Every address says what it can be asked; a page of an origin that is not allowed
// is told nothing.
func TestOptions(t *testing.T) {
	w := watched(t)
	methods := make(map[string][]string)
	for _, route := range api.PublicRoutes() {
		method, path, _ := strings.Cut(route, " ")
		methods[path] = append(methods[path], method)
		if method == "GET" {
			methods[path] = append(methods[path], "HEAD")
		}
	}
	for path, want := range methods {
		want = append(want, "OPTIONS")
		slices.Sort(want)
		path = strings.NewReplacer("{id}", id("x"), "{type}", "stale", "{name}", "Event", "{shard}", "00", "{path...}", "0/000", "{kind}", "nim", "{file...}", "index.html", "{$}", "", "{page}", "start", "{session}", "x", "{token}", "x").Replace(path)
		a := w.do("OPTIONS", path, "").want(t, 204)
		if got := a.header.Get("Allow"); got != strings.Join(want, ", ") || a.body != "" {
			t.Errorf("%s allows %q, want %v", path, got, want)
		}
		if a.header.Get("Access-Control-Allow-Methods") != "" || a.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: it was no preflight: %v", path, a.header)
		}
		ask := header("Access-Control-Request-Method: POST")
		a = w.do("OPTIONS", path, "", "Origin: "+page, ask).want(t, 204)
		if a.header.Get("Access-Control-Allow-Origin") != page || !strings.Contains(a.header.Get("Access-Control-Allow-Headers"), "Idempotency-Key") {
			t.Errorf("%s: preflight %v", path, a.header)
		}
		for _, evil := range []header{"Origin: https://evil.example", "Origin: " + page + ".evil.example", "Origin: http://page.example", "Origin: null"} {
			a = w.do("OPTIONS", path, "", evil, ask).want(t, 204)
			for name := range a.header {
				if strings.HasPrefix(name, "Access-Control") {
					t.Errorf("%s, %s: %s", path, evil, name)
				}
			}
		}
	}
	w.do("OPTIONS", "/nowhere", "").want(t, 404, "not-found")
}

// A feed is never compressed, whoever asks for it.
func TestFeedsAreNotCompressed(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	for _, path := range []string{g.path() + "/events?follow=1", "/v1/feed?games=" + g.id} {
		for _, accept := range []header{acceptSSE, acceptNDJSON} {
			s := w.open(path, accept, "Accept-Encoding: gzip")
			if enc := s.res.Header.Get("Content-Encoding"); enc != "" {
				t.Errorf("%s comes as %s", path, enc)
			}
			if s.res.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("%s: Cache-Control %s", path, s.res.Header.Get("Cache-Control"))
			}
		}
	}
	if a := w.do("POST", "/v1/games", `{"kind":"nim","opponent":"self"}`, "Accept-Encoding: gzip").want(t, http.StatusCreated); a.header.Get("Content-Encoding") != "" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("tokens come with %v", a.header)
	}
}
