package projections_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/projections"
)

type heldKey struct{}

// holding is a log whose readers can be held up: those whose context carries a
// channel wait for it before event n.
func holding(n int) (*memlog.Log, func(context.Context) (context.Context, chan struct{})) {
	log := memlog.New(1, memlog.OnYield(func(ctx context.Context, e *events.Event) error {
		if hold, ok := ctx.Value(heldKey{}).(chan struct{}); ok && e.N == n {
			select {
			case <-hold:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	}))
	return log, func(ctx context.Context) (context.Context, chan struct{}) {
		hold := make(chan struct{})
		return context.WithValue(ctx, heldKey{}, hold), hold
	}
}

// A game goes on while somebody has it folded from the log; what is kept is up
// to date, and those who ask meanwhile wait for the same fold.
func TestGameGoesOnWhileItIsFolded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, hold := holding(2)
		set := run(t, projections.Config{Log: log, Live: 1})
		g, other := newGame(log, 1), newGame(log, 2)
		g.play(t, 3)
		other.play(t, 1)
		other.wait(t, set) // g has fallen out of memory
		ctx, release := hold(t.Context())
		states := make(chan *projections.State, 2)
		ask := func(ctx context.Context) {
			s, err := set.Board.State(ctx, g.id)
			if err != nil {
				t.Error(err)
			}
			states <- s
		}
		go ask(ctx)
		synctest.Wait()
		go ask(t.Context())
		gone, cancel := context.WithCancel(t.Context())
		left := make(chan error)
		go func() {
			_, err := set.Board.State(gone, g.id)
			left <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("who left was answered %v", err)
		}
		g.move(t, "x")
		g.move(t, "y")
		g.wait(t, set)
		close(release)
		for range 2 {
			if s := <-states; s.Version != g.n || s.Board != "y" {
				t.Errorf("version %d on %q, want %d on y", s.Version, s.Board, g.n)
			}
		}
		g.move(t, "z")
		g.wait(t, set)
		if s, err := set.Board.State(t.Context(), g.id); err != nil || s.Version != g.n {
			t.Errorf("version %d, want %d: %v", s.Version, g.n, err)
		}
	})
}

// Who waits for somebody else's fold does not share its failure.
func TestFoldThatIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, hold := holding(2)
		set := run(t, projections.Config{Log: log, Live: 1})
		g, other := newGame(log, 1), newGame(log, 2)
		g.play(t, 3)
		other.play(t, 1)
		other.wait(t, set)
		ctx, _ := hold(t.Context())
		ctx, cancel := context.WithCancel(ctx)
		first := make(chan error)
		go func() {
			_, err := set.Board.State(ctx, g.id)
			first <- err
		}()
		synctest.Wait()
		second := make(chan error)
		go func() {
			_, err := set.Board.State(t.Context(), g.id)
			second <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-first; !errors.Is(err, context.Canceled) {
			t.Errorf("who gave up was answered %v", err)
		}
		if err := <-second; err != nil {
			t.Errorf("who waited was answered %v", err)
		}
	})
}

func TestSeatsAreNamed(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log, Names: func(kind string, _ int) [2]string { return [2]string{kind + "-black", "white"} }})
	g := newGame(log, 1)
	g.play(t, 1)
	g.wait(t, set)
	s, err := set.Board.State(t.Context(), g.id)
	if err != nil || s.Names != [2]string{"test-black", "white"} || s.Head() != g.head {
		t.Errorf("%+v, %v", s, err)
	}
}

// A state that somebody was given, and the counts, stay as they were, however they were
// come by and however the game goes on; so does what others are given behind them.
func TestWhatWasGivenOutStays(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log, Live: 1})
	g, other := newGame(log, 1), newGame(log, 2)
	other.begin(t)
	type given struct {
		state  *projections.State
		counts *projections.Repetitions
	}
	text := func(v given) string {
		return string(v.counts.AppendJSON(v.state.AppendJSON(nil), nil))
	}
	now := func(game events.GameID) (v given, err error) {
		if v.state, err = set.Board.State(t.Context(), game); err == nil {
			v.counts, err = set.Repetition.Counts(t.Context(), game)
		}
		return v, err
	}
	all := make(map[given]string)
	ways := []func() (given, error){
		func() (given, error) { return now(g.id) },
		func() (v given, err error) {
			if v.state, err = set.Board.At(t.Context(), g.id, g.n); err == nil {
				v.counts, err = set.Repetition.At(t.Context(), g.id, g.n)
			}
			return v, err
		},
		func() (given, error) {
			other.move(t, "away") // g falls out of memory, and is folded again
			other.wait(t, set)
			if _, err := now(other.id); err != nil {
				return given{}, err
			}
			return now(g.id)
		},
		func() (given, error) { return given{}, nil }, // nobody asks
	}
	g.begin(t)
	for i := range 4 * len(ways) {
		g.move(t, "there")
		g.wait(t, set)
		v, err := ways[(i+i/len(ways))%len(ways)]()
		if err != nil {
			t.Fatal(err)
		}
		if v.state != nil {
			all[v] = text(v)
			checkState(t, g, string(v.state.JSON()), g.n)
		}
	}
	for v, was := range all {
		if got := text(v); got != was {
			t.Errorf("it was\n%s\nand became\n%s", was, got)
		}
	}
}
