package bot_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"plylog/api/bot"
	"plylog/engines"
	"plylog/engines/enginetest/nim"
)

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }

func engineOf(t testing.TB, kind string) engines.Engine {
	t.Helper()
	e, ok := registry(t).Newest(kind)
	if !ok {
		t.Fatalf("no kind %s", kind)
	}
	return e
}

func TestNames(t *testing.T) {
	for _, kind := range registry(t).Kinds() {
		e := engineOf(t, kind)
		names := bot.Names(e)
		if kind == "nim" != slices.Equal(names, []string{"random", "greedy"}) || kind != "nim" && !slices.Contains(names, "level3") {
			t.Errorf("%s has the bots %q", kind, names)
		}
		for _, name := range names {
			if _, err := bot.Named(name, e, rng(1), bot.Thinking{}); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
		for _, name := range []string{"", "Random", "level", "level0", "level01", "level-1", "level99", "level1 ", "bot:level1", "levelone", string(make([]byte, 5000))} {
			if b, err := bot.Named(name, e, rng(1), bot.Thinking{}); !errors.Is(err, bot.ErrNoBot) || b != nil || len(err.Error()) > 300 {
				t.Errorf("%s has a bot %.20q: %v", kind, name, err)
			}
		}
	}
}

// TestRandomPlaysEverything: every choice comes up, the double less than others.
func TestRandomPlaysEverything(t *testing.T) {
	p, err := engineOf(t, "backgammon").New([]byte(`{"matchLength":0,"cube":true}`), "-b----E-C---eE---c-e----B- 1 0:0-0 1")
	if err != nil {
		t.Fatal(err)
	}
	b := bot.Random(rng(2))
	seen := map[engines.Move]int{}
	for range 2000 {
		m, err := b.Move(t.Context(), p, engines.First)
		if err != nil {
			t.Fatal(err)
		}
		seen[m]++
	}
	if len(seen) != 2 || seen[engines.Double] < 10 || seen[engines.Double] > 200 {
		t.Errorf("it played %v", seen)
	}
	var nothing *bot.NothingError
	if _, err := b.Move(t.Context(), p, engines.Second); !errors.As(err, &nothing) || nothing.By != engines.Second {
		t.Errorf("asked out of turn: %v", err)
	}
}

// TestGreedyWithoutThinker: it takes a win and does not leave one.
func TestGreedyWithoutThinker(t *testing.T) {
	b := bot.Greedy(nim.Engine{}, rng(3), bot.Thinking{})
	for board, want := range map[string]engines.Move{"3 L": "3", "2 R": "2", "1 L": "1", "5 L": "1"} {
		p, err := nim.Engine{}.Parse(board)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := b.Move(t.Context(), p, p.Turn()); err != nil || m != want {
			t.Errorf("%s: it takes %s (%v), want %s", board, m, err, want)
		}
		if _, err := b.Move(t.Context(), p, p.Turn().Opponent()); err == nil {
			t.Errorf("%s: it plays out of turn", board)
		}
	}
}

// TestBudget: a bot stops thinking when its time is over, by the clock it was
// given, or when nobody waits for it any more.
func TestBudget(t *testing.T) {
	e := engineOf(t, "checkers")
	p, err := e.New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	count := func(budget time.Duration, ctx context.Context) (asked int) {
		at := time.Unix(0, 0)
		b, err := bot.Named("level5", e, rng(4), bot.Thinking{Budget: budget, Now: func() time.Time {
			asked++
			at = at.Add(time.Second)
			return at
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Move(ctx, p, engines.First); err != nil {
			t.Fatal(err)
		}
		return asked
	}
	if n := count(10*time.Second, t.Context()); n != 11 {
		t.Errorf("with ten seconds it looked at the clock %d times, which goes on a second each time", n)
	}
	if n := count(0, t.Context()); n != 0 {
		t.Errorf("without a budget it looked at the clock %d times", n)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if n := count(time.Hour, over); n != 1 {
		t.Errorf("after the end of its context it looked at the clock %d times", n)
	}
}

// TestGate: no more bots think at a time than were let in.
func TestGate(t *testing.T) {
	gate := bot.NewGate(2)
	inside, leave := make(chan struct{}), make(chan struct{})
	waits := gate.Through(bot.Func(func(context.Context, engines.Position, engines.Seat) (engines.Move, error) {
		inside <- struct{}{}
		<-leave
		return "1", nil
	}))
	ends := make(chan error, 3)
	for range 2 {
		go func() {
			_, err := waits.Move(t.Context(), nil, engines.First)
			ends <- err
		}()
		<-inside
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	late := errors.New("nobody waits any more")
	cancel(late)
	if _, err := waits.Move(ctx, nil, engines.First); !errors.Is(err, late) {
		t.Errorf("a third bot got in: %v", err)
	}
	close(leave)
	for range 2 {
		if err := <-ends; err != nil {
			t.Error(err)
		}
	}
	go func() { <-inside }()
	if _, err := waits.Move(t.Context(), nil, engines.First); err != nil {
		t.Errorf("after they left: %v", err)
	}
}
