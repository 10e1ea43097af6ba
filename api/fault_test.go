package api_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"plylog/api"
	"plylog/events"
	"plylog/events/memlog"
)

// holdSecond holds every game's second event until it is let go.
func holdSecond(asked, release chan struct{}) func(context.Context, *events.Event) memlog.Fate {
	var once sync.Once
	return func(ctx context.Context, e *events.Event) memlog.Fate {
		if e.N == 2 {
			once.Do(func() { close(asked) })
			select {
			case <-release:
			case <-ctx.Done():
				return memlog.Lose
			}
		}
		return memlog.Keep
	}
}

// While the log does not answer, neither does the server pretend: 503, and the
// same command later is stored once.
func TestLogDoesNotAnswer(t *testing.T) {
	var lose atomic.Bool
	log := memlog.New(1, memlog.OnAppend(func(_ context.Context, e *events.Event) memlog.Fate {
		if lose.Load() {
			return memlog.Lose
		}
		return memlog.Keep
	}))
	w := newWorld(t, log)
	g := w.newGame("nim")
	lose.Store(true)
	a := g.move("first", "1", key(id("m"))).want(t, 503, "unavailable")
	if a.header.Get("Retry-After") == "" {
		t.Error("503 without Retry-After")
	}
	w.do("POST", "/v1/games", `{"kind":"nim"}`).want(t, 503, "unavailable")
	w.do("GET", g.path(), "").want(t, 200)
	lose.Store(false)
	g.move("first", "1", key(id("m"))).want(t, 201)
	g.move("first", "1", key(id("m"))).want(t, 200)
}

// An append that is kept but not answered is found in the log, and answered.
func TestKeptSilently(t *testing.T) {
	var n atomic.Int32
	log := memlog.New(1, memlog.OnAppend(func(context.Context, *events.Event) memlog.Fate {
		if n.Add(1)%2 == 0 {
			return memlog.KeepSilently
		}
		return memlog.Keep
	}))
	w := newWorld(t, log)
	for range 5 {
		g := w.newGame("nim")
		for i, seat := range []string{"first", "second", "first", "second"} {
			if v := g.move(seat, "1").want(t, 201).at(t, "n"); v != float64(i+2) {
				t.Errorf("event %v", v)
			}
		}
	}
}

// full is a log whose disk has no room.
type full struct{ events.Log }

func (full) Append(context.Context, uint64, *events.Event) (uint64, error) {
	return 0, fmt.Errorf("%w: %w", events.ErrClosed, syscall.ENOSPC)
}

func TestDiskFull(t *testing.T) {
	w := newWorld(t, full{memory()})
	a := w.do("POST", "/v1/games", `{"kind":"nim"}`).want(t, 507, "storage-full")
	if a.header.Get("Retry-After") == "" {
		t.Error("507 without Retry-After")
	}
}

// failing is a log that cannot be read.
type failing struct {
	events.Log
	fail *atomic.Bool
}

var errInside = errors.New("the name of an inner thing")

func (f failing) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	if f.fail.Load() {
		panic(errInside)
	}
	return f.Log.Append(ctx, after, e)
}

// What goes wrong inside stays inside: the answer holds a trace id, the log the
// rest under it.
func TestInternalErrors(t *testing.T) {
	out, logger := recordingLogger()
	fail := new(atomic.Bool)
	w := newWorld(t, failing{memory(), fail}, withLogger(logger))
	fail.Store(true)
	a := w.do("POST", "/v1/games", `{"kind":"nim"}`).want(t, 500, "internal")
	if strings.Contains(a.body, "inner thing") {
		t.Errorf("%s", a.body)
	}
	trace := strings.TrimPrefix(a.at(t, "instance").(string), "urn:plylog:trace:")
	if len(trace) != 16 || !strings.Contains(out.String(), "trace="+trace) || !strings.Contains(out.String(), "inner thing") {
		t.Errorf("trace %q is not in the log:\n%s", trace, out.String())
	}
	fail.Store(false)
	w.do("POST", "/v1/games", `{"kind":"nim"}`).want(t, 201) // the server goes on
}

