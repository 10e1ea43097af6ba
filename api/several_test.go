package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"plylog/api"
	"plylog/events"
)

// seats is the header with seat tokens.
func seats(tokens ...string) header { return header("Plylog-Seats: " + strings.Join(tokens, ", ")) }

// line is one line of the feed of several games as ndjson.
type line struct {
	Event    *events.Event
	V        int
	Cursor   string
	State    *struct{ ID, Status string }
	Presence *struct {
		Game          string
		First, Second bool
		Watchers      int
	}
	Bye *struct {
		Game, Reason string
		Again        bool
	}
}

// line reads the next line; false at the end.
func (s *source) line() (l line, ok bool) {
	s.t.Helper()
	r, ok := s.next()
	if !ok || r.comment {
		return l, ok
	}
	if err := json.Unmarshal([]byte(r.data), &l); err != nil {
		s.t.Fatalf("%v: %s", err, r.data)
	}
	if l.V > 0 {
		e, err := events.Decode([]byte(r.data))
		if err != nil {
			s.t.Fatal(err)
		}
		l.Event = e
	}
	return l, true
}

// besidePresence returns the next record that tells of something else.
func (s *source) besidePresence() record {
	s.t.Helper()
	for {
		if r := s.must(); r.event != "presence" {
			return r
		}
	}
}

func TestSeveral(t *testing.T) {
	w := newWorld(t, memory())
	a, b := w.newGame("nim", `"options":{"stones":2}`), w.newGame("reversi")
	s := w.open("/v1/feed?games="+a.id+","+b.id, acceptSSE)
	if h := s.res.Header; h.Get("Content-Type") != "text/event-stream" || h.Get("Cache-Control") != "no-store" || h.Get("X-Accel-Buffering") != "no" {
		t.Errorf("headers %v", h)
	}
	for _, g := range []*game{a, b} {
		if r := s.must(); r.event != "state" || r.id != "" || r.data != w.do("GET", g.path(), "").want(t, 200).body {
			t.Errorf("a state is %+v", r)
		}
	}
	begun := map[string]bool{}
	cursor := ""
	for len(begun) < 2 {
		if r := s.must(); r.event == "" {
			e, err := events.Decode([]byte(r.data))
			if err != nil || e.N != 1 || r.id == "" {
				t.Fatalf("%v: %+v", err, r)
			}
			begun[e.Game.String()], cursor = true, r.id
		}
	}
	stored := a.move("first", "2").want(t, 201)
	told := s.besidePresence()
	if told.data != stored.body || told.id == "" {
		t.Errorf("told %+v, stored %s", told, stored.body)
	}
	if r := s.besidePresence(); r.event != "bye" || r.data != `{"game":"`+a.id+`","reason":"over","again":false}` {
		t.Errorf("at the end of a game comes %+v", r)
	}
	b.move("first", "d3").want(t, 201)
	if r := s.besidePresence(); r.event != "" || r.id == told.id {
		t.Errorf("then comes %+v", r)
	}
	// With the cursor a reader goes on where it was, in all games; the header outdoes
	// what the query says.
	for _, ask := range []struct {
		path string
		more []header
	}{
		{"/v1/feed?games=" + b.id + "," + a.id + "&after=" + cursor, nil},
		{"/v1/feed?games=" + b.id + ":now," + a.id, []header{header("Last-Event-ID: " + cursor)}},
	} {
		s := w.open(ask.path, append(ask.more, acceptSSE)...)
		for range 2 {
			if r := s.must(); r.event != "state" {
				t.Errorf("it begins with %+v", r)
			}
		}
		got := map[string]int{}
		for len(got) < 2 {
			if r := s.must(); r.event == "" {
				e, err := events.Decode([]byte(r.data))
				if err != nil {
					t.Fatal(err)
				}
				got[e.Game.String()] = e.N
			}
		}
		if got[a.id] != 2 || got[b.id] != 2 {
			t.Errorf("told first %v", got)
		}
	}
	w.do("GET", "/v1/feed?games="+a.id+":2", "", acceptSSE).want(t, 204)
	w.do("HEAD", "/v1/feed?games="+b.id, "", acceptSSE).want(t, 200)
}

// A reader that is given lines is told by their only member what they are, and
// where all games have ended so does the feed.
func TestSeveralAsLines(t *testing.T) {
	w := newWorld(t, memory())
	a, b := w.newGame("nim", `"options":{"stones":1}`), w.newGame("nim", `"options":{"stones":1}`)
	a.move("first", "1").want(t, 201)
	s := w.open("/v1/feed?games=" + a.id + ":1," + b.id + ":now")
	b.move("first", "1").want(t, 201)
	got := map[string]int{}
	var last line
	cursor, covered := "", true
	for {
		l, ok := s.line()
		if !ok {
			break
		}
		switch {
		case l.Event != nil:
			got[l.Event.Game.String()] += l.Event.N
			covered = false
		case l.Cursor != "":
			cursor, covered = l.Cursor, true
		case l.Bye != nil && !covered:
			t.Errorf("an end is told before the cursor behind its events: %+v", l.Bye)
		}
		last = l
	}
	if !maps.Equal(got, map[string]int{a.id: 2, b.id: 2}) {
		t.Errorf("events %v", got)
	}
	if last.Bye == nil || last.Bye.Game != "" || last.Bye.Reason != "over" || last.Bye.Again {
		t.Errorf("it ends with %+v", last)
	}
	w.do("GET", "/v1/feed?games="+a.id+","+b.id+"&after="+cursor, "").want(t, 204)
}

