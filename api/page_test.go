package api_test

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
)

// Whoever follows a link that is mistyped, or to which others have appended something,
// is shown the page; programs are told in their own words.
func TestPageAtAnyAddress(t *testing.T) {
	w := newWorld(t, memory())
	const person, program = "Accept: text/html,application/xhtml+xml,*/*;q=0.8", "Accept: application/json"
	game := "/games/" + id("x")
	for _, c := range []struct {
		method, path, as string
		status           int
		page             bool
	}{
		{"GET", "/nothing", person, 404, true},
		{"GET", "/games", person, 404, true},
		{"GET", game + "/moves", person, 404, true},
		{"GET", "/learn/reversi/", person, 404, true},
		{"GET", "//watch", person, 404, true},
		{"HEAD", "/nothing", person, 404, true},
		{"GET", "/nothing", program, 404, false},
		{"GET", "/nothing", "Accept: */*", 404, false},
		{"POST", "/nothing", person, 404, false},
		{"GET", "/v1/nothing", person, 404, false},
		{"GET", "/v1/games/x", person, 400, false},
		{"PUT", "/watch", person, 405, false},
		{"GET", "/?utm_source=mail", person, 200, true},
		{"GET", game + "?at=3&fbclid=IwAR0", person, 200, true},
		{"GET", "/watch?kind=reversi&ref=x", person, 200, true},
		{"GET", "/?token=x", person, 400, false},
	} {
		req := httptest.NewRequest(c.method, "http://good.example"+c.path, nil)
		_, accept, _ := strings.Cut(c.as, ": ")
		req.Header.Set("Accept", accept)
		a := w.served(req)
		if a.status != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, a.status, c.status)
		}
		html := strings.HasPrefix(a.header.Get("Content-Type"), "text/html")
		if html != c.page {
			t.Errorf("%s %s as %q: %s", c.method, c.path, c.as, a.header.Get("Content-Type"))
		}
		if c.page && !strings.Contains(a.header.Get("Content-Security-Policy"), "script-src 'self'") {
			t.Errorf("%s %s: Content-Security-Policy %q", c.method, c.path, a.header.Get("Content-Security-Policy"))
		}
		if c.page && c.method == "GET" && !strings.Contains(a.body, "/assets/js/app.js") {
			t.Errorf("%s %s shows %.80s", c.method, c.path, a.body)
		}
		if !html && !json.Valid([]byte(a.body)) {
			t.Errorf("%s %s: %.80s", c.method, c.path, a.body)
		}
	}
}
