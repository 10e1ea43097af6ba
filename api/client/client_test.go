package client_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"plylog/api/client"
	"plylog/events"
)

var ctx = context.Background()

func TestCalls(t *testing.T) {
	w := newWorld(t)
	kinds, err := w.client.Kinds(ctx)
	must(t, err)
	if len(kinds) != 5 || kinds[4].Kind != "nim" || kinds[4].Seats.First != "left" || kinds[4].Start != "10 L" {
		t.Errorf("kinds %+v", kinds)
	}
	c, err := w.client.Create(ctx, client.NewGame{Kind: "nim", Seat: "second", Private: true, Options: []byte(`{"stones":5}`)})
	must(t, err)
	game := c.Game.ID
	if c.Tokens.Of(events.First) != "" || c.Tokens.Of(events.Second) == "" || c.Game.Version != 1 || c.Game.Status != "open" || !c.Game.Private || c.Replayed {
		t.Errorf("created %+v", c)
	}
	var p *client.Problem
	if _, err := w.client.State(ctx, game, 0); !errors.As(err, &p) || p.Kind() != client.NoGame || p.Status != 404 {
		t.Errorf("a stranger reads a private game: %v", err)
	}
	mine := w.client.WithToken(c.Tokens.Second)
	j, err := w.client.Submit(ctx, game, client.Command{Type: "join"})
	must(t, err)
	if j.Seat != events.First || j.Token == "" || j.Event.N != 2 {
		t.Errorf("joined %+v", j)
	}
	theirs := w.client.WithToken(j.Token)
	s, err := theirs.Submit(ctx, game, client.Command{Type: "move", Move: "2", IfMatch: 2})
	must(t, err)
	if s.Event.N != 3 || s.Event.After.Board != "3 R" || s.Replayed {
		t.Errorf("moved %+v", s.Event)
	}
	_, err = mine.Submit(ctx, game, client.Command{Type: "move", Move: "1", IfMatch: 2})
	if !errors.As(err, &p) || p.Kind() != client.Stale || p.Version != 3 {
		t.Errorf("stale: %v", err)
	}
	_, err = mine.Submit(ctx, game, client.Command{Type: "move", Move: "7"})
	if !errors.As(err, &p) || p.Kind() != client.IllegalMove || p.Rule != "NIM-1" || len(p.Legal) != 3 {
		t.Errorf("illegal: %v", err)
	}
	if text := err.Error(); !strings.Contains(text, "NIM-1") || !strings.Contains(text, "take 1, 2 or 3") {
		t.Errorf("it says %q", text)
	}
	choices, err := mine.Choices(ctx, game, events.Nobody, 0)
	must(t, err)
	if choices.Seat != events.Second || len(choices.Choices) != 3 || choices.Version != 3 {
		t.Errorf("choices %+v", choices)
	}
	past, err := mine.State(ctx, game, 2)
	must(t, err)
	if past.Version != 2 || past.Board != "5 L" || past.Over() {
		t.Errorf("past %+v", past)
	}
	h, err := mine.History(ctx, game, true)
	must(t, err)
	if len(h.Moves) != 3 || h.Moves[2].Move != "2" || h.Moves[2].Board != "3 R" {
		t.Errorf("history %+v", h)
	}
	if _, err := mine.Repetitions(ctx, game); err != nil {
		t.Error(err)
	}
	page, err := mine.Events(ctx, game, 1, 1)
	must(t, err)
	if len(page.Events) != 1 || page.Events[0].N != 2 || page.Next != 2 || page.Version != 3 {
		t.Errorf("events %+v", page)
	}
	for range 3 {
		w.newNim(t, "3")
	}
	list, err := w.client.List(ctx, client.Filter{Kind: "nim", Status: "playing", Limit: 2})
	must(t, err)
	if len(list.Games) != 2 || list.Next == "" {
		t.Fatalf("list %+v", list)
	}
	rest, err := w.client.List(ctx, client.Filter{Kind: "nim", Status: "playing", Limit: 2, Cursor: list.Next})
	must(t, err)
	if len(rest.Games) != 1 || rest.Next != "" {
		t.Errorf("rest %+v", rest)
	}
}