// However often and wherever a reader of several games is cut off, and whatever
// they are in order, it sees every event of each once and in order.
func TestSeveralResume(t *testing.T) {
	w := newWorld(t, memory())
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.SliceOfN(rapid.IntRange(1, 8), 1, 4).Draw(rt, "moves")
		cuts := rapid.SliceOfN(rapid.IntRange(0, 6), 0, 5).Draw(rt, "cuts")
		games := make([]*game, len(moves))
		ids := make([]string, len(moves))
		for i, n := range moves {
			games[i] = w.newGame("nim", fmt.Sprintf(`"options":{"stones":%d}`, n))
			ids[i] = games[i].id
		}
		var played []<-chan struct{}
		for i, g := range games {
			played = append(played, w.beside(func() {
				for j := range moves[i] {
					g.move([]string{"first", "second"}[j%2], "1").want(t, 201)
				}
			}))
		}
		last := map[string]int{}
		cursor := ""
		for try := 0; ; try++ {
			w.goesOn()
			path := "/v1/feed?games=" + strings.Join(rapid.Permutation(ids).Draw(rt, "order"), ",")
			if cursor != "" {
				path += "&after=" + cursor
			}
			s, status := w.tryOpen(path, acceptSSE)
			if status == 204 {
				s.close()
				break
			}
			budget := -1
			if try < len(cuts) {
				budget = cuts[try]
			}
			for budget != 0 {
				r, ok := s.next()
				if !ok {
					break
				}
				budget--
				if r.event != "" || r.comment {
					continue
				}
				e, err := events.Decode([]byte(r.data))
				if err != nil || e.N != last[e.Game.String()]+1 {
					rt.Fatalf("behind event %d comes %+v (%v)", last[e.Game.String()], r, err)
				}
				last[e.Game.String()], cursor = e.N, r.id
			}
			s.close()
		}
		for _, done := range played {
			<-done
		}
		for i, id := range ids {
			if last[id] != moves[i]+1 {
				rt.Fatalf("saw %d events of game %d, there are %d", last[id], i, moves[i]+1)
			}
		}
	})
}

// orSSE is these headers, or the one that asks for server-sent events.
func orSSE(headers []header) []header {
	if len(headers) == 0 {
		return []header{acceptSSE}
	}
	return headers
}

func TestSeveralRefuses(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	private := w.newGame("nim", `"private":true`)
	many := strings.TrimSuffix(strings.Repeat(g.id+",", 51), ",")
	for _, c := range []struct {
		query  string
		status int
		slug   string
		more   []header
	}{
		{"", 400, "bad-parameter", nil},
		{"?games=", 400, "bad-parameter", nil},
		{"?games=*", 400, "bad-parameter", nil},
		{"?games=" + strings.ToUpper(g.id), 400, "bad-parameter", nil},
		{"?games=" + g.id + ",", 400, "bad-parameter", nil},
		{"?games=" + g.id + "," + g.id + ":1", 400, "bad-parameter", nil},
		{"?games=" + many, 400, "bad-parameter", nil},
		{"?games=" + g.id + ":", 400, "bad-parameter", nil},
		{"?games=" + g.id + ":-1", 400, "bad-parameter", nil},
		{"?games=" + g.id + ":01", 400, "bad-parameter", nil},
		{"?games=" + g.id + ":9999999999", 400, "bad-parameter", nil},
		{"?games=" + g.id + ":2", 404, "no-such-version", nil},
		{"?games=" + g.id + "&after=7", 400, "bad-parameter", nil},
		{"?games=" + g.id + "&follow=1", 400, "unknown-parameter", nil},
		{"?games=" + g.id, 400, "bad-header", []header{"Last-Event-ID: 7"}},
		{"?games=" + g.id, 400, "bad-header", []header{"Plylog-Seats: x"}},
		{"?games=" + g.id, 400, "bad-header", []header{seats(strings.Split(strings.Repeat(g.first+",", 52), ",")[:52]...)}},
		{"?games=" + g.id, 401, "token-missing", []header{"Authorization: Bearer x"}},
		{"?games=" + g.id, 406, "not-acceptable", []header{"Accept: application/json"}},
		{"?games=0199f1c2-7d3a-7cc0-8f00-0123456789ab", 404, "no-such-game", nil},
		{"?games=" + g.id + "," + private.id, 404, "no-such-game", nil},
		{"?games=" + private.id, 404, "no-such-game", []header{seats(g.first, g.second)}},
	} {
		w.do("GET", "/v1/feed"+c.query, "", orSSE(c.more)...).want(t, c.status, c.slug)
	}
	// Several tokens open several private games.
	other := w.newGame("nim", `"private":true`)
	s := w.open("/v1/feed?games="+private.id+","+other.id, acceptSSE, seats(other.second, private.first))
	if s.must().event != "state" {
		t.Error("no state")
	}
	w.open("/v1/feed?games="+private.id, acceptSSE, token(private.first))
}

