package projections_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"plylog/events"
	"plylog/projections"
)

// firings remembers when which game was fired.
type firings struct {
	mu   sync.Mutex
	when map[events.GameID][]time.Time
	do   func(ctx context.Context, game events.GameID) error // nil: nothing
}

func (f *firings) fire(ctx context.Context, game events.GameID) error {
	f.mu.Lock()
	if f.when == nil {
		f.when = map[events.GameID][]time.Time{}
	}
	f.when[game] = append(f.when[game], time.Now())
	f.mu.Unlock()
	if f.do != nil {
		return f.do(ctx, game)
	}
	return nil
}

// of returns when a game was fired, counted from a time.
func (f *firings) of(game events.GameID, from time.Time) (list []time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, at := range f.when[game] {
		list = append(list, at.Sub(from))
	}
	return list
}

// keep runs the deadlines of a set until the test's end or stop.
func keep(t *testing.T, set *projections.Set, now func() time.Time, f *firings) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- set.Deadlines.Run(ctx, now, f.fire) }()
	stopped := sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("running the deadlines: %v", err)
		}
	})
	t.Cleanup(stopped)
	return stopped
}

// timed is the next event of a game: the clock of a seat runs until a moment,
// or nobody's if it is zero.
func (g *game) timed(t tb, up time.Time) *events.Event {
	t.Helper()
	k := &events.Clock{First: 1000, Second: 1000}
	if !up.IsZero() {
		up = up.UTC().Truncate(time.Millisecond)
		k.Running, k.Deadline = events.First, &up
	}
	typ, data := events.TypeMoved, events.Data(&events.Act{Seat: events.First, Move: "x"})
	if g.n == 0 {
		typ, data = events.TypeCreated, &events.Created{First: "p_left", Second: "p_right"}
	}
	return g.make(t, typ, data, events.After{Board: "b", Turn: events.First, Clock: k})
}

// tell applies an event to the deadlines alone and moves the game on.
func (g *game) tell(t tb, set *projections.Set, e *events.Event) {
	t.Helper()
	if err := set.Deadlines.Apply(e); err != nil {
		t.Errorf("applying: %v", err)
	}
	g.n++
}

// Thousands of games whose deadlines move, end and come: each is fired one
// millisecond behind the last deadline that it had, and no other.
func TestEveryDeadlineIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := made(t, projections.Config{Log: newLog(1)})
		rnd := rand.New(rand.NewPCG(7, 8))
		began := time.Now()
		f := &firings{}
		f.do = func(_ context.Context, game events.GameID) error {
			g := newGame(nil, 0)
			g.id, g.n = game, 1
			g.tell(t, set, g.timed(t, time.Time{})) // the flag is stored and applied
			return nil
		}
		keep(t, set, time.Now, f)
		const games = 3000
		all := make([]*game, games)
		want := make([]time.Duration, games) // 0: never
		soon := func() time.Duration { return time.Duration(1+rnd.IntN(600_000)) * time.Millisecond }
		for i := range all {
			all[i] = newGame(nil, i)
			want[i] = soon()
			all[i].tell(t, set, all[i].timed(t, began.Add(want[i])))
		}
		for range 200 {
			<-time.After(time.Second)
			now := time.Since(began)
			for range 20 {
				i := rnd.IntN(games)
				if want[i] == 0 || want[i] < now+2*time.Millisecond {
					continue // over, or about to be
				}
				switch rnd.IntN(5) {
				case 0: // over before
					want[i] = 0
					all[i].tell(t, set, all[i].timed(t, time.Time{}))
				case 1: // resigned, with the clock as it stood
					e := all[i].timed(t, began.Add(want[i]))
					e.After.Result = &events.Result{Winner: events.Second, Points: 1, Reason: "resigned"}
					want[i] = 0
					all[i].tell(t, set, e)
				case 2: // offered: the deadline stands
					all[i].tell(t, set, all[i].timed(t, began.Add(want[i])))
				default: // moved, for a shorter or a longer time
					want[i] = now.Truncate(time.Millisecond) + time.Millisecond + soon()
					all[i].tell(t, set, all[i].timed(t, began.Add(want[i])))
				}
			}
		}
		<-time.After(20 * time.Minute)
		for i, g := range all {
			got := f.of(g.id, began)
			if want[i] == 0 && len(got) > 0 || want[i] > 0 && !slices.Equal(got, []time.Duration{want[i] + time.Millisecond}) {
				t.Fatalf("game %d was fired after %v, its time was up after %v", i, got, want[i])
			}
		}
		if n := len(set.Deadlines.Running()); n != 0 {
			t.Errorf("the time of %d games still runs", n)
		}
	})
}