// A damaged game takes no commands and says so; it is shown as it was; a private
// one stays hidden; the others play on.
func TestDamagedGame(t *testing.T) {
	log := memlog.New(1)
	w := newWorld(t, log)
	public, private, well := w.newGame("nim"), w.newGame("nim", `"private":true`), w.newGame("nim")
	for _, g := range []*game{public, private, well} {
		g.move("first", "1").want(t, 201)
	}
	spoil := func(raw []byte) []byte {
		return []byte(strings.Replace(string(raw), `"board":"9 R"`, `"board":"8 R"`, 1))
	}
	log.Corrupt(0, 4, spoil) // the first moves of the first two games
	log.Corrupt(0, 5, spoil)
	w.close()
	w = newWorld(t, log)
	for _, g := range []*game{public, private} {
		g.w = w
		g.move("second", "1").want(t, 423, "damaged")
		st := w.do("GET", g.path(), "", token(g.first)).want(t, 200)
		if st.at(t, "status") != "damaged" {
			t.Errorf("%s", st.body)
		}
		w.do("GET", g.path()+"/choices", "", token(g.first)).want(t, 423, "damaged")
		w.do("GET", g.path()+"/events?after=2", "", token(g.first), acceptSSE).want(t, 423, "damaged")
	}
	for _, headers := range [][]header{nil, {token(well.first)}} {
		for _, view := range []string{"", "/choices", "/events", "/history", "/repetitions"} {
			w.do("GET", private.path()+view, "", headers...).want(t, 404, "no-such-game")
		}
		w.do("POST", private.path()+"/events", `{"type":"join"}`, headers...).want(t, 404, "no-such-game")
	}
	w.do("POST", private.path()+"/events", `{"type":"move","move":"1"}`, token(well.first)).want(t, 404, "no-such-game")
	w.do("POST", public.path()+"/events", `{"type":"join"}`).want(t, 423, "damaged")
	well.w = w
	well.move("second", "1").want(t, 201)
}

// A server whose views have not caught up says that it is starting.
func TestStarting(t *testing.T) {
	hold := make(chan struct{})
	log := memlog.New(1)
	w := newWorld(t, log)
	g := w.newGame("nim")
	w.close()
	slow := memlog.New(1, memlog.OnYield(func(context.Context, *events.Event) error { <-hold; return nil }))
	copyLog(t, log, slow)
	w2 := newWorldNotReady(t, slow)
	w2.do("GET", g.path(), "").want(t, 503, "starting")
	w2.do("POST", "/v1/games", `{"kind":"nim"}`).want(t, 503, "starting")
	w2.do("GET", "/readyz", "").want(t, 503, "starting")
	w2.do("GET", "/livez", "").want(t, 200)
	close(hold)
	<-w2.views.Ready()
	w2.do("GET", "/readyz", "").want(t, 200)
	w2.do("GET", g.path(), "").want(t, 200)
}

func copyLog(t testing.TB, from, to events.Log) {
	t.Helper()
	last := map[events.GameID]uint64{}
	for shard := range from.Shards() {
		for e, err := range from.Scan(context.Background(), shard, 0) {
			if err != nil {
				t.Fatal(err)
			}
			seq, err := to.Append(context.Background(), last[e.Game], e)
			if err != nil {
				t.Fatal(err)
			}
			last[e.Game] = seq
		}
	}
}

// What else must be well is asked for readiness alone.
func TestReadyAsks(t *testing.T) {
	var sick atomic.Bool
	w := newWorld(t, memory(), func(c *api.Config) {
		c.Ready = func(context.Context) error {
			if sick.Load() {
				return errInside
			}
			return nil
		}
	})
	w.do("GET", "/readyz", "").want(t, 200)
	sick.Store(true)
	if a := w.do("GET", "/readyz", "").want(t, 503); strings.Contains(a.body, "inner thing") {
		t.Errorf("%s", a.body)
	}
	w.do("GET", "/v1/kinds", "").want(t, 200)
}
