package api_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// badIDs are spellings that are no game id, as they stand in a path.
var badIDs = []string{
	"*", ">", "a.b", "..", ".", "", "$JS.API.STREAM.DELETE.x", "a%20b", "%09", "%0d%0a", "%2e%2e", "%2e", "%00", "%E2%80%8B", "%2f", "%5c",
	"plylog.game.00.x", "x%205%0d%0ahello%0d%0aPUB%20evil%202%0d%0ahi", "..%2f..%2fetc%2fpasswd",
	"0199F1C2-7D3A-7CC0-8F00-0123456789AB", "0199f1c27d3a7cc08f000123456789ab", "{0199f1c2-7d3a-7cc0-8f00-0123456789ab}",
	"urn:uuid:0199f1c2-7d3a-7cc0-8f00-0123456789ab", "0199f1c2-7d3a-7cc0-8f00-0123456789a", "0199f1c2-7d3a-7cc0-8f00-0123456789abc",
	"0199f1c2-7d3a-7cc0-8f00-0123456789ag", "0199f1c2-7d3a-7cc0-8f00-0123456789a%00", strings.Repeat("a", 300), strings.Repeat("a", 5000),
}

// An id that is none is refused by name on every route that has one, before
// anything else is looked at; nothing is redirected and nothing is stored.
func TestBadIDs(t *testing.T) {
	w := newWorld(t, memory())
	before := w.lasts()
	for _, bad := range badIDs {
		for _, rest := range []string{"", "/choices", "/events", "/history", "/repetitions", "/nowhere"} {
			if bad == "" && rest != "" || (bad == "." || bad == "..") && rest == "" {
				continue // another address; net/http's client cleans some of them away
			}
			a := w.raw("GET", "/v1/games/"+bad+rest, "", "")
			if a.status != 400 || a.at(t, "type") != "/problems/bad-id" {
				t.Errorf("GET %.60s%s: %d %s", bad, rest, a.status, a.body)
			}
		}
		a := w.raw("POST", "/v1/games/"+bad+"/events", `{"type":"move","move":"1"}`, "Content-Type: application/json\r\n")
		if a.status != 400 || a.at(t, "type") != "/problems/bad-id" {
			t.Errorf("POST %.60s: %d %s", bad, a.status, a.body)
		}
	}
	if got := w.lasts(); !slices.Equal(got, before) {
		t.Errorf("the log moved from %v to %v", before, got)
	}
}

// raw sends a request exactly as spelt over a connection of its own.
func (w *world) raw(method, target, body, headers string) *answer {
	w.t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.public.URL, "http://"))
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close()
	if headers == "" || !strings.Contains(headers, "Transfer-Encoding") {
		headers += fmt.Sprintf("Content-Length: %d\r\n", len(body))
	}
	if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\n%s\r\n%s", method, target, headers, body); err != nil {
		w.t.Fatal(err)
	}
	return readAnswer(w.t, bufio.NewReader(conn), method)
}