// heard reads lines until one tells of presence.
func (s *source) heard() string {
	s.t.Helper()
	for {
		l, ok := s.line()
		if !ok {
			s.t.Fatal("the feed ended")
		}
		if p := l.Presence; p != nil {
			return fmt.Sprintf("%t %t %d", p.First, p.Second, p.Watchers)
		}
	}
}

// Whoever follows a game is told who else does: a seat at once when it comes and a
// while after it went, a crowd once a second; and whoever moves is there.
func TestPresence(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		g := w.makeGame(t, `{"kind":"nim","opponent":"self"}`)
		open := func(headers ...header) (*source, func()) {
			conn, in := p.dial(t, "/v1/feed?games="+g.id+":now", headers...)
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			return &source{t: t, in: bufio.NewReader(res.Body), json: true}, func() { conn.Close() }
		}
		me, bye := open(seats(g.first))
		defer bye()
		want := func(what string) {
			t.Helper()
			if got := me.heard(); got != what {
				t.Fatalf("heard %q, want %q", got, what)
			}
		}
		want("true false 0")
		start := time.Now()
		since := func(d time.Duration) {
			t.Helper()
			if got := time.Since(start); got != d {
				t.Fatalf("heard after %v, want %v", got, d)
			}
			start = time.Now()
		}
		_, leave := open(seats(g.second))
		want("true true 0")
		since(0)
		leave()
		want("true false 0")
		since(3 * time.Second)
		// Who comes back within the time was never away.
		_, leave = open(seats(g.second))
		want("true true 0")
		leave()
		synctest.Wait()
		_, leave = open(seats(g.second))
		defer leave()
		var crowd []func()
		for range 100 {
			_, leave := open()
			crowd = append(crowd, leave)
		}
		start = time.Now()
		want("true true 100")
		since(time.Second)
		for _, leave := range crowd {
			leave()
		}
		want("true true 0")
		since(time.Second)
		// A command counts as being there, without any feed.
		leave()
		want("true false 0")
		w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.first)).want(t, 201)
		w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.second)).want(t, 201)
		want("true true 0")
		start = time.Now()
		want("true false 0")
		since(3 * time.Second)
	})
}

// A feed of several games that is not read is cut like any other, and holds up
// nobody.
func TestSeveralNeverRead(t *testing.T) {
	var watch observer
	inBubble(t, func(t *testing.T, w *world, p *pipes) {
		g := w.makeGame(t, `{"kind":"nim","opponent":"self","options":{"stones":400}}`)
		deaf, _ := p.dial(t, "/v1/feed?games="+g.id, acceptSSE)
		defer deaf.Close()
		for i := range 300 {
			w.direct("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.token([]string{"first", "second"}[i%2]))).want(t, 201)
		}
		<-time.After(11 * time.Second)
		synctest.Wait()
		if n := w.views.Feed.Readers(); n != 0 {
			t.Errorf("%d readers are left", n)
		}
		if n := watch.cuts.Load(); n != 1 {
			t.Errorf("%d readers were cut", n)
		}
	}, func(c *api.Config) { c.Observer = &watch })
}

// A server that stops while it tells the end of one game says of the others that
// they go on: their readers come back.
func TestSeveralStopsAtAnEnd(t *testing.T) {
	for range 20 { // who is first at the end is up to the scheduler
		inBubble(t, func(t *testing.T, w *world, p *pipes) {
			a, b := w.makeGame(t, `{"kind":"nim","opponent":"self","options":{"stones":1}}`), w.makeGame(t, `{"kind":"nim","opponent":"self"}`)
			conn, in := p.dial(t, "/v1/feed?games="+a.id+":now,"+b.id+":now", acceptSSE)
			defer conn.Close()
			res, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			s := &source{t: t, in: bufio.NewReader(res.Body)}
			for states := 0; states < 2; {
				if s.must().event == "state" {
					states++
				}
			}
			w.direct("POST", a.path()+"/events", `{"type":"move","move":"1"}`, token(a.first)).want(t, 201)
			synctest.Wait() // nobody reads: the server has the last event half told
			drained := make(chan error, 1)
			go func() { drained <- w.server.Drain(t.Context()) }()
			synctest.Wait()
			for {
				r := s.must()
				if r.event != "bye" || strings.Contains(r.data, a.id) {
					continue
				}
				if r.data != `{"reason":"stopping","again":true}` {
					t.Errorf("at last it says %s", r.data)
				}
				break
			}
			_ = conn.Close()
			if err := <-drained; err != nil {
				t.Error(err)
			}
		})
	}
}
