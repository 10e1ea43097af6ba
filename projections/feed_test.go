package projections_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/projections"
)

// read reads until the feed ends and holds the reader to the law: the events
// behind after, each once, in order.
func read(ctx context.Context, r *projections.Reader, after, most int) (int, error) {
	n := after
	for most == 0 || n < after+most {
		e, err := r.Next(ctx)
		if err != nil {
			return n, err
		}
		if e.N != n+1 {
			return n, fmt.Errorf("event %d came behind event %d", e.N, n)
		}
		n = e.N
	}
	return n, nil
}

func TestReaderGetsWhatFollows(t *testing.T) {
	log := newLog(3)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.play(t, 100)
	g.wait(t, set)
	ctx := t.Context()
	for after := 0; after <= g.n; after += 7 {
		r, err := set.Feed.Subscribe(ctx, g.id, after)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := read(ctx, r, after, g.n-after); err != nil || n != g.n {
			t.Fatalf("behind %d: read to %d: %v", after, n, err)
		}
		if r.Version() != g.n {
			t.Errorf("version %d, want %d", r.Version(), g.n)
		}
		r.Close()
		r.Close()
	}
	if n := set.Feed.Readers(); n != 0 {
		t.Errorf("%d readers are left", n)
	}
}

func TestLastEventEndsTheFeed(t *testing.T) {
	log := newLog(2)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.play(t, 3)
	g.wait(t, set)
	ctx := t.Context()
	early, err := set.Feed.Subscribe(ctx, g.id, g.n)
	if err != nil {
		t.Fatal(err)
	}
	last := g.end(t)
	g.wait(t, set)
	late, err := set.Feed.Subscribe(ctx, g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	behind, err := set.Feed.Subscribe(ctx, g.id, g.n)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		r    *projections.Reader
		want int
	}{"early": {early, 1}, "late": {late, g.n}, "behind the end": {behind, 0}} {
		got, ends := 0, 0
		for e, err := range c.r.Events(ctx) {
			if err != nil {
				if !errors.Is(err, projections.Over) || projections.ReasonOf(err) != projections.Over || projections.Over.Again() {
					t.Errorf("%s: ended with %v", name, err)
				}
				ends++
				continue
			}
			if got++; e.Over() != (e.N == last.N) {
				t.Errorf("%s: event %d says over: %v", name, e.N, e.Over())
			}
		}
		if got != c.want || ends != 1 {
			t.Errorf("%s: %d events and %d ends, want %d and 1", name, got, ends, c.want)
		}
		if _, err := c.r.Next(ctx); !errors.Is(err, projections.Over) {
			t.Errorf("%s: asked again: %v", name, err)
		}
	}
}

func TestSubscribeRefuses(t *testing.T) {
	log := newLog(2)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.play(t, 3)
	g.wait(t, set)
	ctx := t.Context()
	if _, err := set.Feed.Subscribe(ctx, gameID(2), 0); !errors.Is(err, projections.ErrNoGame) {
		t.Errorf("unknown game: %v", err)
	}
	if _, err := set.Feed.Subscribe(ctx, g.id, -1); !errors.Is(err, projections.ErrPast) {
		t.Errorf("version -1: %v", err)
	}
	var future *projections.FutureError
	if _, err := set.Feed.Subscribe(ctx, g.id, 5); !errors.Is(err, projections.ErrFuture) || !errors.As(err, &future) || future.Version != 4 {
		t.Errorf("version 5 of 4: %v", err)
	}
	if n := set.Feed.Readers(); n != 0 {
		t.Errorf("%d readers are left", n)
	}
}

