package play_test

import (
	"context"
	"errors"
	"iter"
	"testing"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// refusing is a log that stores nothing any more, and says so.
type refusing struct {
	events.Log
	why error
}

func (r refusing) Append(context.Context, uint64, *events.Event) (uint64, error) { return 0, r.why }

// A new game is not looked for before it is made, and one that is there is found all
// the same: whatever keeps a create from being stored, the same create again is answered
// by what the log holds, and so is any other that wants to be that game.
func TestMakingAGameThatIsThere(t *testing.T) {
	log := memlog.New(1)
	h, w := handler(t, log)
	made, err := h.Create(t.Context(), create("nim", 1))
	if err != nil || made.Replayed {
		t.Fatalf("made: %+v, %v", made, err)
	}
	if n := w.reads.Load(); n != 0 {
		t.Errorf("the log was read %d times for a game that is not there", n)
	}
	for name, log := range map[string]events.Log{
		"the log takes events": log,
		"the log is full":      refusing{log, events.ErrFull},
		"the log has failed":   refusing{log, events.ErrBroken},
		"the log is closed":    refusing{log, events.ErrClosed},
	} {
		h, w := handler(t, log)
		if a, err := h.Create(t.Context(), create("nim", 1)); err != nil || !a.Replayed || string(a.Event.Raw) != string(made.Event.Raw) {
			t.Errorf("%s: the same again: %+v, %v", name, a, err)
		}
		for what, change := range map[string]func(*play.Create){
			"other seats":                 func(c *play.Create) { c.First, c.Second = c.Second, c.First },
			"another id":                  func(c *play.Create) { c.ID = commandID(7) },
			"what no game can begin with": func(c *play.Create) { c.Options = []byte(`{"stones":-1}`) },
			"a kind that there is not":    func(c *play.Create) { c.Kind = "marbles" },
		} {
			h, _ := handler(t, log) // which has not seen the game either
			cmd := create("nim", 1)
			change(&cmd)
			if _, err := h.Create(t.Context(), cmd); !errors.Is(err, play.ErrKeyReused) {
				t.Errorf("%s: %s: %v, want ErrKeyReused", name, what, err)
			}
		}
		if n := w.unknown.Load(); n != 0 {
			t.Errorf("%s: %d answers of the log were taken for none", name, n)
		}
	}
	if n := len(stored(t, log, made.Game.ID)); n != 1 {
		t.Errorf("%d events are stored, want 1", n)
	}
}

// unreadable is a log that cannot be read, with an error that appends know too, as long
// as it is down.
type unreadable struct {
	events.Log
	down *bool
}

func (u unreadable) Read(ctx context.Context, game events.GameID, after uint64) iter.Seq2[*events.Event, error] {
	if *u.down {
		return func(yield func(*events.Event, error) bool) { yield(nil, events.ErrBroken) }
	}
	return u.Log.Read(ctx, game, after)
}

// A create whose append was not answered may be stored: nobody is told that it is not,
// and sent again it is answered by what became of it.
func TestMakingAGameUnanswered(t *testing.T) {
	for name, fate := range map[string]memlog.Fate{"kept": memlog.KeepSilently, "lost": memlog.Lose} {
		t.Run(name, func(t *testing.T) {
			down := true
			log := memlog.New(1, memlog.OnAppend(func(context.Context, *events.Event) memlog.Fate {
				if down {
					return fate
				}
				return memlog.Keep
			}))
			h, _ := handler(t, unreadable{log, &down})
			if _, err := h.Create(t.Context(), create("nim", 1)); !errors.Is(err, play.ErrUnavailable) {
				t.Fatalf("unanswered, and nothing can be read: %v, want ErrUnavailable", err)
			}
			down = false
			a, err := h.Create(t.Context(), create("nim", 1))
			if kept := fate == memlog.KeepSilently; err != nil || a.Replayed != kept || a.Event.N != 1 {
				t.Errorf("sent again: %+v, %v", a, err)
			}
			if n := len(stored(t, log, gameID(1))); n != 1 {
				t.Errorf("%d events are stored, want 1", n)
			}
		})
	}
}
