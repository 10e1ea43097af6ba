package projections_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/projections"
)

func TestReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		log := memlog.New(2, memlog.OnYield(func(_ context.Context, e *events.Event) error {
			if e.N == 5 {
				<-hold
			}
			return nil
		}))
		g := newGame(log, 1)
		g.play(t, 9)
		set := run(t, projections.Config{Log: log})
		synctest.Wait()
		select {
		case <-set.Ready():
			t.Error("ready before it caught up")
		default:
		}
		if n := set.Version(g.id); n != 4 {
			t.Errorf("at version %d, want 4", n)
		}
		close(hold)
		<-set.Ready()
		if n := set.Version(g.id); n != g.n {
			t.Errorf("ready at version %d of %d", n, g.n)
		}
	})
}

func TestReadyOfAnEmptyLog(t *testing.T) {
	set := run(t, projections.Config{Log: newLog(3)})
	<-set.Ready()
}

func TestWait(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.begin(t)
	if err := set.Wait(t.Context(), 0, 1); err != nil {
		t.Fatal(err)
	}
	if err := set.Wait(t.Context(), 1, 1); err == nil {
		t.Error("waited for a shard that does not exist")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := set.Wait(ctx, 0, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("under an ended context: %v", err)
	}
	if n := set.Waiting(0); n != 0 {
		t.Errorf("%d still wait", n)
	}
	// Everybody reads behind the wait what was written before it.
	var work sync.WaitGroup
	for seq := range uint64(50) {
		work.Go(func() {
			if err := set.Wait(t.Context(), 0, seq+1); err != nil {
				t.Error(err)
				return
			}
			if n := set.Version(g.id); n < int(seq)+1 {
				t.Errorf("behind position %d the game is at %d", seq+1, n)
			}
			if s, err := set.Board.State(t.Context(), g.id); err != nil || s.Version < int(seq)+1 {
				t.Errorf("behind position %d the board is at %d: %v", seq+1, s.Version, err)
			}
		})
	}
	for i := range 49 {
		g.move(t, fmt.Sprint(i))
	}
	work.Wait()
	if set.Position(0) != 50 || set.Waiting(0) != 0 {
		t.Errorf("at %d, %d wait", set.Position(0), set.Waiting(0))
	}
}

func TestRunOnce(t *testing.T) {
	set := run(t, projections.Config{Log: newLog(1)})
	<-set.Ready()
	if err := set.Run(t.Context()); !errors.Is(err, projections.ErrRunning) {
		t.Errorf("run again: %v", err)
	}
}

func TestRunEndsWithTheLog(t *testing.T) {
	log := newLog(2)
	set := made(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.begin(t)
	done := make(chan error)
	go func() { done <- set.Run(t.Context()) }()
	g.wait(t, set)
	r, err := set.Feed.Subscribe(t.Context(), g.id, 1)
	if err != nil {
		t.Fatal(err)
	}
	log.Close()
	if err := <-done; !errors.Is(err, events.ErrClosed) {
		t.Errorf("run ended with %v", err)
	}
	if _, err := r.Next(t.Context()); !errors.Is(err, projections.Stopping) {
		t.Errorf("reader: %v", err)
	}
}

func TestNewNeedsALog(t *testing.T) {
	if _, err := projections.New(projections.Config{}); err == nil {
		t.Error("made a set of nothing")
	}
}

// A projection of somebody else's is applied like the set's own.
type counter struct {
	mu      sync.Mutex
	events  int
	damaged []events.GameID
	refuse  int
}

func (c *counter) Name() string { return "counter" }

func (c *counter) Apply(e *events.Event) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e.N == c.refuse {
		return errors.New("refused")
	}
	c.events++
	return nil
}

func (c *counter) Damage(game events.GameID, _ int, _ error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.damaged = append(c.damaged, game)
}

func TestMoreProjections(t *testing.T) {
	c := &counter{refuse: 5}
	log := newLog(1)
	set := run(t, projections.Config{Log: log, More: []projections.Projection{c}})
	a, b := newGame(log, 1), newGame(log, 2)
	a.play(t, 9)
	b.play(t, 2)
	a.wait(t, set)
	b.wait(t, set)
	if c.events != 4+3 || fmt.Sprint(c.damaged) != fmt.Sprint([]events.GameID{a.id}) {
		t.Errorf("%d events, damaged %v", c.events, c.damaged)
	}
	if n := set.Version(a.id); n != 4 {
		t.Errorf("the refused game is at %d", n)
	}
	if s, err := set.Board.State(t.Context(), a.id); err != nil || s.Version != 4 || s.Status != projections.StatusDamaged {
		t.Errorf("the refused game: %+v, %v", s, err)
	}
}

// lags remembers the last lag of the board.
type lags struct {
	mu     sync.Mutex
	behind uint64
	age    time.Duration
	told   int
}

func (l *lags) last() (uint64, time.Duration, int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.behind, l.age, l.told
}

func TestLag(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		var once sync.Once
		log := memlog.New(1, memlog.OnYield(func(_ context.Context, e *events.Event) error {
			if e.N == 5 {
				once.Do(func() { <-hold })
			}
			return nil
		}))
		l := &lags{}
		obs := &observer{lag: func(projection string, _ int, behind uint64, age time.Duration) {
			if projection == "board" {
				l.mu.Lock()
				defer l.mu.Unlock()
				l.behind, l.age = behind, age
				l.told++
			}
		}}
		began := time.Now()
		now := func() time.Time { return start.Add(time.Minute + time.Since(began)) }
		set := run(t, projections.Config{Log: log, Observer: obs, Measure: time.Second, Now: now})
		g := newGame(log, 1)
		g.play(t, 3)
		g.wait(t, set)
		<-time.After(1500 * time.Millisecond) // of the bubble's clock
		synctest.Wait()
		if behind, age, told := l.last(); behind != 0 || age != 0 || told != 2 {
			t.Errorf("caught up: %d behind, %s, told %d times", behind, age, told)
		}
		g.move(t, "x")
		g.move(t, "y")
		<-time.After(3 * time.Second)
		synctest.Wait()
		if behind, age, _ := l.last(); behind != 2 || age != 3*time.Second {
			t.Errorf("held up for three seconds since last seen caught up: %d behind, %s", behind, age)
		}
		close(hold)
		g.wait(t, set)
		<-time.After(time.Second)
		synctest.Wait()
		if behind, age, _ := l.last(); behind != 0 || age != 0 {
			t.Errorf("caught up again: %d behind, %s", behind, age)
		}
	})
}