// Whoever has just stored an event may ask for what follows it before the
// projections have come there.
func TestSubscribeAheadOfTheRunner(t *testing.T) {
	log := newLog(1)
	set := made(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.play(t, 3)
	r, err := set.Feed.Subscribe(t.Context(), g.id, g.n)
	if err != nil {
		t.Fatal(err)
	}
	from0, err := set.Feed.Subscribe(t.Context(), g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	stop := running(t, set)
	defer stop()
	g.end(t)
	if n, err := read(t.Context(), r, 4, 0); n != 5 || !errors.Is(err, projections.Over) {
		t.Errorf("read to %d: %v", n, err)
	}
	if n, err := read(t.Context(), from0, 0, 0); n != 5 || !errors.Is(err, projections.Over) {
		t.Errorf("read to %d: %v", n, err)
	}
}

func TestReadersJoinDuringABurst(t *testing.T) {
	const readers, moves = 200, 150
	log := newLog(2)
	set := run(t, projections.Config{Log: log, Buffer: 2 * moves})
	g := newGame(log, 1)
	g.begin(t)
	g.wait(t, set)
	var work sync.WaitGroup
	for i := range readers {
		work.Go(func() {
			after := i % 2
			r, err := set.Feed.Subscribe(t.Context(), g.id, after)
			if err != nil {
				t.Errorf("reader %d: %v", i, err)
				return
			}
			if n, err := read(t.Context(), r, after, 0); n != moves+2 || !errors.Is(err, projections.Over) {
				t.Errorf("reader %d read to %d: %v", i, n, err)
			}
		})
	}
	for i := range moves {
		g.move(t, fmt.Sprint(i))
	}
	g.end(t)
	work.Wait()
	if n := set.Feed.Readers(); n != 0 {
		t.Errorf("%d readers are left", n)
	}
}

func TestSlowReader(t *testing.T) {
	const buffer = 4
	log := newLog(1)
	obs := &observer{}
	set := run(t, projections.Config{Log: log, Buffer: buffer, Observer: obs})
	g := newGame(log, 1)
	g.begin(t)
	g.wait(t, set)
	ctx := t.Context()
	slow, err := set.Feed.Subscribe(ctx, g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	fast, err := set.Feed.Subscribe(ctx, g.id, 1)
	if err != nil {
		t.Fatal(err)
	}
	g.move(t, "a")
	if n, err := read(ctx, slow, 0, 2); err != nil { // it has come to the present
		t.Fatalf("read to %d: %v", n, err)
	}
	if _, err := read(ctx, fast, 1, 1); err != nil {
		t.Fatal(err)
	}
	for i := range buffer {
		g.move(t, fmt.Sprint(i))
		if _, err := read(ctx, fast, g.n-1, 1); err != nil {
			t.Fatalf("the fast reader was disturbed: %v", err)
		}
	}
	// Exactly the buffer behind is not yet slow.
	if _, err := read(ctx, slow, 2, 1); err != nil {
		t.Fatalf("%d behind: %v", buffer, err)
	}
	g.move(t, "b")
	g.move(t, "c")
	if _, err := read(ctx, fast, g.n-2, 2); err != nil {
		t.Fatalf("the fast reader was disturbed: %v", err)
	}
	_, err = slow.Next(ctx)
	if !errors.Is(err, projections.Slow) || !projections.ReasonOf(err).Again() {
		t.Fatalf("too far behind: %v", err)
	}
	if got := obs.closed(projections.Slow); got != 1 {
		t.Errorf("%d readers counted as slow", got)
	}
	again, err := set.Feed.Subscribe(ctx, g.id, slow.Version())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if n, err := read(ctx, again, slow.Version(), g.n-slow.Version()); err != nil || n != g.n {
		t.Errorf("came back and read to %d: %v", n, err)
	}
	fast.Close()
	if got := obs.closed(projections.Left); got != 1 {
		t.Errorf("%d readers counted as gone", got)
	}
}

func TestNextEndsWithItsContext(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.begin(t)
	g.wait(t, set)
	r, err := set.Feed.Subscribe(t.Context(), g.id, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Next(ctx); !errors.Is(err, context.Canceled) || projections.ReasonOf(err) != projections.Left {
		t.Fatalf("under an ended context: %v", err)
	}
	g.move(t, "a")
	if e, err := r.Next(t.Context()); err != nil || e.N != 2 {
		t.Fatalf("asked again: %v, %v", e, err)
	}
}

func TestTick(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.begin(t)
	g.wait(t, set)
	r, err := set.Feed.Subscribe(t.Context(), g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	tick := make(chan time.Time, 1)
	tick <- start
	if e, err := r.NextOr(t.Context(), tick); err != nil || e.N != 1 {
		t.Fatalf("an event is there: %v, %v", e, err)
	}
	if _, err := r.NextOr(t.Context(), tick); !errors.Is(err, projections.ErrTick) {
		t.Fatalf("no event is there: %v", err)
	}
	g.move(t, "a")
	if e, err := r.NextOr(t.Context(), tick); err != nil || e.N != 2 {
		t.Fatalf("behind the tick: %v, %v", e, err)
	}
}

// What all readers have seen is let go; what one has not is kept for it.
func TestWindowIsAsSmallAsItCanBe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog(1)
		set := run(t, projections.Config{Log: log, Buffer: 8})
		g := newGame(log, 1)
		g.begin(t)
		g.wait(t, set)
		for range 3 {
			r, err := set.Feed.Subscribe(t.Context(), g.id, 1)
			if err != nil {
				t.Fatal(err)
			}
			go func() {
				if n, err := read(t.Context(), r, 1, 0); n != 17 || !errors.Is(err, projections.Over) {
					t.Errorf("read to %d: %v", n, err)
				}
			}()
		}
		move := func(want int) {
			t.Helper()
			synctest.Wait() // all readers wait
			g.move(t, "a")
			g.wait(t, set)
			if got := set.Feed.Kept(g.id); got != want {
				t.Errorf("%d events are kept, want %d", got, want)
			}
		}
		move(1)
		move(1)
		idle, err := set.Feed.Subscribe(t.Context(), g.id, g.n)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 12 {
			move(min(n+2, 8))
		}
		idle.Close()
		move(1)
		g.end(t)
		synctest.Wait()
		if n := set.Feed.Topics(); n != 0 {
			t.Errorf("%d games are left", n)
		}
	})
}

// TestWaitingReaderHoldsNothing reads a game's past and waits: nothing of it is held on to,
// so that what a reader costs does not grow with the game.
func TestWaitingReaderHoldsNothing(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.play(t, 100)
	g.wait(t, set)
	r, err := set.Feed.Subscribe(t.Context(), g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	read := make([]weak.Pointer[events.Event], g.n)
	for i := range read {
		e, err := r.Next(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		read[i] = weak.Make(e)
	}
	runtime.GC()
	for i, e := range read {
		if e.Value() != nil {
			t.Errorf("event %d is held", i+1)
		}
	}
}

func TestStopEndsFeeds(t *testing.T) {
	log := newLog(2)
	set := made(t, projections.Config{Log: log})
	stop := running(t, set)
	g := newGame(log, 1)
	g.play(t, 40)
	g.wait(t, set)
	present, err := set.Feed.Subscribe(t.Context(), g.id, g.n)
	if err != nil {
		t.Fatal(err)
	}
	past, err := set.Feed.Subscribe(t.Context(), g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read(t.Context(), past, 0, 1); err != nil {
		t.Fatal(err)
	}
	stop()
	for _, r := range []*projections.Reader{present, past} {
		if _, err := read(t.Context(), r, r.Version(), 0); !errors.Is(err, projections.Stopping) {
			t.Errorf("at version %d: %v", r.Version(), err)
		}
	}
	if _, err := set.Feed.Subscribe(t.Context(), g.id, 0); !errors.Is(err, projections.Stopping) {
		t.Errorf("subscribing: %v", err)
	}
	if n := set.Feed.Readers(); n != 0 {
		t.Errorf("%d readers are left", n)
	}
}

// Readers come and go anywhere, slow or not, while games are played, and put
// together what they got across all cuts: every event, once, in order.
func TestReadersNeverMissAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		log := newLog(rapid.IntRange(1, 2).Draw(t, "shards"))
		set := made(t, projections.Config{Log: log, Buffer: rapid.IntRange(1, 4).Draw(t, "buffer"), Live: 1})
		defer running(t, set)()
		ctx := context.Background()
		games := []*game{newGame(log, 1), newGame(log, 2)}
		for _, g := range games {
			g.begin(t)
			g.wait(t, set)
		}
		var readers []*projections.Reader
		defer func() {
			for _, r := range readers {
				r.Close()
			}
		}()
		of := map[*projections.Reader]*game{}
		t.Repeat(map[string]func(*rapid.T){
			"move": func(t *rapid.T) {
				g := rapid.SampledFrom(games).Draw(t, "game")
				g.move(t, rapid.StringMatching("[a-c]").Draw(t, "board"))
			},
			"settle": func(t *rapid.T) {
				for _, g := range games {
					g.wait(t, set)
				}
			},
			"subscribe": func(t *rapid.T) {
				g := rapid.SampledFrom(games).Draw(t, "game")
				r, err := set.Feed.Subscribe(ctx, g.id, rapid.IntRange(0, g.n).Draw(t, "after"))
				if err != nil {
					t.Fatalf("subscribing: %v", err)
				}
				of[r] = g
				readers = append(readers, r)
			},
			"read": func(t *rapid.T) {
				if len(readers) == 0 {
					t.Skip()
				}
				at := rapid.IntRange(0, len(readers)-1).Draw(t, "reader")
				r := readers[at]
				most := min(rapid.IntRange(1, 5).Draw(t, "events"), of[r].n-r.Version())
				if most == 0 {
					t.Skip()
				}
				_, err := read(ctx, r, r.Version(), most)
				if errors.Is(err, projections.Slow) {
					again, err := set.Feed.Subscribe(ctx, of[r].id, r.Version())
					if err != nil {
						t.Fatalf("coming back: %v", err)
					}
					of[again] = of[r]
					readers[at] = again
				} else if err != nil {
					t.Fatalf("reading: %v", err)
				}
			},
			"cut": func(t *rapid.T) {
				if len(readers) == 0 {
					t.Skip()
				}
				at := rapid.IntRange(0, len(readers)-1).Draw(t, "reader")
				r := readers[at]
				r.Close()
				again, err := set.Feed.Subscribe(ctx, of[r].id, r.Version())
				if err != nil {
					t.Fatalf("coming back: %v", err)
				}
				of[again] = of[r]
				readers[at] = again
			},
		})
	})
}