func readAnswer(t testing.TB, in *bufio.Reader, method string) *answer {
	t.Helper()
	res, err := http.ReadResponse(in, &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return &answer{res.StatusCode, res.Header, string(b)}
}

// What is malformed is refused with a type that says so, and the log stands still.
func TestBadRequests(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	events := g.path() + "/events"
	move := `{"type":"move","move":"1"}`
	tok := "Authorization: Bearer " + g.first + "\r\n"
	jsonType := "Content-Type: application/json\r\n"
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write(make([]byte, 10<<20))
	_ = z.Close()
	before := w.lasts()
	for _, c := range []struct {
		name, method, target, body, headers string
		status                              int
		slug                                string
	}{
		{"no media type", "POST", events, move, tok, 415, "unsupported-media-type"},
		{"a form", "POST", events, "type=move", tok + "Content-Type: application/x-www-form-urlencoded\r\n", 415, "unsupported-media-type"},
		{"text", "POST", events, move, tok + "Content-Type: text/plain\r\n", 415, "unsupported-media-type"},
		{"another charset", "POST", events, move, tok + "Content-Type: application/json; charset=utf-16\r\n", 415, "unsupported-media-type"},
		{"a long media type", "POST", events, move, tok + "Content-Type: application/json;" + strings.Repeat(" a=b;", 500) + "\r\n", 415, "unsupported-media-type"},
		{"compressed", "POST", events, zipped.String(), tok + jsonType + "Content-Encoding: gzip\r\n", 415, "unsupported-media-type"},
		{"too large", "POST", events, `{"type":"move","move":"` + strings.Repeat("1", 17<<10) + `"}`, tok + jsonType, 413, "too-large"},
		{"too large for a create", "POST", "/v1/games", `{"kind":"nim","board":"` + strings.Repeat("1", 17<<10) + `"}`, jsonType, 413, "too-large"},
		{"too large in chunks", "POST", events, "5000\r\n" + strings.Repeat(" ", 0x5000) + "\r\n0\r\n\r\n", tok + jsonType + "Transfer-Encoding: chunked\r\n", 413, "too-large"},
		{"empty", "POST", events, "", tok + jsonType, 400, "bad-request"},
		{"cut off", "POST", events, `{"type":"move"`, tok + jsonType, 400, "bad-request"},
		{"something behind", "POST", events, move + move, tok + jsonType, 400, "bad-request"},
		{"a field twice", "POST", events, `{"type":"move","type":"move","move":"1"}`, tok + jsonType, 400, "bad-request"},
		{"deep", "POST", events, strings.Repeat("[", 9000), tok + jsonType, 400, "bad-request"},
		{"many names", "POST", events, `{` + strings.Repeat(`"a":1,`, 2000) + `"b":1}`, tok + jsonType, 400, "bad-request"},
		{"invalid UTF-8", "POST", events, "{\"type\":\"move\",\"move\":\"\xff\"}", tok + jsonType, 400, "bad-request"},
		{"a byte order mark", "POST", events, "\xef\xbb\xbf" + move, tok + jsonType, 400, "bad-request"},
		{"a huge number", "POST", events, `{"type":"roll","dice":[1e400,1]}`, tok + jsonType, 400, "bad-field"},
		{"no type", "POST", events, `{}`, tok + jsonType, 400, "bad-field"},
		{"another type", "POST", events, `{"type":"explode"}`, tok + jsonType, 400, "unknown-command"},
		{"who acts", "POST", events, `{"type":"move","move":"1","by":"p_x"}`, tok + jsonType, 400, "unknown-field"},
		{"another game", "POST", events, `{"type":"move","move":"1","game":"` + id("x") + `"}`, tok + jsonType, 400, "unknown-field"},
		{"a bad key", "POST", events, move, tok + jsonType + "Idempotency-Key: 1\r\n", 400, "bad-header"},
		{"two keys", "POST", events, move, tok + jsonType + "Idempotency-Key: " + id("1") + "\r\nIdempotency-Key: " + id("2") + "\r\n", 400, "bad-header"},
		{"a weak tag", "POST", events, move, tok + jsonType + "If-Match: W/\"1\"\r\n", 400, "bad-header"},
		{"a bare tag", "POST", events, move, tok + jsonType + "If-Match: 1\r\n", 400, "bad-header"},
		{"an old tag", "POST", events, move, tok + jsonType + "If-Match: \"9\"\r\n", 412, "stale"},
		{"a token in the URL", "GET", g.path() + "?token=x", "", "", 400, "token-in-url"},
		{"an access token in the URL", "POST", events + "?access_token=" + g.first, move, tok + jsonType, 400, "token-in-url"},
		{"a query that nobody reads", "POST", events + "?dry=1", move, tok + jsonType, 400, "unknown-parameter"},
		{"a parameter twice", "GET", g.path() + "?at=1&at=1", "", "", 400, "bad-parameter"},
		{"a semicolon", "GET", g.path() + "?at=1;x=2", "", "", 400, "bad-request"},
		{"a broken escape", "GET", g.path() + "?at=%zz", "", "", 400, "bad-parameter"},
		{"a long query", "GET", g.path() + "?at=" + strings.Repeat("1", 3000), "", "", 414, "uri-too-long"},
		{"no token", "POST", events, move, jsonType, 401, "token-missing"},
		{"a basic credential", "POST", events, move, jsonType + "Authorization: Basic eDp5\r\n", 401, "token-missing"},
		{"two tokens", "POST", events, move, jsonType + tok + tok, 401, "token-missing"},
		{"many dots", "POST", events, move, jsonType + "Authorization: Bearer " + strings.Repeat(".", 15<<10) + "\r\n", 401, "token-missing"},
		{"another method", "DELETE", g.path(), "", "", 405, "method-not-allowed"},
		{"a method that nobody knows", "BREW", g.path(), "", "", 405, "method-not-allowed"},
		{"nowhere", "GET", "/v2/games", "", "", 404, "not-found"},
		{"nowhere in a game", "GET", g.path() + "/nowhere", "", "", 404, "not-found"},
		{"behind the end", "GET", g.path() + "/", "", "", 404, "not-found"},
		{"two slashes", "GET", "//v1/kinds", "", "", 404, "not-found"},
		{"another host", "GET", "/v1/../../etc/passwd", "", "", 404, "not-found"},
		{"rules of no game", "GET", "/rules/chess", "", "", 404, "not-found"},
		{"rules that are not in writing", "GET", "/rules/nim", "", "", 404, "not-found"},
		{"a problem that is none", "GET", "/problems/none", "", "", 404, "not-found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := w.raw(c.method, c.target, c.body, c.headers)
			a.want(t, c.status, c.slug)
			if a.header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("media type %s", a.header.Get("Content-Type"))
			}
			checkProblem(t, a)
			if strings.Contains(a.body, g.first) {
				t.Error("the answer shows the token")
			}
			if c.status == 405 && a.header.Get("Allow") == "" {
				t.Error("405 without Allow")
			}
			if got := w.lasts(); !slices.Equal(got, before) {
				t.Errorf("the log moved from %v to %v", before, got)
			}
		})
	}
	g.move("first", "1").want(t, 201) // and the game goes on
}

