package api_test

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plylog/api"
)

// call sends a request as a message.
func (w *world) call(op api.Operation, game, body string, headers ...header) *answer {
	w.t.Helper()
	h := make(http.Header)
	for _, one := range headers {
		name, value, _ := strings.Cut(string(one), ": ")
		h.Add(name, value)
	}
	got := w.server.Call(context.Background(), api.Call{Via: "test", Operation: op, Game: game, Header: h, Body: []byte(body)})
	a := &answer{status: got.Status, header: got.Header, body: string(got.Body)}
	if a.header.Get("Content-Type") == "application/problem+json" {
		checkProblem(w.t, a)
	}
	return a
}

// TestCallsAnswerLikeHTTP sends each request both ways: over HTTP and as a message.
// Status, body and headers must be the same, be it an answer or a refusal.
func TestCallsAnswerLikeHTTP(t *testing.T) {
	w := newWorld(t, memory())
	g, hidden := w.newGame("reversi"), w.newGame("reversi", `"private":true`)
	g.move("first", "d3", key(id("d3"))).want(t, 201)
	there, nowhere := "/v1/games/"+g.id, "/v1/games/"+id("nobody's")
	mine := token(g.first)
	for _, c := range []struct {
		name         string
		op           api.Operation
		game, body   string // of the message
		method, path string
		headers      []header
		status       int
	}{
		{"state", api.OpState, g.id, "", "GET", there, nil, 200},
		{"state with an empty object", api.OpState, g.id, "{}", "GET", there, nil, 200},
		{"state not modified", api.OpState, g.id, "", "GET", there, []header{`If-None-Match: "2"`}, 304},
		{"state of a version", api.OpState, g.id, `{"at":1}`, "GET", there + "?at=1", nil, 200},
		{"state of a version as text", api.OpState, g.id, `{"at":"1"}`, "GET", there + "?at=1", nil, 200},
		{"state of a fraction", api.OpState, g.id, `{"at":1.5}`, "GET", there + "?at=1.5", nil, 400},
		{"state of too much", api.OpState, g.id, `{"at":1e309}`, "GET", there + "?at=1e309", nil, 400},
		{"state of less", api.OpState, g.id, `{"at":-1}`, "GET", there + "?at=-1", nil, 400},
		{"state of the future", api.OpState, g.id, `{"at":99}`, "GET", there + "?at=99", nil, 404},
		{"state with a stranger", api.OpState, g.id, `{"colour":"red"}`, "GET", there + "?colour=red", nil, 400},
		{"state with a token", api.OpState, g.id, `{"token":"x"}`, "GET", there + "?token=x", nil, 400},
		{"state of no game", api.OpState, id("nobody's"), "", "GET", nowhere, nil, 404},
		{"state of a private game", api.OpState, hidden.id, "", "GET", hidden.path(), nil, 404},
		{"state of one's private game", api.OpState, hidden.id, "", "GET", hidden.path(), []header{token(hidden.first)}, 200},
		{"state of a star", api.OpState, "*", "", "GET", "/v1/games/*", nil, 400},
		{"choices", api.OpChoices, g.id, "", "GET", there + "/choices", nil, 200},
		{"choices of a seat", api.OpChoices, g.id, `{"seat":"second"}`, "GET", there + "/choices?seat=second", nil, 200},
		{"choices of no seat", api.OpChoices, g.id, `{"seat":"third"}`, "GET", there + "/choices?seat=third", nil, 400},
		{"history", api.OpHistory, g.id, "", "GET", there + "/history", nil, 200},
		{"history with boards", api.OpHistory, g.id, `{"boards":true}`, "GET", there + "/history?boards=true", nil, 200},

		{"create nothing", api.OpCreate, "", `{}`, "POST", "/v1/games", nil, 400},
		{"create chess", api.OpCreate, "", `{"kind":"chess"}`, "POST", "/v1/games", nil, 400},
		{"create by a key", api.OpCreate, "", `{"kind":"nim"}`, "POST", "/v1/games", []header{key(id("one"))}, 0},
		{"a move again", api.OpSubmit, g.id, `{"type":"move","move":"d3"}`, "POST", there + "/events", []header{mine, key(id("d3"))}, 200},
		{"a move by nobody", api.OpSubmit, g.id, `{"type":"move","move":"c3"}`, "POST", there + "/events", nil, 401},
		{"a move by a stranger", api.OpSubmit, g.id, `{"type":"move","move":"c3"}`, "POST", there + "/events", []header{token(hidden.first)}, 403},
		{"a move out of turn", api.OpSubmit, g.id, `{"type":"move","move":"c3"}`, "POST", there + "/events", []header{mine}, 422},
		{"an illegal move", api.OpSubmit, g.id, `{"type":"move","move":"a1"}`, "POST", there + "/events", []header{token(g.second)}, 422},
		{"a stale move", api.OpSubmit, g.id, `{"type":"move","move":"c3"}`, "POST", there + "/events", []header{token(g.second), ifMatch(`"1"`)}, 412},
		{"a move for somebody", api.OpSubmit, g.id, `{"type":"move","move":"c3","by":"p_x"}`, "POST", there + "/events", []header{mine}, 400},
		{"a join of nothing", api.OpSubmit, "not-a-game", `{"type":"join"}`, "POST", "/v1/games/not-a-game/events", nil, 400},
		{"a body of nothing", api.OpSubmit, g.id, `x`, "POST", there + "/events", []header{mine}, 400},
		{"a body too large", api.OpSubmit, g.id, strings.Repeat("x", 1<<17), "POST", there + "/events", []header{mine}, 413},
		{"a body of text", api.OpSubmit, g.id, `{}`, "POST", there + "/events", []header{mine, "Content-Type: text/plain"}, 415},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := c.body
			if c.method == "GET" {
				body = ""
			}
			first := w.do(c.method, c.path, body, c.headers...)
			got, want := w.call(c.op, c.game, c.body, c.headers...), w.do(c.method, c.path, body, c.headers...)
			if c.status != 0 && first.status != c.status {
				t.Errorf("over HTTP: %d, want %d: %s", first.status, c.status, first.body)
			}
			if got.status != want.status || got.body != want.body {
				t.Errorf("as a message: %d %s\nover HTTP:    %d %s", got.status, got.body, want.status, want.body)
			}
			want.header.Del("Date")
			want.header.Del("Connection") // of a body that was not read to its end
			if want.status == 304 {
				want.header.Del("Content-Length")
			}
			if !maps.EqualFunc(got.header, want.header, slices.Equal) {
				t.Errorf("as a message: %v\nover HTTP:    %v", got.header, want.header)
			}
		})
	}
}

