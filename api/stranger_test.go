package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"plylog/api"
)

// However often others come with what proves nothing while a player is away: their
// clock and everything else of the game is as it was, and they come back and move
// (trust.md D 62).
func TestBadReconnects(t *testing.T) {
	w := newWorld(t, memory())
	a := w.do("POST", "/v1/games", `{"kind":"nim","opponent":"self","private":true,"clock":{"kind":"fischer","base":300000,"increment":2000},"options":{"stones":20}}`).want(t, 201)
	g := &game{w: w, id: a.at(t, "game", "id").(string), first: a.at(t, "tokens", "first").(string), second: a.at(t, "tokens", "second").(string)}
	g.move("first", "1").want(t, 201)
	g.move("second", "1").want(t, 201) // the clock of first runs; its holder is away
	type standing struct {
		Version int
		Turn    string
		Board   string
		Clock   struct {
			First, Second int64
			Running       string
			Deadline      string
		}
	}
	stands := func() (s standing) {
		t.Helper()
		if err := json.Unmarshal([]byte(w.do("GET", g.path(), "", token(g.second)).want(t, 200).body), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	before := stands()
	if before.Clock.Running != "first" || before.Clock.Deadline == "" {
		t.Fatalf("%+v", before)
	}
	elsewhere := w.newGame("nim").first
	wrong := []header{token(elsewhere), token("plylog_seat_" + strings.Repeat("A", 43)), token("plylog_pat_x"), "Cookie: plylog=" + none43, header("Plylog-Seats: " + elsewhere)}
	log := w.lasts()
	for i := range 100 {
		proof := wrong[i%len(wrong)]
		for _, c := range []struct{ method, path, body string }{
			{"GET", g.path() + "/events?follow=1", ""}, {"GET", "/v1/feed?games=" + g.id, ""}, {"GET", "/v1/me/feed?games=" + g.id, ""},
			{"POST", g.path() + "/events", `{"type":"move","move":"1"}`}, {"POST", g.path() + "/events", `{"type":"join","seat":"first"}`},
		} {
			if a := w.do(c.method, c.path, c.body, proof); a.status < 400 || strings.Contains(a.body, "plylog_seat_") || strings.Contains(a.body, `"board"`) {
				t.Fatalf("%s %s as %.30s: %d %s", c.method, c.path, proof, a.status, a.body)
			}
		}
	}
	if got := w.lasts(); fmt.Sprint(got) != fmt.Sprint(log) {
		t.Errorf("the log moved from %v to %v", log, got)
	}
	if now := stands(); now != before {
		t.Errorf("it stood %+v and stands %+v", before, now)
	}
	g.move("first", "1").want(t, 201)
}

// What stands in an address is in no page that is answered, as it was written (games.md
// J 142). Answers that are no pages say that they are none.
func TestNothingIsEchoed(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	const payload = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	pages := 0
	for _, route := range api.PublicRoutesWithParams() {
		if route.Method != "GET" || route.Path == "/v1/me/feed" || route.Path == "/v1/feed" {
			continue // feeds stay open, and are no pages
		}
		path := filled(route.Path, g.id)
		queries := []string{url.QueryEscape(payload) + "=1", "x=" + url.QueryEscape(payload)}
		for _, name := range route.Params {
			queries = append(queries, name+"="+url.QueryEscape(payload))
		}
		for _, query := range queries {
			a := w.do("GET", path+"?"+query, "", "Accept: text/html,*/*")
			html := strings.HasPrefix(a.header.Get("Content-Type"), "text/html")
			if html {
				pages++
			}
			if html && strings.Contains(a.body, "<script>alert") || !html && a.header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s?%s: %s", path, query, a.header.Get("Content-Type"))
			}
		}
	}
	for _, path := range []string{"/problems/", "/docs/", "/schemas/", "/learn/", "/games/", "/v1/games/", "/v1/signin/", "/"} {
		a := w.raw("GET", path+url.PathEscape(payload), "", "Accept: text/html\r\n")
		if strings.HasPrefix(a.header.Get("Content-Type"), "text/html") && strings.Contains(a.body, "<script>alert") || a.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if pages == 0 {
		t.Error("no page was answered: this test sees nothing")
	}
}