func TestAllow(t *testing.T) {
	w := newWorld(t, memory())
	for path, want := range map[string]string{
		"/v1/games": "GET, HEAD, OPTIONS, POST", "/v1/kinds": "GET, HEAD, OPTIONS", "/v1/games/" + id("x") + "/events": "GET, HEAD, OPTIONS, POST", "/livez": "GET, HEAD, OPTIONS",
	} {
		a := w.do("PUT", path, "").want(t, 405, "method-not-allowed")
		if got := a.header.Get("Allow"); got != want {
			t.Errorf("%s allows %s, want %s", path, got, want)
		}
	}
}

// A stale If-Match says where the game is and where to read what was missed.
func TestStale(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	g.move("first", "1", ifMatch(`"1"`)).want(t, 201)
	a := g.move("second", "1", ifMatch(`"1"`)).want(t, 412, "stale")
	if a.at(t, "version") != 2.0 {
		t.Errorf("%s", a.body)
	}
	link, ok := strings.CutSuffix(a.header.Get("Link"), `>; rel="version-history"`)
	if !ok {
		t.Fatalf("Link %q", a.header.Get("Link"))
	}
	missed := w.do("GET", link[1:], "").want(t, 200)
	if list := missed.at(t, "events").([]any); len(list) != 1 {
		t.Errorf("missed %s", missed.body)
	}
	// Whoever saw a version that is not there yet is told the same.
	ahead := g.move("second", "1", ifMatch(`"9"`)).want(t, 412, "stale")
	if !strings.Contains(ahead.header.Get("Link"), "after=2>") {
		t.Errorf("Link %q", ahead.header.Get("Link"))
	}
	g.move("second", "1", ifMatch(`*`)).want(t, 201)
}

// A body that never ends costs a bounded amount of memory and is answered before
// it ends.
func TestEndlessBody(t *testing.T) {
	w := newWorld(t, memory())
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.public.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(5 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
	go func() {
		chunk := []byte("1000\r\n" + strings.Repeat(" ", 0x1000) + "\r\n")
		for {
			if _, err := conn.Write(chunk); err != nil {
				return // the server has had enough
			}
		}
	}()
	readAnswer(t, bufio.NewReader(conn), "POST").want(t, 413, "too-large")
}

// Refusing is cheap: a credential of nonsense is looked at by its length alone.
func TestNonsenseIsCheap(t *testing.T) {
	w := startWorld(t, memory())
	defer w.stop()
	<-w.views.Ready()
	h := w.server.Public()
	req, err := http.NewRequest("POST", "/v1/games/"+id("x")+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+strings.Repeat(".", 1<<20))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	const times = 100
	for range times {
		req.Body = io.NopCloser(strings.NewReader(`{"type":"move","move":"1"}`))
		rec := newDiscard()
		h.ServeHTTP(rec, req)
		if rec.status != 401 {
			t.Fatalf("status %d", rec.status)
		}
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / times; got > 64<<10 {
		t.Errorf("%d bytes for one", got)
	}
}

// discard is a ResponseWriter that keeps the status alone.
type discard struct {
	header http.Header
	status int
}

func newDiscard() *discard                     { return &discard{header: http.Header{}} }
func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