// TestCallOfNothing asks for an operation that there is not.
func TestCallOfNothing(t *testing.T) {
	w := newWorld(t, memory())
	w.call("delete", id("a game"), "").want(t, 404, "not-found")
	w.call(api.OpState, id("a game"), `{"at":{}}`).want(t, 400, "bad-parameter")
	w.call(api.OpState, id("a game"), `[1]`).want(t, 400, "bad-request")
	w.call(api.OpState, id("a game"), `{"at":1,"at":2}`).want(t, 400, "bad-request")
	w.call(api.OpState, id("a game"), `{"at":1} `+strings.Repeat(" ", 4096)).want(t, 413, "too-large")
}

// FuzzCall holds the reading of arguments out of a message to its word: whatever
// comes is answered, with an answer or with a refusal.
func FuzzCall(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"at":1}`, `{"seat":"first","at":"1"}`, `{"at":null}`, `{"":1}`, `{"a":"\u0000"}`, "\xff", `{"at":1`} {
		f.Add(seed)
	}
	w := newWorld(f, memory())
	g := w.newGame("nim")
	f.Fuzz(func(t *testing.T, body string) {
		got := w.server.Call(context.Background(), api.Call{Via: "test", Operation: api.OpChoices, Game: g.id, Body: []byte(body)})
		if got.Status != 200 && (got.Status < 400 || got.Status > 499) {
			t.Errorf("%q is answered %d %s", body, got.Status, got.Body)
		}
	})
}

// Messages are counted by the token that they carry, as requests are; making games by
// the transport, since nobody says who sent one.
func TestCallsAreLimited(t *testing.T) {
	rate := func(n int) api.Rate { return api.Rate{PerSecond: 0.01, Burst: n} }
	w := newWorld(t, memory(), still, func(c *api.Config) {
		c.Limits.Session = rate(6)
		c.Limits.Create = api.Quota{Network: rate(2), Address: rate(1)}
		c.Limits.Move = api.Quota{Session: rate(2), Network: rate(1)}
	})
	g := w.newGame("nim") // over the loopback
	move := func(seat, move string) *answer {
		return w.call(api.OpSubmit, g.id, `{"type":"move","move":"`+move+`"}`, token(map[string]string{"first": g.first, "second": g.second}[seat]))
	}
	move("first", "1").want(t, 201)
	move("second", "1").want(t, 201)
	a := move("first", "1").want(t, 201)
	if got := a.header.Get("RateLimit"); got != `"session";r=4;t=200, "move";r=0;t=200` {
		t.Errorf("RateLimit %s", got)
	}
	before := w.lasts()
	a = move("first", "1").want(t, 429, "rate-limited")
	if got := w.lasts(); got[0] != before[0] || a.header.Get("Retry-After") != "100" {
		t.Errorf("the log went from %v to %v, Retry-After %s", before, got, a.header.Get("Retry-After"))
	}
	move("second", "1").want(t, 201)
	for range 3 {
		w.call(api.OpState, g.id, "", token(g.first)).want(t, 200)
	}
	w.call(api.OpState, g.id, "", token(g.first)).want(t, 429, "rate-limited")
	w.call(api.OpState, g.id, "").want(t, 200)
	create := func(headers ...header) *answer { return w.call(api.OpCreate, "", `{"kind":"nim"}`, headers...) }
	create().want(t, 201)
	create(token(g.second)).want(t, 201)
	create().want(t, 429, "rate-limited")
	create(token(w.newGame("nim").first)).want(t, 429, "rate-limited") // tokens get nobody around it
}