// Everything that the server says has a place in the client's words: each answer
// is decoded again without allowing fields that nobody knows.
func TestAnswersAreUnderstood(t *testing.T) {
	w := newWorld(t)
	into := map[string]func() any{
		"/v1/kinds":    func() any { return &struct{ Kinds []client.Kind }{} },
		"/v1/games":    func() any { return &client.Page{} },
		"/choices":     func() any { return &client.Choices{} },
		"/history":     func() any { return &client.History{} },
		"/repetitions": func() any { return &client.Repetitions{} },
		"/player":      func() any { return &client.PlayerResults{} },
		"/state":       func() any { return &client.State{} },
	}
	for _, name := range []string{"/create", "/fork"} {
		into[name] = func() any {
			return &struct {
				Game   client.State
				Tokens client.Tokens
			}{}
		}
	}
	seen := map[string]int{}
	w.wire.send = func(r *http.Request) (*http.Response, error) {
		res, err := w.wire.inner.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return nil, err
		}
		_ = res.Body.Close()
		res.Body = io.NopCloser(bytes.NewReader(body))
		name := r.URL.Path
		if rest, ok := strings.CutPrefix(name, "/v1/games/"); ok {
			if _, name, ok = strings.Cut(rest, "/"); ok {
				name = "/" + name
			} else {
				name = "/state"
			}
		} else if r.Method == "POST" {
			name = "/create"
		} else if strings.HasPrefix(name, "/v1/players/") {
			name = "/player"
		}
		var v any
		switch make := into[name]; {
		case res.StatusCode >= 400:
			v = &client.Problem{}
		case make == nil:
			return res, nil
		default:
			v = make()
		}
		seen[name]++
		dec := json.NewDecoder(bytes.NewReader(body))
		dec.DisallowUnknownFields()
		if err := dec.Decode(v); err != nil {
			t.Errorf("%s %s: %v\n%s", r.Method, r.URL, err, body)
		}
		return res, nil
	}
	if _, err := w.client.Kinds(ctx); err != nil {
		t.Error(err)
	}
	for _, g := range []client.NewGame{
		{Kind: "baghchal", Opponent: "self", Board: "TGGGT/GGGGG/GGGGG/GGG2/T3T G 0 4"},
		{Kind: "backgammon", Opponent: "self", Options: []byte(`{"matchLength":5}`)},
		{Kind: "reversi", Opponent: "self"},
		{Kind: "checkers", Opponent: "self", Board: "B:W18:B15,1"},
	} {
		c, err := w.client.Create(ctx, g)
		must(t, err)
		for range 6 {
			l, err := w.client.Choices(ctx, c.Game.ID, events.Nobody, 0)
			must(t, err)
			if len(l.Choices) == 0 {
				break
			}
			cmd := client.Command{Type: "move", Move: string(l.Choices[0].Move)}
			if cmd.Move == "roll" {
				cmd = client.Command{Type: "roll"}
			}
			mover := w.client.WithToken(c.Tokens.Of(l.Seat))
			_, err = mover.Submit(ctx, c.Game.ID, cmd)
			must(t, err)
			if _, err := mover.Submit(ctx, c.Game.ID, client.Command{Type: "move", Move: "nonsense"}); err == nil {
				t.Error("nonsense was played")
			}
			_, err = w.client.State(ctx, c.Game.ID, 0)
			must(t, err)
		}
		_, _ = w.client.WithToken(c.Tokens.First).Submit(ctx, c.Game.ID, client.Command{Type: "offer", What: "draw"})
		_, err = w.client.State(ctx, c.Game.ID, 0)
		must(t, err)
		_, _ = w.client.WithToken(c.Tokens.First).Submit(ctx, c.Game.ID, client.Command{Type: "resign"})
		_, err = w.client.State(ctx, c.Game.ID, 0)
		must(t, err)
		_, err = w.client.History(ctx, c.Game.ID, true)
		must(t, err)
		_, err = w.client.Repetitions(ctx, c.Game.ID)
		must(t, err)
		_, err = w.client.StateIn(ctx, c.Game.ID, 1, "text")
		must(t, err)
		_, err = w.client.Fork(ctx, c.Game.ID, client.Fork{At: 1})
		if _, over := errors.AsType[*client.Problem](err); err != nil && !over {
			t.Error(err)
		}
		_, err = w.client.Player(ctx, c.Game.Seats.First)
		must(t, err)
	}
	_, err := w.client.List(ctx, client.Filter{Limit: 3})
	must(t, err)
	for name := range into {
		if seen[name] == 0 {
			t.Errorf("%s was not asked", name)
		}
	}
}

