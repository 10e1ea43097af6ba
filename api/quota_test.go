package api_test

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"plylog/api"
)

// testFrom names, for a server that comesFrom wraps, the address that a request is to
// come from.
const testFrom = "Test-From"

// comesFrom serves as if requests came from where they say.
func comesFrom(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if from := r.Header.Get(testFrom); from != "" {
			r.RemoteAddr = from + ":1"
			r.Header.Del(testFrom)
		}
		h.ServeHTTP(w, r)
	})
}

// elsewhere is the world as clients from other machines see it.
func (w *world) elsewhere() *world {
	far := *w
	far.public = httptest.NewServer(comesFrom(held(w.t, w.server.Public())))
	w.t.Cleanup(far.public.Close)
	return &far
}

func from(addr string) header { return header(testFrom + ": " + addr) }

// still is a clock that stands.
func still(c *api.Config) { c.Now = func() time.Time { return time.Unix(1_800_000_000, 0) } }

// Games and moves have quotas of their own: of a seat, of an address, and of the
// network around it. One that is used up leaves the others as they are, and this
// machine has none but those of seats.
func TestQuotas(t *testing.T) {
	rate := func(n int) api.Rate { return api.Rate{PerSecond: 0.01, Burst: n} }
	w := newWorld(t, memory(), still, func(c *api.Config) {
		c.Limits.Create = api.Quota{Session: rate(2), Address: rate(3), Network: rate(5)}
		c.Limits.Move = api.Quota{Session: rate(2)}
	}).elsewhere()
	create := func(headers ...header) *answer {
		return w.do("POST", "/v1/games", `{"kind":"nim","opponent":"self"}`, headers...)
	}
	for i, c := range []struct {
		from, refused string
	}{
		{"192.0.2.1", ""}, {"192.0.2.1", ""}, {"192.0.2.1", ""}, {"192.0.2.1", "create-address"},
		{"192.0.2.2", ""}, {"192.0.2.3", ""}, {"192.0.2.4", "create-network"}, {"192.0.3.1", ""}, {"192.0.2.1", "create-address"},
		{"[2001:db8::1]", ""}, {"[2001:db8:0:1::1]", ""}, {"[2001:db8:0:2::1]", ""}, {"[2001:db8:0:3::1]", ""}, {"[2001:db8:0:4::1]", ""},
		{"[2001:db8:0:5::1]", "create-network"}, {"[2001:db8:1::1]", ""},
	} {
		a := create(from(c.from))
		if c.refused == "" {
			a.want(t, 201)
			continue
		}
		a.want(t, 429, "rate-limited")
		if !strings.Contains(a.body, "the policy "+c.refused+" takes") || a.header.Get("Retry-After") != "100" || !strings.Contains(a.header.Get("RateLimit"), `"`+c.refused+`";r=0`) {
			t.Errorf("%d: %s\nRateLimit %s, Retry-After %s", i, a.body, a.header.Get("RateLimit"), a.header.Get("Retry-After"))
		}
	}
	for range 10 {
		create().want(t, 201) // this machine
	}
	g := w.newGame("nim")
	w.do("POST", g.path()+"/fork", "", token(g.first)).want(t, 201)
	w.do("POST", "/v1/games", `{"kind":"nim"}`, token(g.first)).want(t, 201)
	w.do("POST", "/v1/games", `{"kind":"nim"}`, token(g.first)).want(t, 429, "rate-limited")
	g.move("first", "1").want(t, 201)
	g.move("second", "1").want(t, 201)
	g.move("first", "1").want(t, 201)
	before := w.lasts()
	a := g.move("first", "1").want(t, 429, "rate-limited")
	if got := w.lasts(); got[0] != before[0] {
		t.Error("a refused move was stored")
	}
	if got := a.header.Get("RateLimit-Policy"); got != `"move";q=2;w=200` {
		t.Errorf("RateLimit-Policy %s", got)
	}
	g.move("second", "1").want(t, 201)
	w.do("GET", g.path(), "", token(g.first)).want(t, 200)

	p := w.ring(t, nil)
	p.say(`{"id":1,"do":"submit","game":"` + g.id + `","token":"` + g.first + `","body":{"type":"move","move":"1"}}`)
	if said := p.must(); said.Status != 429 || !strings.Contains(said.raw, "/problems/rate-limited") {
		t.Errorf("a move over the quota as a message: %s", said.raw)
	}
	p.say(`{"id":2,"do":"state","game":"` + g.id + `"}`)
	if said := p.must(); said.Status != 200 {
		t.Errorf("a question: %s", said.raw)
	}
}

