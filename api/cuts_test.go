package api_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"testing"
	"time"

	"plylog/api"
	"plylog/events"
)

// Cases trust C 41 and C 53: connections that are cut off anywhere, on every
// transport. What a reader has after each event is what the game was at that version; a
// state that comes first is one that there was; and of all of them nothing is left.
func TestCutsAnywhere(t *testing.T) {
	cuts := 300
	if raced {
		cuts = 100
	}
	const readers, seed = 12, 41
	rnd := rand.New(rand.NewPCG(seed, 1))
	var watch observer
	w := newWorld(t, memory(), func(c *api.Config) { c.Observer = &watch })
	g := w.newGame("nim", `"options":{"stones":200}`)
	boards := []string{0: ""} // by version, as the game is asked for it
	keep := func() {
		boards = append(boards, w.do("GET", fmt.Sprintf("%s?at=%d", g.path(), len(boards)), "").want(t, 200).at(t, "board").(string))
	}
	keep()
	base := goroutines()
	seen, furthest := make([]int, readers), 0
	for cut := range cuts {
		if cut*100/cuts > len(boards)-2 {
			g.move([]string{"first", "second"}[len(boards)%2], "1").want(t, 201)
			keep()
		}
		i := rnd.IntN(readers)
		state := func(version int, board string) {
			if version < 1 || version >= len(boards) || board != boards[version] {
				t.Fatalf("cut %d: a game at version %d with the board %s", cut, version, board)
			}
		}
		take := func(e *events.Event) {
			if seen[i]++; e.N != seen[i] {
				t.Fatalf("cut %d: reader %d is given event %d behind %d", cut, i, e.N, seen[i]-1)
			}
			state(e.N, e.After.Board)
		}
		most := min(rnd.IntN(4), len(boards)-1-seen[i])
		if kind := rnd.IntN(3); kind == 2 {
			p := w.ring(t, nil)
			p.say(fmt.Sprintf(`{"id":1,"do":"follow","game":%q,"after":%d}`, g.id, seen[i]))
			for most > 0 {
				if s := p.must(); s.Event != nil {
					take(s.Event)
					most--
				}
			}
			_ = p.conn.CloseNow()
		} else {
			s, status := w.tryOpen(fmt.Sprintf("%s/events?follow=1&after=%d", g.path(), seen[i]), []header{acceptSSE, acceptNDJSON}[kind])
			if status != 200 {
				t.Fatalf("cut %d: status %d", cut, status)
			}
			for most > 0 {
				switch r := s.must(); {
				case r.event == "state":
					var st struct {
						Version int
						Board   string
					}
					if err := json.Unmarshal([]byte(r.data), &st); err != nil {
						t.Fatal(err)
					}
					state(st.Version, st.Board)
				case r.event == "" && !r.comment:
					e, err := events.Decode([]byte(r.data))
					if err != nil {
						t.Fatal(err)
					}
					take(e)
					most--
				}
			}
			s.close()
		}
		furthest = max(furthest, seen[i])
	}
	if furthest < 20 {
		t.Errorf("of %d events no reader saw more than %d", len(boards)-1, furthest)
	}
	begun := time.Now()
	for goroutines() > base+5 || watch.readers.Load() > 0 || w.views.Feed.Readers() > 0 {
		if time.Since(begun) > 5*time.Minute { // it takes milliseconds
			t.Fatalf("%d goroutines, before it were %d; %d feeds are counted", goroutines(), base, watch.readers.Load())
		}
		runtime.Gosched()
	}
}

// goroutines counts them without those of connections that rest.
func goroutines() int {
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	return runtime.NumGoroutine()
}
