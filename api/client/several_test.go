package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/api/client"
	"plylog/events"
)

// stubborn gives up on nothing, and does not keep the processor busy by it; nor
// does it wait as long as a stopping server asks.
func stubborn(c *client.Config) {
	c.Tries = 1 << 20
	c.Wait = func(ctx context.Context, d time.Duration) error {
		select {
		case <-time.After(min(d, time.Millisecond)):
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// However connections are cut and the server is started anew, every event of every
// game is yielded once and in its game's order, and the end is that of the last game.
func TestFollowSeveralResumes(t *testing.T) {
	w := newWorld(t, stubborn)
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.SliceOfN(rapid.IntRange(1, 8), 1, 4).Draw(rt, "moves")
		cuts := rapid.SliceOfN(rapid.IntRange(0, 6000), 0, 6).Draw(rt, "cuts")
		restarts := rapid.IntRange(0, 1).Draw(rt, "restarts")
		var games []*client.Created
		want := client.Several{}
		last := map[events.GameID]int{}
		for _, n := range moves {
			g := w.newNim(t, fmt.Sprint(n))
			from := client.From{Game: g.Game.ID, Now: rapid.Bool().Draw(rt, "now")}
			if from.Now {
				last[g.Game.ID] = 1
			}
			games, want.Games, want.Tokens = append(games, g), append(want.Games, from), append(want.Tokens, g.Tokens.First)
		}
		var mu sync.Mutex
		w.wire.send = func(r *http.Request) (*http.Response, error) {
			res, err := w.wire.inner.RoundTrip(r)
			mu.Lock()
			defer mu.Unlock()
			if err == nil && r.URL.Path == "/v1/feed" && len(cuts) > 0 {
				res.Body = &cut{inner: res.Body, left: cuts[0]}
				cuts = cuts[1:]
			}
			return res, err
		}
		begun, played := make(chan struct{}), make(chan struct{})
		start := sync.OnceFunc(func() { close(begun) })
		go func() {
			defer close(played)
			<-begun
			for i := range slices.Max(moves) {
				for k, g := range games {
					if i < moves[k] {
						w.take(t, g, events.First+events.Seat(i%2))
					}
				}
				if i < restarts {
					w.restart(t)
				}
			}
		}()
		defer func() { start(); <-played }()
		ended, states := 0, map[events.GameID]bool{}
		for news, err := range w.client.FollowSeveral(ctx, want) {
			switch {
			case err != nil:
				rt.Fatal(err)
			case news.State != nil:
				if states[news.State.ID] = true; len(states) == len(games) {
					start() // what begins now has begun
				}
			case news.Event != nil:
				if news.Event.N != last[news.Event.Game]+1 {
					rt.Fatalf("behind event %d comes %d", last[news.Event.Game], news.Event.N)
				}
				last[news.Event.Game] = news.Event.N
			case news.Bye != nil:
				ended++
			}
		}
		for i, g := range games {
			if last[g.Game.ID] != moves[i]+1 {
				rt.Fatalf("game %d was followed up to event %d of %d", i, last[g.Game.ID], moves[i]+1)
			}
		}
		if ended > len(games) {
			rt.Fatalf("%d of %d games ended", ended, len(games))
		}
	})
}

// A cursor that was kept goes on where it was given, in another life of the client.
func TestFollowSeveralFromCursor(t *testing.T) {
	w := newWorld(t)
	a, b := w.newNim(t, "9"), w.newNim(t, "9")
	want := client.Several{Games: []client.From{{Game: a.Game.ID}, {Game: b.Game.ID}}}
	for news, err := range w.client.FollowSeveral(ctx, want) {
		must(t, err)
		if want.Cursor = news.Cursor; want.Cursor != "" && len(want.Cursor) > 15 {
			break // both have begun
		}
	}
	w.take(t, a, events.First)
	w.take(t, b, events.First)
	w.take(t, b, events.Second)
	var got []string
	for news, err := range w.client.FollowSeveral(ctx, want) {
		must(t, err)
		if e := news.Event; e != nil {
			got = append(got, fmt.Sprint(e.Game == a.Game.ID, e.N))
		}
		if len(got) == 3 {
			break
		}
	}
	slices.Sort(got)
	if strings.Join(got, ",") != "false 2,false 3,true 2" {
		t.Errorf("behind the cursor comes %v", got)
	}
}

// Who holds a seat is told to be there, and a private game is told to its seats only.
func TestFollowSeveralWithTokens(t *testing.T) {
	w := newWorld(t)
	made, err := w.client.Create(ctx, client.NewGame{Kind: "nim", Opponent: "self", Private: true})
	must(t, err)
	want := client.Several{Games: []client.From{{Game: made.Game.ID}}}
	var p *client.Problem
	for _, err := range w.client.FollowSeveral(ctx, want) {
		if !errors.As(err, &p) || p.Kind() != client.NoGame {
			t.Errorf("to a stranger: %v", err)
		}
	}
	want.Tokens = []string{made.Tokens.Second}
	for news, err := range w.client.FollowSeveral(ctx, want) {
		must(t, err)
		if news.Presence != nil && news.Presence.Second {
			if news.Presence.First || news.Presence.Watchers != 0 || news.Presence.Game != made.Game.ID {
				t.Errorf("told %+v", news.Presence)
			}
			break
		}
	}
	for range w.client.FollowSeveral(ctx, client.Several{}) {
		t.Error("something comes of no game")
	}
}

// What concerns a player is told anew after every cut, and then as it happens.
func TestFollowMine(t *testing.T) {
	w := newWorld(t, stubborn)
	made := w.newNim(t, "9")
	ending, cancel := context.WithCancel(ctx)
	defer cancel()
	var told []string
	var last error
	for m, err := range w.client.FollowMine(ending, []events.GameID{made.Game.ID}, []string{made.Tokens.Second}) {
		if last = err; err != nil {
			break
		}
		for _, x := range m.List {
			if x.Game != made.Game.ID || x.Seat != events.Second || x.Kind != "nim" {
				t.Errorf("told %+v", x)
			}
			told = append(told, fmt.Sprint(m.Standing, " ", x.What, x.Version))
		}
		switch len(told) {
		case 0:
			w.take(t, made, events.First)
		case 1:
			if !m.Standing {
				w.restart(t)
			}
		case 2:
			cancel()
		}
	}
	if strings.Join(told, ", ") != "false turn2, true turn2" || !errors.Is(last, context.Canceled) {
		t.Errorf("told %q and %v", told, last)
	}
	var p *client.Problem
	for _, err := range w.client.FollowMine(ctx, []events.GameID{made.Game.ID}, nil) {
		if !errors.As(err, &p) || p.Status != 401 {
			t.Errorf("without a token: %v", err)
		}
	}
}

// A server that leaves an event out of a game, or tells of a game that nobody asked
// for, is found out; what comes twice is passed over, and what a newer server says
// as well.
func TestFollowSeveralFindsGaps(t *testing.T) {
	w := newWorld(t)
	g, h, other := w.newNim(t, "9"), w.newNim(t, "9"), w.newNim(t, "9")
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
	a, b, c := raws(g), raws(h), raws(other)
	bye := `{"bye":{"reason":"over","again":false}}`
	for _, c := range []struct {
		name  string
		lines []string
		count int
		ok    bool
	}{
		{"both", []string{a[0], b[0], "", b[1], a[1], bye}, 4, true},
		{"some twice", []string{a[0], a[0], a[1], a[0], bye}, 2, true},
		{"more than is known", []string{`{"weather":"fine"}`, a[0], `{"cursor":"AQ"}`, bye}, 1, true},
		{"one left out", []string{a[0], b[0], a[2]}, 2, false},
		{"from the middle", []string{a[1]}, 0, false},
		{"of another game", []string{a[0], c[0]}, 1, false},
		{"no JSON", []string{"{"}, 0, false},
		{"no event", []string{`{"v":1}`}, 0, false},
		{"too long", []string{strings.Repeat("x", 1<<20+10)}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				fmt.Fprint(w, strings.Join(c.lines, "\n")+"\n")
			}))
			defer srv.Close()
			cl, err := client.New(client.Config{Server: srv.URL, Tries: 2, Wait: noWait})
			must(t, err)
			n := 0
			var last error
			for news, err := range cl.FollowSeveral(ctx, client.Several{Games: []client.From{{Game: g.Game.ID}, {Game: h.Game.ID}}}) {
				last = err
				if news.Event != nil {
					n++
				}
			}
			if n != c.count || (last == nil) != c.ok {
				t.Errorf("yielded %d events and %v", n, last)
			}
		})
	}
}