// A hundred feeds of one player and twenty of one address without a seat are enough
// (trust.md C 56): the next is refused, and one that closes makes room. A token that
// proves nothing in the game gets nobody around the bound.
func TestFeedsOfOne(t *testing.T) {
	var watch observer
	w := newWorld(t, memory(), func(c *api.Config) {
		c.Limits.FeedsPerSession, c.Limits.FeedsPerAddress = 3, 2
		c.Observer = &watch
	}).elsewhere()
	g, other := w.newGame("nim"), w.newGame("nim")
	path := g.path() + "/events?follow=1"
	for _, c := range []struct {
		name, path string
		headers    []header
		most       int
	}{
		{"an address", path, []header{from("192.0.2.1")}, 2},
		{"another", path, []header{from("192.0.2.2")}, 2},
		{"a token of another game", path, []header{from("192.0.2.3"), token(other.first)}, 2},
		{"several games", "/v1/feed?games=" + g.id + "," + other.id, []header{from("192.0.2.4")}, 2},
		{"a seat", path, []header{from("192.0.2.1"), token(g.first)}, 3},
		{"the other seat", "/v1/feed?games=" + g.id + "," + other.id, []header{from("192.0.2.1"), header("Plylog-Seats: " + g.second)}, 3},
		{"what concerns a seat", "/v1/me/feed?games=" + other.id, []header{from("192.0.2.1"), header("Plylog-Seats: " + other.first)}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			var open []*source
			for range c.most {
				open = append(open, w.open(c.path, c.headers...))
			}
			a := w.do("GET", c.path, "", c.headers...).want(t, 429, "too-many-feeds")
			if a.header.Get("Retry-After") == "" {
				t.Error("429 without Retry-After")
			}
			open[0].close()
			for {
				s, status := w.tryOpen(c.path, c.headers...)
				defer s.close()
				if status == 200 {
					break // the server has noticed
				}
			}
		})
	}
	for range 10 {
		w.open(path) // this machine
	}
}

// Feeds that open and close all the time are counted as they open.
func TestFeedQuota(t *testing.T) {
	w := newWorld(t, memory(), still, func(c *api.Config) {
		c.Limits.Feed = api.Quota{Session: api.Rate{PerSecond: 1, Burst: 2}, Address: api.Rate{PerSecond: 1, Burst: 5}}
	}).elsewhere()
	g := w.newGame("nim")
	for i := range 8 {
		headers := []header{from("192.0.2.1"), token(g.first)}
		if i > 2 {
			headers = headers[:1]
		}
		s, status := w.tryOpen(g.path()+"/events?follow=1", headers...)
		s.close()
		if want := []int{200, 200, 429, 200, 200, 200, 429, 429}[i]; status != want {
			t.Errorf("feed %d: %d, RateLimit %s", i, status, s.res.Header.Get("RateLimit"))
		}
		if got := s.res.Header.Get("RateLimit"); i == 1 && got != `"feed";r=0;t=2, "feed-address";r=3;t=2` {
			t.Errorf("RateLimit %s", got)
		}
	}
	w.do("GET", g.path()+"/events", "", from("192.0.2.1")).want(t, 200) // what ends is no feed
	req, err := http.NewRequest("GET", w.public.URL+"/v1/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Protocol": "plylog.v1", "Sec-WebSocket-Version": "13",
		"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", testFrom: "192.0.2.1",
	} {
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // an answer without a body of interest
	if res.StatusCode != 429 || res.Header.Get("Retry-After") != strconv.Itoa(1) {
		t.Errorf("a socket: %s", res.Status)
	}
}