// Commands that are sent again are done once, wherever the network failed.
func TestRetries(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct {
		name string
		fail func(*http.Request) (*http.Response, error)
	}{
		{"lost on the way", func(*http.Request) (*http.Response, error) { return nil, errors.New("no route") }},
		{"lost on the way back", func(r *http.Request) (*http.Response, error) {
			res, err := w.wire.inner.RoundTrip(r)
			if err == nil {
				_ = res.Body.Close()
			}
			return nil, errors.New("connection reset")
		}},
		{"cut in the middle", func(r *http.Request) (*http.Response, error) {
			res, err := w.wire.inner.RoundTrip(r)
			if err != nil {
				return nil, err
			}
			res.Body = &cut{inner: res.Body, left: 20}
			return res, nil
		}},
		{"a proxy that knows nothing", func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 502, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("<html>bad gateway"))}, nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := w.count(t)
			n := 0
			w.wire.send = func(r *http.Request) (*http.Response, error) {
				if n++; n%3 != 0 {
					return c.fail(r)
				}
				return w.wire.inner.RoundTrip(r)
			}
			defer func() { w.wire.send = nil }()
			g, err := w.client.Create(ctx, client.NewGame{Kind: "nim"})
			must(t, err)
			j, err := w.client.Submit(ctx, g.Game.ID, client.Command{Type: "join"})
			must(t, err)
			first, second := w.client.WithToken(g.Tokens.First), w.client.WithToken(j.Token)
			for i, who := range []*client.Client{first, second, first} {
				s, err := who.Submit(ctx, g.Game.ID, client.Command{Type: "move", Move: "1"})
				must(t, err)
				if s.Event.N != i+3 {
					t.Errorf("event %d", s.Event.N)
				}
			}
			if got := w.count(t) - before; got != 5 {
				t.Errorf("five commands made %d events", got)
			}
		})
	}
}

// cut is a body that ends too early.
type cut struct {
	inner io.ReadCloser
	left  int
}

func (c *cut) Read(b []byte) (int, error) {
	if c.left <= 0 {
		return 0, io.ErrUnexpectedEOF
	}
	n, err := c.inner.Read(b[:min(len(b), c.left)])
	c.left -= n
	return n, err
}

func (c *cut) Close() error { return c.inner.Close() }

// What does not pass is not tried again; what does is, and not for ever.
func TestGivesUp(t *testing.T) {
	for status, want := range map[int]int{400: 1, 401: 1, 403: 1, 404: 1, 409: 1, 412: 1, 422: 1, 423: 1, 500: 1, 301: 1, 429: 3, 503: 3} {
		tries := 0
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			tries++
			w.Header().Set("Location", "/elsewhere")
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(status)
		}))
		c, err := client.New(client.Config{Server: srv.URL, Tries: 3, Wait: noWait})
		must(t, err)
		_, err = c.Kinds(ctx)
		var p *client.Problem
		if !errors.As(err, &p) || p.Status != status || p.Title == "" || p.RetryAfter != 7 {
			t.Errorf("%d: %v", status, err)
		}
		if tries != want {
			t.Errorf("%d was tried %d times, want %d", status, tries, want)
		}
		srv.Close()
	}
	c, err := client.New(client.Config{Server: "http://127.0.0.1:1", Tries: 2, Wait: noWait})
	must(t, err)
	if _, err := c.Kinds(ctx); !errors.Is(err, client.ErrUnreachable) {
		t.Errorf("no server: %v", err)
	}
	for _, bad := range []string{"", "localhost:8080", "ftp://x", "http://", "http://u:p@x", "http://x?y=1", "http://x#y", "http://[::1"} {
		if _, err := client.New(client.Config{Server: bad}); err == nil {
			t.Errorf("server %q was taken", bad)
		}
	}
}

// Who sends an API token is its holder; who sends none is a guest with a name that is
// made up.
func TestMe(t *testing.T) {
	w := newWorld(t)
	me, err := w.client.Me(ctx)
	must(t, err)
	if me.ID != "" || len(me.Scopes) != 0 {
		t.Errorf("a guest is %+v", me)
	}
	pat, id := w.apiToken(t)
	mine := w.client.WithToken(pat)
	me, err = mine.Me(ctx)
	must(t, err)
	if me.ID != id || me.Name == "" || me.Chosen || len(me.Scopes) != 2 {
		t.Errorf("the holder is %+v", me)
	}
	c, err := mine.Create(ctx, client.NewGame{Kind: "nim"})
	must(t, err)
	if c.Game.Seats.First != id {
		t.Errorf("first sits %s", c.Game.Seats.First)
	}
	names, err := w.client.Names(ctx, id, "p_abc")
	must(t, err)
	if len(names) != 2 || names[id] != me.Name || names["p_abc"] == "" {
		t.Errorf("names %v", names)
	}
	var p *client.Problem
	if _, err := w.client.WithToken(pat[:len(pat)-1] + "!").Me(ctx); !errors.As(err, &p) || p.Status != 401 {
		t.Errorf("a token that is none: %v", err)
	}
}
