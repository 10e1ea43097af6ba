package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"plylog/api/client"
	"plylog/events"
)

func noWait(ctx context.Context, _ time.Duration) error { return ctx.Err() }

// However the connection is cut, every event is yielded once and in order, and
// the end is the game's.
func TestFollowResumes(t *testing.T) {
	w := newWorld(t, func(c *client.Config) { c.Tries = 20 }) // more than there are cuts
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.IntRange(1, 10).Draw(rt, "moves")
		cuts := rapid.SliceOfN(rapid.IntRange(0, 3000), 0, 5).Draw(rt, "cuts")
		g := w.newNim(t, fmt.Sprint(moves))
		w.wire.send = func(r *http.Request) (*http.Response, error) {
			res, err := w.wire.inner.RoundTrip(r)
			if err == nil && r.URL.Query().Has("follow") && len(cuts) > 0 {
				res.Body = &cut{inner: res.Body, left: cuts[0]}
				cuts = cuts[1:]
			}
			return res, err
		}
		feed := w.client
		played := make(chan struct{})
		go func() {
			defer close(played)
			for i := range moves {
				w.take(t, g, events.First+events.Seat(i%2))
			}
		}()
		defer func() { <-played }()
		last := 0
		for e, err := range feed.Follow(ctx, g.Game.ID, 0) {
			if err != nil {
				rt.Fatal(err)
			}
			if e.N != last+1 {
				rt.Fatalf("behind event %d comes %d", last, e.N)
			}
			last = e.N
		}
		if last != moves+1 {
			rt.Fatalf("it ended at event %d of %d", last, moves+1)
		}
	})
}

func TestFollowEnds(t *testing.T) {
	w := newWorld(t)
	g := w.newNim(t, "2")
	w.take(t, g, events.First)
	w.take(t, g, events.Second)
	for after, want := range map[int]int{0: 3, 2: 1, 3: 0} {
		n := 0
		for e, err := range w.client.Follow(ctx, g.Game.ID, after) {
			must(t, err)
			n++
			if e.N != after+n {
				t.Errorf("behind %d comes event %d", after, e.N)
			}
		}
		if n != want {
			t.Errorf("behind %d came %d events, want %d", after, n, want)
		}
	}
	var p *client.Problem
	for _, err := range w.client.Follow(ctx, events.GameID{}, 0) {
		if !errors.As(err, &p) || p.Kind() != client.NoGame {
			t.Errorf("no game: %v", err)
		}
	}
	for _, err := range w.client.Follow(ctx, g.Game.ID, 4) {
		if err != nil {
			t.Errorf("the game is over, whatever was seen: %v", err)
		}
	}
	// The caller may stop, and may end the context.
	open := w.newNim(t, "9")
	for range w.client.Follow(ctx, open.Game.ID, 0) {
		break
	}
	ending, cancel := context.WithCancel(ctx)
	defer cancel()
	var last error
	for _, err := range w.client.Follow(ending, open.Game.ID, 0) {
		last = err
		cancel()
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("the context ended, and Follow with %v", last)
	}
}

// A drained server sends its followers away, and they come back to the next one.
func TestFollowAcrossDrain(t *testing.T) {
	w := newWorld(t, func(c *client.Config) { c.Tries = 3 })
	g := w.newNim(t, "9")
	var last error
	n := 0
	for e, err := range w.client.Follow(ctx, g.Game.ID, 0) {
		last = err
		if err != nil {
			break
		}
		n++
		if e.N == 1 {
			go func() { _ = w.server.Drain(ctx) }()
		}
	}
	var p *client.Problem
	if !errors.As(last, &p) || p.Kind() != "stopping" || n != 1 {
		t.Errorf("behind %d events: %v", n, last)
	}
}

// A server that leaves an event out, or sends one of another game, is found out.
func TestFollowFindsGaps(t *testing.T) {
	w := newWorld(t)
	g, h := w.newNim(t, "9"), w.newNim(t, "9")
	raws := func(c *client.Created) (out []string) {
		w.take(t, c, events.First)
		w.take(t, c, events.Second)
		page, err := w.client.Events(ctx, c.Game.ID, 0, 0)
		must(t, err)
		for _, e := range page.Events {
			out = append(out, string(e.Raw))
		}
		return out
	}
	mine, other := raws(g), raws(h)
	for _, c := range []struct {
		name  string
		lines []string
		count int
	}{
		{"one left out", []string{mine[0], mine[2]}, 1},
		{"one twice", []string{mine[0], mine[0]}, 1},
		{"from the middle", []string{mine[1]}, 0},
		{"of another game", []string{mine[0], other[1]}, 1},
		{"no event", []string{mine[0], `{"v":1}`}, 1},
		{"too long", []string{strings.Repeat("x", events.MostBytes+10)}, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				fmt.Fprint(w, "\n"+strings.Join(c.lines, "\n")+"\n")
			}))
			defer srv.Close()
			cl, err := client.New(client.Config{Server: srv.URL, Tries: 2, Wait: noWait})
			must(t, err)
			n := 0
			var last error
			for _, err := range cl.Follow(ctx, g.Game.ID, 0) {
				if last = err; err == nil {
					n++
				}
			}
			var gap *client.GapError
			if last == nil || n != c.count || !errors.As(last, &gap) && !errors.Is(last, events.ErrMalformed) && !errors.Is(last, events.ErrTooLarge) {
				t.Errorf("yielded %d events and %v", n, last)
			}
		})
	}
}

// A feed that says nothing, not even that it is there, counts as broken; pauses
// between attempts grow and have a bound.
func TestFollowSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var pauses []time.Duration
		cl, err := client.New(client.Config{
			Server: "http://server", Tries: 8, HTTP: &http.Client{Transport: silent{}},
			Wait: func(ctx context.Context, d time.Duration) error { pauses = append(pauses, d); return ctx.Err() },
		})
		must(t, err)
		start := time.Now()
		for _, err := range cl.Follow(ctx, events.GameID{}, 0) {
			if !errors.Is(err, client.ErrUnreachable) {
				t.Errorf("%v", err)
			}
		}
		if took := time.Since(start); took != 8*45*time.Second {
			t.Errorf("eight silences took %v", took)
		}
		if len(pauses) != 7 || slices.Max(pauses) > 5*time.Second || pauses[6] < 2*time.Second || pauses[0] > 100*time.Millisecond {
			t.Errorf("pauses %v", pauses)
		}
	})
}

// silent is a server that takes every request and says nothing.
type silent struct{}

func (silent) RoundTrip(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
}

func FuzzProblem(f *testing.F) {
	f.Add([]byte(`{"type":"/problems/stale","version":3}`), 412)
	f.Add([]byte(`<html>`), 502)
	f.Fuzz(func(t *testing.T, body []byte, status int) {
		if status < 300 || status > 599 {
			return
		}
		cl, err := client.New(client.Config{Server: "http://server", Tries: 1, HTTP: &http.Client{Transport: canned{body, status}}})
		must(t, err)
		var p *client.Problem
		if _, err := cl.Kinds(ctx); !errors.As(err, &p) || p.Status != status || p.Error() == "" {
			t.Errorf("%d %q: %v", status, body, err)
		}
	})
}

// canned answers everything alike.
type canned struct {
	body   []byte
	status int
}

func (c canned) RoundTrip(*http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	rec.WriteHeader(c.status)
	_, _ = rec.Write(c.body)
	return rec.Result(), nil
}