func TestRunningGames(t *testing.T) {
	log := newLog(3)
	set := run(t, projections.Config{Log: log})
	var want []events.GameID
	for i, up := range []int{30, 10, 20, 10} {
		g := newGame(log, i)
		g.store(t, g.timed(t, start.Add(time.Duration(up)*time.Second)))
		g.wait(t, set)
		want = append(want, g.id)
	}
	if slices.Compare(want[1][:], want[3][:]) > 0 {
		want[1], want[3] = want[3], want[1]
	}
	want = []events.GameID{want[1], want[3], want[2], want[0]}
	if got := set.Deadlines.Running(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := fresh(t, log).Deadlines.Running(); !slices.Equal(got, want) {
		t.Errorf("folded again: %v, want %v", got, want)
	}
	set.MarkDamaged(want[2], errors.New("not by the rules"))
	if got := set.Deadlines.Running(); slices.Contains(got, want[2]) || len(got) != 3 {
		t.Errorf("after damage: %v", got)
	}
}

// A game that fire does not end is fired again, ever less often, and at once by
// the deadline that it gets then.
func TestFiringAgain(t *testing.T) {
	for name, answer := range map[string]error{"failed": errors.New("no log"), "nothing happened": nil} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				set := made(t, projections.Config{Log: newLog(1), Grace: 5 * time.Second})
				f := &firings{do: func(context.Context, events.GameID) error { return answer }}
				keep(t, set, time.Now, f)
				began := time.Now()
				g := newGame(nil, 1)
				g.tell(t, set, g.timed(t, began.Add(time.Minute)))
				<-time.After(6 * time.Minute)
				g.tell(t, set, g.timed(t, began.Add(time.Minute))) // an offer changes nothing
				<-time.After(time.Second)
				var want []time.Duration
				for _, s := range []int{0, 1, 3, 7, 15, 31, 63, 123, 183, 243} {
					want = append(want, 65*time.Second+time.Duration(s)*time.Second+time.Millisecond)
				}
				if got := f.of(g.id, began); !slices.Equal(got, want) {
					t.Errorf("fired after %v,\nwant %v", got, want)
				}
				g.tell(t, set, g.timed(t, began.Add(8*time.Minute)))
				<-time.After(3 * time.Minute)
				want = append(want, 485*time.Second+time.Millisecond, 486*time.Second+time.Millisecond)
				if got := f.of(g.id, began)[:len(want)]; !slices.Equal(got, want) {
					t.Errorf("fired after %v,\nwant %v", got, want)
				}
			})
		})
	}
}

// Not more than a few games are fired at a time, no game twice at a time, and
// the end waits for those under way.
func TestFiringIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := made(t, projections.Config{Log: newLog(1)})
		var mu sync.Mutex
		now, most, ended := map[events.GameID]int{}, 0, 0
		f := &firings{}
		f.do = func(ctx context.Context, game events.GameID) error {
			mu.Lock()
			now[game]++
			most = max(most, len(now))
			if now[game] > 1 {
				t.Errorf("game %s is fired twice at a time", game)
			}
			mu.Unlock()
			select {
			case <-time.After(5 * time.Second):
			case <-ctx.Done():
			}
			mu.Lock()
			defer mu.Unlock()
			delete(now, game)
			ended++
			return errors.New("slow")
		}
		stop := keep(t, set, time.Now, f)
		for i := range 100 {
			g := newGame(nil, i)
			g.tell(t, set, g.timed(t, time.Now().Add(time.Second)))
		}
		<-time.After(20 * time.Second)
		mu.Lock()
		under := len(now)
		mu.Unlock()
		stop()
		if most != 16 || under != 16 || len(now) != 0 || ended < 64 {
			t.Errorf("at most %d at a time, %d when stopped, %d afterwards, %d ended", most, under, len(now), ended)
		}
	})
}

func TestDeadlinesRunOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := made(t, projections.Config{Log: newLog(1)})
		stop := keep(t, set, time.Now, &firings{})
		synctest.Wait()
		if err := set.Deadlines.Run(t.Context(), time.Now, (&firings{}).fire); !errors.Is(err, projections.ErrRunning) {
			t.Errorf("run twice: %v", err)
		}
		stop()
		keep(t, set, time.Now, &firings{})()
	})
}

// The clock that deadlines are told by is set forward and back; the machine's
// own goes on. Looking at it costs nearly nothing.
func TestDeadlinesWhileTheClockIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		set := made(t, projections.Config{Log: newLog(1)})
		var ahead atomic.Int64 // of the machine's own clock, in nanoseconds
		var looked atomic.Int64
		now := func() time.Time {
			looked.Add(1)
			return time.Now().Round(0).Add(time.Duration(ahead.Load()))
		}
		put := func(by time.Duration) { ahead.Add(int64(by)) }
		f := &firings{do: func(context.Context, events.GameID) error { return errors.New("no log") }}
		keep(t, set, now, f)
		began := time.Now()
		a, b := newGame(nil, 1), newGame(nil, 2)
		a.tell(t, set, a.timed(t, began.Add(time.Hour)))
		b.tell(t, set, b.timed(t, began.Add(3*time.Hour)))
		<-time.After(10 * time.Minute)
		if n := looked.Load(); n > 62 {
			t.Errorf("looked at the clock %d times in ten quiet minutes", n)
		}
		put(time.Hour) // a is late now
		<-time.After(11 * time.Second)
		if got := f.of(a.id, began); len(got) < 1 || got[0] > 10*time.Minute+10*time.Second {
			t.Errorf("set forward by an hour after ten minutes, fired after %v", got)
		}
		<-time.After(9*time.Minute + 49*time.Second)
		put(-10 * time.Minute) // its deadline is still past; the next try is not ten minutes off
		before := len(f.of(a.id, began))
		<-time.After(2 * time.Minute)
		if got := len(f.of(a.id, began)); got < before+1 || got > before+3 {
			t.Errorf("set back: tried %d times in two minutes", got-before)
		}
		put(-time.Hour) // not past any more
		before = len(f.of(a.id, began))
		<-time.After(40 * time.Minute)
		if got := len(f.of(a.id, began)); got != before {
			t.Errorf("fired %d times before its deadline", got-before)
		}
		<-time.After(4 * time.Hour)
		got := f.of(b.id, began)
		if want := 3*time.Hour + 10*time.Minute + time.Millisecond; len(got) == 0 || got[0] != want {
			t.Errorf("the clock is ten minutes slow: fired after %v, want %v", got[:1], want)
		}
	})
}
