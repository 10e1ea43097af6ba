package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"plylog/api/client"
)

// TestBadInput sends what nobody should send to a real server. Every request is
// answered by a problem of a known type, and the log is afterwards what it was.
func TestBadInput(t *testing.T) {
	srv := startServer(t)
	ctx := t.Context()
	c := connect(t, srv)
	create := func(kind string) *client.Created {
		t.Helper()
		made, err := c.Create(ctx, client.NewGame{Kind: kind, Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	reversi, other, over := create("reversi"), create("reversi"), create("checkers")
	submit := func(made *client.Created, cmd client.Command) {
		t.Helper()
		if _, err := c.WithToken(made.Tokens.First).Submit(ctx, made.Game.ID, cmd); err != nil {
			t.Fatal(err)
		}
	}
	const used = "0199f1c2-0000-7000-8000-000000000001"
	first := client.Command{Type: "move", Move: "d3"}
	if err := first.ID.UnmarshalText([]byte(used)); err != nil {
		t.Fatal(err)
	}
	submit(reversi, first)
	submit(over, client.Command{Type: "resign"})
	before := stored(t, srv)

	black, white := bearer(reversi.Tokens.First), bearer(reversi.Tokens.Second)
	games, game := "/v1/games", "/v1/games/"+reversi.Game.ID.String()
	log := game + "/events"
	for _, c := range []struct {
		name    string
		method  string
		path    string
		body    string
		headers []string // name, value …
		status  int
		kind    string
	}{
		{"unknown kind", "POST", games, `{"kind":"chess"}`, nil, 400, "unknown-kind"},
		{"unknown option", "POST", games, `{"kind":"reversi","options":{"size":10}}`, nil, 400, "bad-option"},
		{"option out of range", "POST", games, `{"kind":"backgammon","options":{"matchLength":1000}}`, nil, 400, "bad-option"},
		{"option of a wrong type", "POST", games, `{"kind":"backgammon","options":{"matchLength":"7"}}`, nil, 400, "bad-option"},
		{"bad board", "POST", games, `{"kind":"checkers","board":"B:W1:B32"}`, nil, 400, "bad-board"},
		{"dice in a game without", "POST", games, `{"kind":"reversi","dice":"recorded"}`, nil, 400, "bad-option"},
		{"no body", "POST", games, ``, nil, 400, "bad-request"},
		{"not JSON", "POST", games, `kind=reversi`, nil, 400, "bad-request"},
		{"not an object", "POST", games, `["reversi"]`, nil, 400, "bad-request"},
		{"trailing data", "POST", games, `{"kind":"reversi"}{}`, nil, 400, "bad-request"},
		{"unknown field", "POST", games, `{"kind":"reversi","by":"p_me"}`, nil, 400, "unknown-field"},
		{"field twice", "POST", games, `{"kind":"reversi","kind":"checkers"}`, nil, 400, "bad-request"},
		{"too deep", "POST", games, `{"kind":"reversi","options":` + strings.Repeat(`{"a":`, 2000) + `1` + strings.Repeat(`}`, 2000) + `}`, nil, 400, ""},
		{"too large", "POST", games, `{"kind":"reversi","board":"` + strings.Repeat("-", 1<<20) + `"}`, nil, 413, "too-large"},
		{"another media type", "POST", games, `{"kind":"reversi"}`, []string{"Content-Type", "text/plain"}, 415, "unsupported-media-type"},
		{"key that is none", "POST", games, `{"kind":"reversi"}`, []string{"Idempotency-Key", "1"}, 400, "bad-header"},

		{"illegal move", "POST", log, `{"type":"move","move":"a1"}`, white, 422, "illegal-move"},
		{"move that is none", "POST", log, `{"type":"move","move":"\u0000"}`, white, 422, "illegal-move"},
		{"the other seat's turn", "POST", log, `{"type":"move","move":"c3"}`, black, 0, ""},
		{"no token", "POST", log, `{"type":"move","move":"c3"}`, nil, 401, "token-missing"},
		{"broken token", "POST", log, `{"type":"move","move":"c3"}`, bearer("plylog_seat_x"), 401, ""},
		{"another game's token", "POST", log, `{"type":"move","move":"c3"}`, bearer(other.Tokens.Second), 403, "token-wrong"},
		{"token in the URL", "POST", log + "?token=x", `{"type":"move","move":"c3"}`, white, 400, "token-in-url"},
		{"finished game", "POST", "/v1/games/" + over.Game.ID.String() + "/events", `{"type":"move","move":"11-15"}`, bearer(over.Tokens.First), 409, "game-over"},
		{"stale If-Match", "POST", log, `{"type":"move","move":"c3"}`, append(white, "If-Match", `"1"`), 412, "stale"},
		{"If-Match that is none", "POST", log, `{"type":"move","move":"c3"}`, append(white, "If-Match", `2`), 400, "bad-header"},
		{"key used for something else", "POST", log, `{"type":"move","move":"c3"}`, append(white, "Idempotency-Key", used), 422, "key-reused"},
		{"unknown command", "POST", log, `{"type":"castle"}`, white, 400, "unknown-command"},
		{"a version from outside", "POST", log, `{"type":"move","move":"c3","n":7}`, white, 400, "unknown-field"},
		{"dice from outside", "POST", log, `{"type":"roll","dice":[6,6]}`, white, 422, ""},

		{"id is a star", "GET", games + "/*", ``, nil, 400, "bad-id"},
		{"id is a wildcard", "GET", games + "/%3E", ``, nil, 400, "bad-id"},
		{"id has dots", "GET", games + "/a.b.c", ``, nil, 400, "bad-id"},
		{"id has a zero byte", "GET", games + "/%00", ``, nil, 400, "bad-id"},
		{"id has a line break", "GET", games + "/a%0d%0ab", ``, nil, 400, "bad-id"},
		{"id of 5 kB", "GET", games + "/" + strings.Repeat("a", 5000), ``, nil, 400, "bad-id"},
		{"id in capitals", "GET", games + "/" + strings.ToUpper(reversi.Game.ID.String()), ``, nil, 400, "bad-id"},
		{"id of nothing", "GET", games + "/0199f1c2-0000-7000-8000-00000000ffff", ``, nil, 404, "no-such-game"},
		{"version from the future", "GET", game + "?at=99", ``, nil, 404, "no-such-version"},
		{"version that is none", "GET", game + "?at=-1", ``, nil, 400, "bad-parameter"},
		{"parameter that nobody reads", "GET", game + "?att=1", ``, nil, 400, "unknown-parameter"},
		{"feed from the future", "GET", log + "?after=99", ``, nil, 404, "no-such-version"},
		{"feed from nowhere", "GET", log + "?after=x", ``, nil, 400, "bad-parameter"},
		{"limit beyond numbers", "GET", games + "?limit=18446744073709551617", ``, nil, 400, "bad-parameter"},
		{"another method", "DELETE", game, ``, nil, 405, "method-not-allowed"},
		{"nothing there", "GET", "/v2/games", ``, nil, 404, "not-found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body := send(t, c.method, srv.url()+c.path, c.body, c.headers)
			var p client.Problem
			if err := json.Unmarshal(body, &p); err != nil {
				t.Fatalf("%d: no problem but %q", status, body)
			}
			if status < 400 || status > 499 || c.status != 0 && status != c.status || c.kind != "" && p.Kind() != c.kind {
				t.Errorf("got %d %s (%s), want %d %s", status, p.Type, p.Detail, c.status, c.kind)
			}
		})
	}
	if after := stored(t, srv); after != before {
		t.Errorf("the log had %d events and has %d", before, after)
	}
	st, err := c.State(ctx, reversi.Game.ID, 0)
	if err != nil || st.Version != 2 {
		t.Errorf("the game is at %+v, %v", st, err)
	}
}

func bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

// send sends a request as it is and reads the answer.
func send(t *testing.T, method, url, body string, headers []string) (int, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, out
}

// rebuilt is what a rebuild reports.
type rebuilt struct{ Games, Events, Equal, Wrong int }

// rebuild has a server rebuild everything and returns the report.
func rebuild(ctx context.Context, srv *server) (rebuilt, error) {
	var r rebuilt
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, srv.adminURL()+"/admin/rebuild", nil)
	if err != nil {
		return r, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return r, err
	}
	defer res.Body.Close()
	lines, err := io.ReadAll(res.Body)
	if err != nil {
		return r, err
	}
	lines = bytes.TrimSpace(lines)
	last := lines[bytes.LastIndexByte(lines, '\n')+1:]
	var line struct{ Report *rebuilt }
	if err := json.Unmarshal(last, &line); err != nil || line.Report == nil {
		return r, fmt.Errorf("the rebuild ended with %s: %w", last, err)
	}
	return *line.Report, nil
}

// stored is how many events a server's log holds.
func stored(t *testing.T, srv *server) int {
	t.Helper()
	r, err := rebuild(t.Context(), srv)
	if err != nil {
		t.Fatal(err)
	}
	return r.Events
}
