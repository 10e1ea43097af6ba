package importer

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"plylog/api"
	"plylog/api/client"
	"plylog/api/contracttest"
	"plylog/cmd/plylog/internal/records"
	"plylog/engines"
	"plylog/engines/all"
	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
	"plylog/projections"
)

// world is a server on a log in memory.
type world struct {
	log    events.Log
	client *client.Client
	refuse atomic.Bool // answer 503 to everything
}

func newWorld(t *testing.T) *world {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	quiet := slog.New(slog.DiscardHandler)
	w := &world{log: memlog.New(2)}
	views, err := projections.New(projections.Config{Log: w.log, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	secret := make([]byte, 32)
	handler, err := play.NewHandler(play.Config{Log: w.log, Registry: reg, Secret: secret, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	server, err := api.New(api.Config{Handler: handler, Registry: reg, Log: w.log, Views: views, Secret: secret, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- views.Run(ctx) }()
	<-views.Ready()
	public := contracttest.Held(t, server.Public())
	front := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w.refuse.Load() {
			rw.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		public.ServeHTTP(rw, r)
	}))
	t.Cleanup(func() {
		front.Close()
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	if w.client, err = client.New(client.Config{Server: front.URL, Tries: 1}); err != nil {
		t.Fatal(err)
	}
	return w
}

// events counts what the log holds.
func (w *world) events(t *testing.T) (n int) {
	t.Helper()
	for shard := range w.log.Shards() {
		for _, err := range w.log.Scan(t.Context(), shard, 0) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	return n
}

// play plays one record.
func (w *world) play(ctx context.Context, j job, moved func(int)) *Outcome {
	out := &Outcome{}
	p := &player{to: server{w.client}, wait: &waiter{most: time.Minute, say: func(error) {}}, moved: moved}
	p.play(ctx, j, out)
	return out
}

func ignore(int) {}

// record makes a job of moves, of which the first seat makes the first.
func record(kind string, end engines.Ending, moves ...engines.Move) job {
	j := job{source: source{hash: kind, game: 0}, kind: kind}
	by := engines.First
	for _, m := range moves {
		j.game.Turns = append(j.game.Turns, engines.Turn{By: by, Move: m})
		by = by.Opponent()
	}
	j.game.End = end
	return j
}

func won(by engines.Seat) engines.Ending { return engines.Ending{Known: true, Winner: by} }

// TestEndings: what the board does not end is ended as the record tells.
func TestEndings(t *testing.T) {
	for name, c := range map[string]struct {
		job    job
		state  State
		reason string // empty: left open
		events int
	}{
		"resigned":         {record("reversi", won(engines.Second), "d3", "c5"), New, "resigned", 4},
		"agreed":           {record("checkers", won(engines.Nobody), "11-15"), New, "agreed", 4},
		"not known":        {record("checkers", engines.Ending{}, "11-15"), New, "", 2},
		"no draw in it":    {record("reversi", won(engines.Nobody), "d3"), New, "", 2},
		"without any move": {record("checkers", won(engines.First)), New, "resigned", 2},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			out := w.play(t.Context(), c.job, ignore)
			if out.State != c.state || out.Error != "" {
				t.Errorf("got %+v", out)
			}
			reason := ""
			if out.Result != nil {
				reason = out.Result.Reason
			}
			if reason != c.reason || out.Differ != "" {
				t.Errorf("ended with %q, want %q; differs: %q", reason, c.reason, out.Differ)
			}
			if n := w.events(t); n != c.events {
				t.Errorf("%d events, want %d", n, c.events)
			}
			again := w.play(t.Context(), c.job, ignore)
			if again.State != Already || again.Stored != 0 || again.Game != out.Game || w.events(t) != c.events {
				t.Errorf("the second time: %+v, %d events", again, w.events(t))
			}
		})
	}
}

// TestResignationByConsent: a resignation that the opponent has to accept is
// accepted, also by an import that goes on between the two.
func TestResignationByConsent(t *testing.T) {
	w := newWorld(t)
	j := job{source: source{hash: "x"}, kind: "backgammon"}
	j.game.Options = json.RawMessage(`{"matchLength":5}`)
	j.game.Turns = []engines.Turn{
		{By: engines.Chance, Move: engines.Roll, Dice: "3-1"},
		{By: engines.First, Move: "8/5 6/5"},
	}
	j.game.End = engines.Ending{Known: true, Winner: engines.Second, Points: 1, Value: "single"}
	out := w.play(t.Context(), j, ignore)
	if out.State != New || out.Stored != 4 || out.Result == nil || out.Result.Winner != engines.Second || out.Result.Points != 1 {
		t.Errorf("got %+v", out)
	}
	j.game.End.Points = 2
	if out := w.play(t.Context(), j, ignore); out.Differ == "" {
		t.Errorf("a result of other points passed for the same: %+v", out)
	}
}

// TestIllegal: a move that the rules refuse ends its record, with the rule.
func TestIllegal(t *testing.T) {
	w := newWorld(t)
	out := w.play(t.Context(), record("reversi", won(engines.First), "d3", "a1", "c3"), ignore)
	if out.State != Illegal || out.At != 2 || out.Move != "a1" || out.Rule != "RV-4" || out.Moves != 1 || len(out.Legal) != 3 {
		t.Errorf("got %+v", out)
	}
	out = w.play(t.Context(), job{source: source{hash: "y"}, kind: "reversi", game: records.Game{Err: errors.New("smudged")}}, ignore)
	if out.State != Unreadable || out.Error != "smudged" {
		t.Errorf("got %+v", out)
	}
}

// TestGoesOn: an import that is cut off after any number of moves goes on where
// it stopped, and no command is stored twice.
func TestGoesOn(t *testing.T) {
	j := record("checkers", won(engines.Nobody), "11-15", "22-18", "15x22", "25x18")
	const whole = 1 + 4 + 2 // created, the moves, offer and acceptance
	for cut := 1; cut <= 4; cut++ {
		w := newWorld(t)
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		out := w.play(ctx, j, func(more int) {
			if n += more; n == cut {
				cancel()
			}
		})
		if out.State != Failed || out.Stored != cut {
			t.Fatalf("cut after %d: %+v", cut, out)
		}
		out = w.play(t.Context(), j, ignore)
		if out.State != Continued || out.Stored != whole-1-cut || w.events(t) != whole {
			t.Errorf("cut after %d, then: %+v, %d events", cut, out, w.events(t))
		}
	}
}

// TestWaits: a server that is away is waited for, and given up in the end.
func TestWaits(t *testing.T) {
	w := newWorld(t)
	w.refuse.Store(true)
	told := 0
	p := &player{to: server{w.client}, moved: ignore}
	p.wait = &waiter{most: time.Minute, say: func(error) { told++; w.refuse.Store(false) }}
	out := &Outcome{}
	p.play(t.Context(), record("reversi", won(engines.First), "d3"), out)
	if out.State != New || told != 1 {
		t.Errorf("got %+v, told %d times", out, told)
	}
	w.refuse.Store(true)
	p.wait = &waiter{say: func(error) {}}
	out = &Outcome{}
	p.play(t.Context(), record("checkers", won(engines.First), "11-15"), out)
	if out.State != Failed || !errors.Is(out.err, errGaveUp) {
		t.Errorf("got %+v", out)
	}
}

// TestRun: many records at once, each told of once; the summary counts them.
func TestRun(t *testing.T) {
	w := newWorld(t)
	var jobs []job
	for i := range 20 {
		j := record("reversi", won(engines.First), "d3", "c5")
		if i == 7 {
			j = record("reversi", won(engines.First), "d3", "d3")
		}
		j.source.game = i
		jobs = append(jobs, j)
	}
	p := &player{to: server{w.client}, wait: &waiter{most: time.Minute, say: func(error) {}}, moved: ignore}
	told := 0
	sum, err := run(t.Context(), jobs, 8, p, func(*Outcome) error { told++; return nil })
	if err != nil || told != 20 || sum.Games != 20 || sum.New != 19 || sum.Illegal != 1 || sum.Moves != 19*2+1 || sum.Stored != 19*3+1 {
		t.Errorf("told %d times, %+v, %v", told, sum, err)
	}
	broken := errors.New("no more paper")
	if _, err := run(t.Context(), jobs, 8, p, func(*Outcome) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}
