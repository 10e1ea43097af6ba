package api_test

import (
	"net/url"
	"strings"
	"testing"
)

// Who says that they sit somewhere and cannot prove it is told nothing that the seat
// is, and counts as a watcher at most: whatever feed they open, and though the one
// who does sit there comes in beside them.
func TestClaimedSeatsHearNothing(t *testing.T) {
	w := newWorld(t, memory())
	g, private, foreign := w.newGame("nim"), w.newGame("nim", `"private":true`), w.newGame("nim")
	player := g.w.do("GET", g.path(), "").want(t, 200).at(t, "seats", "first").(string)
	forged := "plylog_seat_" + strings.Repeat("A", 43)
	for _, tok := range []string{"", player, forged, foreign.first, spoilt(g.first)} {
		var with []header
		if tok != "" {
			with = []header{token(tok)}
		}
		for _, path := range []string{private.path() + "/events", "/v1/feed?games=" + private.id, private.path(), private.path() + "/history", private.path() + "/choices"} {
			accept := acceptSSE
			if !strings.Contains(path, "events") && !strings.Contains(path, "feed") {
				accept = "Accept: application/json"
			}
			a := w.do("GET", path, "", append(with, accept)...)
			if a.status != 404 && a.status != 401 || strings.Contains(a.body, "board") {
				t.Errorf("%s with %.16q: %d %s", path, tok, a.status, a.body)
			}
		}
		if a := w.do("GET", "/v1/me/feed?games="+g.id, "", append(with, acceptSSE)...); a.status != 401 && a.status != 403 || strings.Contains(a.body, "matter") {
			t.Errorf("the feed of a player with %.16q: %d %s", tok, a.status, a.body)
		}
	}
	watcher := w.open("/v1/feed?games="+g.id+":now", acceptNDJSON, token(foreign.first))
	if got := watcher.heard(); !strings.HasPrefix(got, "false false ") {
		t.Errorf("with the token of another game present are %s", got)
	}
	w.open("/v1/feed?games="+g.id+":now", acceptNDJSON, token(g.first))
	got := watcher.heard()
	for strings.HasPrefix(got, "false false ") { // of watchers
		got = watcher.heard()
	}
	if got != "true false 1" {
		t.Errorf("with the one who sits there present are %s", got)
	}
}

// Whoever tries to come back in somebody's name changes nothing for the one who is
// away: not the deadline, not who is there, not that they can come back.
func TestFalseReturnsChangeNothing(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"clock":{"kind":"fischer","base":600000}`)
	before, log := w.do("GET", g.path(), "").want(t, 200).at(t, "clock"), w.lasts()
	for i := range 100 {
		tok := "plylog_seat_" + strings.Repeat(string(rune('a'+i%26)), 42) + "A"
		if a := w.do("GET", "/v1/me/feed?games="+g.id, "", acceptSSE, token(tok)); a.status != 403 && a.status != 401 {
			t.Fatalf("a false return: %d %s", a.status, a.body)
		}
		if a := w.do("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(tok)); a.status != 403 && a.status != 401 {
			t.Fatalf("a false move: %d %s", a.status, a.body)
		}
	}
	if after := w.do("GET", g.path(), "").want(t, 200).at(t, "clock"); asText(after) != asText(before) || asText(w.lasts()) != asText(log) {
		t.Errorf("the clock is %v, and was %v", after, before)
	}
	if got := w.open("/v1/feed?games="+g.id+":now", acceptNDJSON, token(g.first)).heard(); got != "true false 0" {
		t.Errorf("the one who comes back finds %s", got)
	}
	g.move("first", "1").want(t, 201)
}

// Nobody acts for somebody else, whatever they send as a proof of being them, and no
// game but that of the address is meant.
func TestNobodyActsForAnother(t *testing.T) {
	w := newWorld(t, memory())
	g, other := w.newGame("nim"), w.newGame("nim")
	g.move("first", "1").want(t, 201)
	second := w.do("GET", g.path(), "").want(t, 200).at(t, "seats", "second").(string)
	before := w.lasts()
	for _, c := range []struct {
		name, body string
		token      string
		status     int
		slug       string
	}{
		{"the other's move with one's own token", `{"type":"move","move":"1"}`, g.first, 422, "illegal-move"},
		{"the other's move with the other's id", `{"type":"move","move":"1"}`, second, 401, "token-missing"},
		{"the other's id in the body", `{"type":"move","move":"1","player":"` + second + `"}`, g.first, 400, "unknown-field"},
		{"the other's id as who acts", `{"type":"move","move":"1","by":"` + second + `"}`, g.first, 400, "unknown-field"},
		{"the other's seat in the body", `{"type":"move","move":"1","seat":"second"}`, g.first, 400, "unknown-field"},
		{"the token of another game", `{"type":"move","move":"1"}`, other.second, 403, "token-wrong"},
		{"another game in the body", `{"type":"move","move":"1","game":"` + other.id + `"}`, g.second, 400, "unknown-field"},
		{"another game as the id", `{"type":"move","move":"1","id":"` + other.id + `"}`, g.second, 400, "unknown-field"},
		{"a resignation for the other", `{"type":"resign","seat":"second"}`, g.first, 400, "unknown-field"},
		{"handing the other's seat over", `{"type":"hand","seat":"second","player":"p_me"}`, g.first, 400, "unknown-command"},
		{"seating oneself", `{"type":"seated","seat":"second","player":"p_me"}`, g.first, 400, "unknown-command"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.do("POST", g.path()+"/events", c.body, token(c.token)).want(t, c.status, c.slug)
		})
	}
	if now := w.lasts(); asText(now) != asText(before) {
		t.Errorf("the log is at %v, and was at %v", now, before)
	}
}

// What is sent in a path or a query comes back in no page, and in no answer that a
// browser could take for one.
func TestNothingIsEchoedAsAPage(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	const mark = `"><script>alert(1)</script>`
	q := url.QueryEscape(mark)
	for _, path := range []string{
		g.path() + "?at=" + q, g.path() + "?" + q + "=1", g.path() + "?board=" + q, g.path() + "/choices?seat=" + q,
		g.path() + "/events?after=" + q, g.path() + "/export?format=" + q, "/v1/games?kind=" + q, "/v1/games?cursor=" + q,
		"/v1/games/" + url.PathEscape(mark), "/v1/feed?games=" + q, "/v1/players/" + url.PathEscape(mark), "/problems/" + url.PathEscape(mark),
		"/" + url.PathEscape(mark), "/games/" + url.PathEscape(mark), "/docs/" + url.PathEscape(mark),
	} {
		for _, accept := range []header{"Accept: text/html", "Accept: */*"} {
			a := w.do("GET", path, "", accept)
			kind := a.header.Get("Content-Type")
			if strings.Contains(kind, "html") && strings.Contains(a.body, "<script>alert") {
				t.Errorf("%s comes back in a page: %.200s", path, a.body)
			}
			if a.header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: %d %s, and a browser may guess what it is", path, a.status, kind)
			}
		}
	}
}
