package projections_test

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/projections"
)

var errDown = errors.New("the log is down")

type downKey struct{}

// failing is a log that does not answer whose context says so.
func failing() (*memlog.Log, context.Context) {
	log := memlog.New(1, memlog.OnYield(func(ctx context.Context, e *events.Event) error {
		if ctx.Value(downKey{}) != nil && e.N == 3 {
			return errDown
		}
		return nil
	}))
	return log, context.WithValue(context.Background(), downKey{}, true)
}

// A log that does not answer is no damage: the same reader may ask again.
func TestLogThatDoesNotAnswer(t *testing.T) {
	log, down := failing()
	set := run(t, projections.Config{Log: log, Live: 1})
	g := newGame(log, 1)
	g.play(t, 5)
	g.wait(t, set)
	other := newGame(log, 2)
	other.begin(t)
	other.wait(t, set)
	if _, err := set.Board.State(down, g.id); !errors.Is(err, errDown) {
		t.Errorf("state: %v", err)
	}
	if _, err := set.History.At(down, g.id, 4); !errors.Is(err, errDown) {
		t.Errorf("history: %v", err)
	}
	if _, err := set.Feed.Subscribe(down, g.id, g.n+1); !errors.Is(err, errDown) {
		t.Errorf("subscribing: %v", err)
	}
	r, err := set.Feed.Subscribe(t.Context(), g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := r.Next(down); !errors.Is(err, errDown) || projections.ReasonOf(err) != "" {
		t.Fatalf("reading the past: %v", err)
	}
	if n, err := read(t.Context(), r, r.Version(), g.n-r.Version()); err != nil || n != g.n {
		t.Errorf("asked again: %d, %v", n, err)
	}
	if _, err := projections.Rebuild(down, log, set, projections.RebuildOptions{}); !errors.Is(err, errDown) {
		t.Errorf("rebuild: %v", err)
	}
	if s, err := set.Board.State(t.Context(), g.id); err != nil || s.Status != projections.StatusPlaying {
		t.Errorf("state: %+v, %v", s, err)
	}
}

// odd is a log that changes what another one answers.
type odd struct {
	events.Log
	follow func(*events.Event, func(*events.Event, error) bool) bool
	last   func() (uint64, error)
	read   func(iter.Seq2[*events.Event, error]) iter.Seq2[*events.Event, error]
}

func (l *odd) Follow(ctx context.Context, shard int, after uint64) iter.Seq2[*events.Event, error] {
	return func(yield func(*events.Event, error) bool) {
		for e, err := range l.Log.Follow(ctx, shard, after) {
			if err != nil || l.follow == nil {
				if !yield(e, err) {
					return
				}
			} else if !l.follow(e, yield) {
				return
			}
		}
	}
}

func (l *odd) Last(ctx context.Context, shard int) (uint64, error) {
	if l.last != nil {
		return l.last()
	}
	return l.Log.Last(ctx, shard)
}

func (l *odd) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	if l.read != nil {
		return l.read(l.Log.Read(ctx, game, after))
	}
	return l.Log.Read(ctx, game, after)
}

// Something that belongs to no game is reported, and everything goes on.
func TestWhatBelongsToNoGame(t *testing.T) {
	mem := newLog(1)
	log := &odd{Log: mem, follow: func(e *events.Event, yield func(*events.Event, error) bool) bool {
		if e.Seq == 1 {
			yield(nil, &events.DamagedEvent{Seq: 1, Err: errors.New("noise")})
			return false
		}
		return yield(e, nil)
	}}
	obs := &observer{}
	noise, g := newGame(mem, 1), newGame(mem, 2)
	noise.begin(t)
	g.play(t, 3)
	set := run(t, projections.Config{Log: log, Observer: obs})
	<-set.Ready()
	if set.Version(g.id) != g.n || set.Games() != 1 {
		t.Errorf("version %d of %d, %d games", set.Version(g.id), g.n, set.Games())
	}
	if len(obs.damaged) != 1 || obs.damaged[0] != (events.GameID{}) {
		t.Errorf("reported: %v", obs.damaged)
	}
}

func TestRunEndsWhereTheLogFails(t *testing.T) {
	for name, log := range map[string]*odd{
		"no last event": {last: func() (uint64, error) { return 0, errDown }},
		"no event": {follow: func(_ *events.Event, yield func(*events.Event, error) bool) bool {
			yield(nil, errDown)
			return false
		}},
		"an end": {follow: func(*events.Event, func(*events.Event, error) bool) bool { return false }},
	} {
		t.Run(name, func(t *testing.T) {
			mem := newLog(1)
			newGame(mem, 1).begin(t)
			log.Log = mem
			err := made(t, projections.Config{Log: log}).Run(t.Context())
			if name == "an end" && (err == nil || !strings.Contains(err.Error(), "ended")) || name != "an end" && !errors.Is(err, errDown) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestRunUnderAnEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	set := made(t, projections.Config{Log: newLog(1)})
	if err := set.Run(ctx); err != nil {
		t.Errorf("%v", err)
	}
	select {
	case <-set.Ready():
		t.Error("ready")
	default:
	}
}

// A reader does not take a log for damaged that only answers too little.
func TestReaderOfALogThatFellBack(t *testing.T) {
	mem := newLog(1)
	log := &odd{Log: mem}
	set := run(t, projections.Config{Log: log})
	g := newGame(mem, 1)
	g.play(t, 3)
	g.wait(t, set)
	r, err := set.Feed.Subscribe(t.Context(), g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	log.read = func(all iter.Seq2[*events.Event, error]) iter.Seq2[*events.Event, error] {
		return func(yield func(*events.Event, error) bool) {
			for e, err := range all {
				if e.N > 2 || !yield(e, err) {
					return
				}
			}
		}
	}
	n, err := read(t.Context(), r, 0, 0)
	if n != 2 || err == nil || projections.ReasonOf(err) != "" {
		t.Fatalf("read to %d: %v", n, err)
	}
	log.read = nil
	if n, err := read(t.Context(), r, 2, 2); n != 4 || err != nil {
		t.Errorf("asked again: read to %d: %v", n, err)
	}
	skip := func(all iter.Seq2[*events.Event, error]) iter.Seq2[*events.Event, error] {
		return func(yield func(*events.Event, error) bool) {
			for e, err := range all {
				if e.N != 2 && !yield(e, err) {
					return
				}
			}
		}
	}
	gap, err := set.Feed.Subscribe(t.Context(), g.id, 0)
	if err != nil {
		t.Fatal(err)
	}
	log.read = skip
	if n, err := read(t.Context(), gap, 0, 0); n != 1 || !errors.Is(err, projections.Damaged) {
		t.Errorf("over a gap: read to %d: %v", n, err)
	}
	log.read = nil
}

func TestErrorsSayWhat(t *testing.T) {
	for _, err := range []error{
		&projections.FutureError{Game: gameID(1), Asked: 9, Version: 4},
		&projections.BrokenError{Game: gameID(1), N: 4, Why: errDown},
	} {
		if s := err.Error(); !strings.Contains(s, gameID(1).String()) || !strings.Contains(s, "4") {
			t.Error(s)
		}
	}
}
