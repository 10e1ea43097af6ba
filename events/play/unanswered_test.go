package play_test

import (
	"context"
	"errors"
	"testing"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// Once an append of a command may be on its way, whatever goes wrong since does not
// say that nothing is stored: the event arrives before the next try, which cannot
// read the game, or finds the log closed.
func TestNobodyKnowsWhileAnAppendIsOnItsWay(t *testing.T) {
	broken := errors.New("the connection broke")
	for _, how := range []string{"reading fails", "the log is closed"} {
		t.Run(how, func(t *testing.T) {
			var log *memlog.Log
			var fail error
			log = memlog.New(1, memlog.OnAppend(func(_ context.Context, e *events.Event) memlog.Fate {
				if e.N == 2 {
					return memlog.Late
				}
				return memlog.Keep
			}), memlog.OnYield(func(context.Context, *events.Event) error { return fail }))
			closing := &closable{Log: log}
			h, _ := handler(t, closing, func(c *play.Config) {
				c.Pause = func(context.Context, int) error {
					if how == "the log is closed" {
						closing.closed = true
						return nil
					}
					fail = broken
					return log.Arrive(0)
				}
			})
			made, err := h.Create(t.Context(), create("nim", 1))
			if err != nil {
				t.Fatal(err)
			}
			cmd := play.Command{Game: made.Game.ID, ID: commandID(1), By: "p_left", Seat: events.First, Type: play.Move, Move: "1"}
			if _, err := h.Do(t.Context(), cmd); !errors.Is(err, play.ErrUnavailable) {
				t.Errorf("answered: %v", err)
			}
			if how == "reading fails" {
				fail = nil
				if a, err := h.Do(t.Context(), cmd); err != nil || !a.Replayed || a.Event.N != 2 {
					t.Errorf("sent again: %+v, %v", a, err)
				}
				fail = broken // it is stored, and cannot be shown
				if _, err := h.Do(t.Context(), cmd); !errors.Is(err, play.ErrUnavailable) {
					t.Errorf("sent again, unreadable: %v", err)
				}
			}
		})
	}
}

// closable is a log that can be closed for appends.
type closable struct {
	events.Log
	closed bool
}

func (c *closable) Append(ctx context.Context, after uint64, e *events.Event) (uint64, error) {
	if c.closed {
		return 0, events.ErrClosed
	}
	return c.Log.Append(ctx, after, e)
}
