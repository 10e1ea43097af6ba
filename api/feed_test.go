package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/events/memlog"
)

// record is one record of a text/event-stream, or one line of ndjson.
type record struct {
	id, event, data string
	comment         bool
}

// source is an open feed.
type source struct {
	t    testing.TB
	res  *http.Response
	in   *bufio.Reader
	json bool
}

// open opens a feed. It is closed with the test at the latest.
func (w *world) open(path string, headers ...header) *source {
	w.t.Helper()
	s, status := w.tryOpen(path, headers...)
	if status != 200 {
		w.t.Fatalf("%s: status %d", path, status)
	}
	w.t.Cleanup(s.close)
	return s
}

func (w *world) tryOpen(path string, headers ...header) (*source, int) {
	req, err := http.NewRequest("GET", w.public.URL+path, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(string(h), ": ")
		req.Header.Set(name, value)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		w.t.Fatal(err)
	}
	return &source{t: w.t, res: res, in: bufio.NewReader(res.Body), json: res.Header.Get("Content-Type") == "application/x-ndjson"}, res.StatusCode
}

func (s *source) close() { _ = s.res.Body.Close() }

// next returns the next record; false at the end.
func (s *source) next() (r record, ok bool) {
	for {
		line, err := s.in.ReadString('\n')
		if err != nil {
			if err != io.EOF || line != "" {
				return r, false // cut off
			}
			return r, false
		}
		line = strings.TrimSuffix(line, "\n")
		if s.json {
			return record{data: line, comment: line == ""}, true
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "":
			if r != (record{}) {
				return r, true
			}
		case name == "":
			r.comment = true
		case name == "id":
			r.id = value
		case name == "event":
			r.event = value
		case name == "data":
			r.data = value
		}
	}
}

// must returns the next record.
func (s *source) must() record {
	s.t.Helper()
	r, ok := s.next()
	if !ok {
		s.t.Fatal("the feed ended")
	}
	return r
}

// number returns the N of an event record.
func (r record) number(t testing.TB) int {
	t.Helper()
	e, err := events.Decode([]byte(r.data))
	if err != nil {
		t.Fatalf("no event: %v: %s", err, r.data)
	}
	return e.N
}

const (
	acceptSSE    = header("Accept: text/event-stream")
	acceptNDJSON = header("Accept: application/x-ndjson")
)

func TestSSE(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"options":{"stones":4}`)
	s := w.open(g.path()+"/events", acceptSSE)
	if h := s.res.Header; h.Get("Content-Type") != "text/event-stream" || h.Get("Cache-Control") != "no-store" || h.Get("X-Accel-Buffering") != "no" {
		t.Errorf("headers %v", h)
	}
	first := s.must()
	if first.event != "state" || first.id != "" || first.data != w.do("GET", g.path(), "").want(t, 200).body {
		t.Errorf("the first record is %+v", first)
	}
	if r := s.must(); r.id != "1" || r.event != "" || r.number(t) != 1 {
		t.Errorf("then comes %+v", r)
	}
	stored := g.move("first", "3").want(t, 201)
	if r := s.must(); r.id != "2" || r.data != stored.body {
		t.Errorf("then comes %+v, stored was %s", r, stored.body)
	}
	g.move("second", "1").want(t, 201)
	if r := s.must(); r.id != "3" {
		t.Errorf("then comes %+v", r)
	}
	if r := s.must(); r.event != "bye" || r.data != `{"reason":"over","again":false}` || r.id != "" {
		t.Errorf("at the end comes %+v", r)
	}
	if r, ok := s.next(); ok {
		t.Errorf("behind the end comes %+v", r)
	}
	// Who comes back with less is given the rest, who has it all need not come again.
	late := w.open(g.path()+"/events", acceptSSE, "Last-Event-ID: 2")
	if late.must().event != "state" || late.must().id != "3" || late.must().event != "bye" {
		t.Error("a late reader is not given the rest")
	}
	for _, accept := range []header{acceptSSE, acceptNDJSON} {
		for _, path := range []string{"/events?follow=1&after=3", "/events?follow=1&after=1"} {
			a := w.do("GET", g.path()+path, "", accept, "Last-Event-ID: 3")
			if a.want(t, 204).body != "" {
				t.Errorf("204 with %q", a.body)
			}
		}
	}
	w.do("GET", g.path()+"/events", "", acceptSSE, "Last-Event-ID: x").want(t, 400, "bad-header")
	w.do("GET", w.newGame("nim").path()+"/events", "", acceptSSE, "Last-Event-ID: 2").want(t, 404, "no-such-version")
	w.do("HEAD", g.path()+"/events", "", acceptSSE).want(t, 200)
}

func TestNDJSONFeed(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"options":{"stones":3}`)
	s := w.open(g.path() + "/events?follow=1") // no Accept: a feed is lines
	if ct := s.res.Header.Get("Content-Type"); ct != "application/x-ndjson" {
		t.Errorf("media type %s", ct)
	}
	if s.must().number(t) != 1 {
		t.Error("the first line is not event 1")
	}
	stored := g.move("first", "3").want(t, 201)
	if r := s.must(); r.data != stored.body {
		t.Errorf("then comes %s", r.data)
	}
	if r, ok := s.next(); ok {
		t.Errorf("behind the end comes %+v", r)
	}
}

