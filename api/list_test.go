package api_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// Pages leave nothing out and repeat nothing, newest first, and each says where
// the next one is.
func TestListPages(t *testing.T) {
	w := newWorld(t, memory())
	var made []string
	for i := range 12 {
		kind := []string{"nim", "reversi"}[i%2]
		made = append(made, w.newGame(kind).id)
	}
	for _, c := range []struct {
		query string
		count int
	}{{"", 12}, {"&kind=nim", 6}, {"&status=playing", 12}, {"&status=over", 0}, {"&status=open", 0}, {"&status=damaged", 0}} {
		var got []string
		next := "/v1/games?limit=5" + c.query
		for pages := 0; next != ""; pages++ {
			if pages > 4 {
				t.Fatal("the pages do not end")
			}
			a := w.do("GET", next, "").want(t, 200)
			for _, g := range a.at(t, "games").([]any) {
				got = append(got, g.(map[string]any)["id"].(string))
			}
			cursor, _ := a.at(t, "next").(string)
			next = nextLink(t, a)
			if (cursor == "") != (next == "") || cursor != "" && !strings.Contains(next, "cursor="+url.QueryEscape(cursor)) {
				t.Errorf("next %q, but Link %q", cursor, next)
			}
		}
		if len(got) != c.count {
			t.Errorf("%s: %d games, want %d", c.query, len(got), c.count)
		}
		seen := map[string]bool{}
		for _, id := range got {
			if seen[id] {
				t.Errorf("%s: %s is there twice", c.query, id)
			}
			seen[id] = true
		}
		if c.query == "" {
			for _, id := range made {
				if !seen[id] {
					t.Errorf("%s is missing", id)
				}
			}
		}
	}
}

// nextLink returns the target of a Link header with rel="next".
func nextLink(t *testing.T, a *answer) string {
	t.Helper()
	l := a.header.Get("Link")
	if l == "" {
		return ""
	}
	target, ok := strings.CutSuffix(l, `>; rel="next"`)
	if !ok || !strings.HasPrefix(target, "<") {
		t.Fatalf("Link %q", l)
	}
	return target[1:]
}

func TestListFilters(t *testing.T) {
	w := newWorld(t, memory())
	a := w.do("POST", "/v1/games", `{"kind":"nim"}`).want(t, 201)
	player := a.at(t, "game", "seats", "first").(string)
	w.newGame("nim")
	list := func(query string) int {
		t.Helper()
		return len(w.do("GET", "/v1/games"+query, "").want(t, 200).at(t, "games").([]any))
	}
	if n := list("?player=" + player); n != 1 {
		t.Errorf("%d games of the player", n)
	}
	if n := list("?player=p_nobodyknows"); n != 0 {
		t.Errorf("%d games of a player that is not there", n)
	}
	if n := list("?status=open"); n != 1 {
		t.Errorf("%d open games", n)
	}
	for query, slug := range map[string]string{
		"?status=lost": "bad-parameter", "?kind=chess": "bad-parameter", "?player=me": "bad-parameter", "?player=": "bad-parameter",
		"?cursor=x": "bad-parameter", "?limit=0": "bad-parameter", "?limit=201": "bad-parameter", "?limit=-1": "bad-parameter",
		"?limit=9223372036854775808": "bad-parameter", "?limit=1e309": "bad-parameter", "?limit=NaN": "bad-parameter",
		"?offset=1": "unknown-parameter", "?limit=1&limit=2": "bad-parameter",
	} {
		w.do("GET", "/v1/games"+query, "").want(t, 400, slug)
	}
}

// Private games stand in no list, whatever is asked.
func TestListHidesPrivateGames(t *testing.T) {
	w := newWorld(t, memory())
	a := w.do("POST", "/v1/games", `{"kind":"nim","private":true}`).want(t, 201)
	id, player, tok := a.at(t, "game", "id").(string), a.at(t, "game", "seats", "first").(string), a.at(t, "tokens", "first").(string)
	for _, query := range []string{"", "?status=open", "?kind=nim", "?player=" + player, "?player=" + player + "&status=open"} {
		for _, headers := range [][]header{nil, {token(tok)}} {
			if got := w.do("GET", "/v1/games"+query, "", headers...).want(t, 200).body; strings.Contains(got, id) {
				t.Errorf("%s shows a private game: %s", query, got)
			}
		}
	}
}

func TestEventPages(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"options":{"stones":50}`)
	var raw []string
	raw = append(raw, strings.TrimSpace(w.do("GET", g.path()+"/events", "", header("Accept: application/x-ndjson")).want(t, 200).body))
	seats := []string{"first", "second"}
	for i := range 20 {
		raw = append(raw, g.move(seats[i%2], "1").want(t, 201).body)
	}
	// The stored bytes, as they are, in every form.
	if got := w.do("GET", g.path()+"/events", "").want(t, 200); got.body != fmt.Sprintf(`{"game":%q,"events":[%s],"version":21}`, g.id, strings.Join(raw, ",")) {
		t.Errorf("the whole log: %.300s", got.body)
	}
	if got := w.do("GET", g.path()+"/events?after=3&limit=4", "", header("Accept: application/x-ndjson")).want(t, 200); got.body != strings.Join(raw[3:7], "\n")+"\n" {
		t.Errorf("lines: %s", got.body)
	}
	var got []string
	next := g.path() + "/events?limit=6"
	for next != "" {
		a := w.do("GET", next, "").want(t, 200)
		var events []string
		body := a.body[strings.Index(a.body, "[")+1 : strings.LastIndex(a.body, "]")]
		for _, r := range raw {
			if strings.Contains(body, r) {
				events = append(events, r)
			}
		}
		if len(events) > 6 {
			t.Errorf("a page of %d", len(events))
		}
		got = append(got, events...)
		next = nextLink(t, a)
	}
	if strings.Join(got, "\n") != strings.Join(raw, "\n") {
		t.Errorf("pages hold %d events, want %d", len(got), len(raw))
	}
	for query, slug := range map[string]string{
		"?after=-1": "bad-parameter", "?after=x": "bad-parameter", "?after=99999999999999999999": "bad-parameter",
		"?limit=0": "bad-parameter", "?limit=1001": "bad-parameter", "?follow=maybe": "bad-parameter", "?before=1": "unknown-parameter",
	} {
		w.do("GET", g.path()+"/events"+query, "").want(t, 400, slug)
	}
	w.do("GET", g.path()+"/events?after=22", "").want(t, 404, "no-such-version")
	if a := w.do("GET", g.path()+"/events?after=21", "").want(t, 200); !strings.Contains(a.body, `"events":[]`) {
		t.Errorf("%s", a.body)
	}
	for accept, status := range map[string]int{"text/html": 406, "application/xml, text/plain": 406, "application/json": 200, "*/*": 200} {
		w.do("GET", g.path()+"/events", "", header("Accept: "+accept)).want(t, status)
	}
	w.do("GET", g.path()+"/events?follow=1", "", header("Accept: application/json")).want(t, 400, "bad-parameter")
	w.do("GET", g.path()+"/events?follow=1&limit=5", "").want(t, 400, "bad-parameter")
}