// However often and wherever a reader is cut off, it sees every event once and in
// order, and the board that it ends with is the server's.
func TestResume(t *testing.T) {
	w := newWorld(t, memory())
	rapid.Check(t, func(rt *rapid.T) {
		moves := rapid.IntRange(1, 12).Draw(rt, "moves")
		cuts := rapid.SliceOfN(rapid.IntRange(0, 6), 0, 6).Draw(rt, "cuts")
		accept := rapid.SampledFrom([]header{acceptSSE, acceptNDJSON}).Draw(rt, "accept")
		g := w.newGame("nim", fmt.Sprintf(`"options":{"stones":%d}`, moves))
		played := w.beside(func() {
			for i := range moves {
				g.move([]string{"first", "second"}[i%2], "1").want(t, 201)
			}
		})
		last, board := 0, ""
		for try := 0; ; try++ {
			w.goesOn()
			s, status := w.tryOpen(fmt.Sprintf("%s/events?follow=1&after=%d", g.path(), last), accept)
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
				if err != nil || e.N != last+1 || r.id != "" && r.id != strconv.Itoa(e.N) {
					rt.Fatalf("behind event %d comes %+v (%v)", last, r, err)
				}
				last, board = e.N, e.After.Board
			}
			s.close()
		}
		<-played
		if st := w.do("GET", g.path(), ""); last != moves+1 || st.at(t, "board") != board {
			rt.Fatalf("saw %d events and %s, the server has %s", last, board, st.body)
		}
	})
}

// Readers that come in the middle of a burst see every event once and in order
// (a snapshot and the live feed overlap and do not repeat).
func TestReadersJoinABurst(t *testing.T) {
	w := newWorld(t, memory())
	const moves, people = 40, 30
	g := w.newGame("nim", fmt.Sprintf(`"options":{"stones":%d}`, moves))
	var work sync.WaitGroup
	for i := range people {
		accept := []header{acceptSSE, acceptNDJSON}[i%2]
		work.Go(func() {
			s, status := w.tryOpen(g.path()+"/events?follow=1", accept)
			defer s.close()
			if status != 200 {
				t.Errorf("status %d", status)
				return
			}
			last, byes := 0, 0
			for {
				r, ok := s.next()
				if !ok {
					break
				}
				switch {
				case r.event == "bye":
					byes++
				case r.event == "" && !r.comment:
					if n := r.number(t); n != last+1 {
						t.Errorf("behind event %d comes %d", last, n)
					}
					last++
				}
			}
			if last != moves+1 || byes != 1-i%2 {
				t.Errorf("saw %d events and %d byes", last, byes)
			}
		})
	}
	for i := range moves {
		g.move([]string{"first", "second"}[i%2], "1").want(t, 201)
	}
	work.Wait()
}

// Nobody hears of an event that is not in the log: while an append is under way
// its readers wait with its sender.
func TestNothingIsToldBeforeItIsStored(t *testing.T) {
	stored := make(chan struct{})
	asked := make(chan struct{})
	log := memlog.New(1, memlog.OnAppend(holdSecond(asked, stored)))
	w := newWorld(t, log)
	g := w.newGame("nim")
	s := w.open(g.path()+"/events?follow=1", acceptNDJSON)
	s.must()
	done := make(chan *answer)
	go func() { done <- g.move("first", "1") }()
	<-asked
	if v := w.do("GET", g.path()+"/events", "").want(t, 200).at(t, "version"); v != 1.0 {
		t.Errorf("version %v is shown before it is stored", v)
	}
	select {
	case a := <-done:
		t.Errorf("answered before it is stored: %s", a.body)
	default:
	}
	close(stored)
	a := (<-done).want(t, 201)
	if r := s.must(); r.data != a.body {
		t.Errorf("told %s, answered %s", r.data, a.body)
	}
}

// Two readers of one game, on two forms: both see all of it.
func TestSeveralReadersOfOneGame(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"options":{"stones":2}`)
	a := w.open(g.path()+"/events", acceptSSE, token(g.first))
	b := w.open(g.path()+"/events", acceptSSE, token(g.first))
	c := w.open(g.path()+"/events?follow=1", acceptNDJSON)
	g.move("first", "2").want(t, 201)
	for _, s := range []*source{a, b, c} {
		var got []string
		for {
			r, ok := s.next()
			if !ok {
				break
			}
			got = append(got, r.event+r.id)
		}
		if n := len(got); n != 4 && !(s == c && n == 2) {
			t.Errorf("saw %v", got)
		}
	}
}

// The private feed of a game is for its seats, and what a bystander is answered
// shows nothing of it.
func TestPrivateFeed(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"private":true`)
	for _, accept := range []header{acceptSSE, acceptNDJSON, "Accept: application/json"} {
		a := w.do("GET", g.path()+"/events", "", accept)
		a.want(t, 404, "no-such-game")
		if strings.Contains(a.body, "board") {
			t.Errorf("%s", a.body)
		}
		w.do("GET", g.path()+"/events", "", accept, token(w.newGame("nim").first)).want(t, 404, "no-such-game")
	}
	s := w.open(g.path()+"/events", acceptSSE, token(g.second))
	var st struct{ Private bool }
	if err := json.Unmarshal([]byte(s.must().data), &st); err != nil || !st.Private {
		t.Errorf("%v %v", st, err)
	}
}
