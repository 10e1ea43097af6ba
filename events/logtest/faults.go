package logtest

import (
	"errors"
	"testing"

	"plylog/events"
)

// Fault is what can become of an append that is not answered.
type Fault int

// The faults.
const (
	Lost       Fault = iota // it never reached the store
	Unanswered              // it is stored, and nobody said so
)

// RunFaults checks that unknown outcomes are told as such and that reading tells
// what became of them. open returns a log and a function that makes the fault
// happen to the next append.
func RunFaults(t *testing.T, open func(t *testing.T) (log events.Log, arm func(Fault))) {
	t.Run("Lost", func(t *testing.T) {
		t.Parallel() // what is lost takes its time
		log, arm := open(t)
		testLost(t, log, arm)
	})
	t.Run("Unanswered", func(t *testing.T) {
		t.Parallel()
		log, arm := open(t)
		testUnanswered(t, log, arm)
	})
	t.Run("Resolved", func(t *testing.T) {
		t.Parallel()
		log, arm := open(t)
		testResolved(t, log, arm)
	})
}

func testLost(t *testing.T, log events.Log, arm func(Fault)) {
	ctx, g := bounded(t), NewGame(t)
	first := g.Append(ctx, t, log)
	e := g.Next(t)
	arm(Lost)
	_, err := log.Append(ctx, g.Seq, e)
	wantUnknown(t, err)
	wantSame(t, "read", drain(t, log.Read(ctx, g.ID, 0)), []*events.Event{first})
	seq, err := log.Append(ctx, g.Seq, e)
	if err != nil {
		t.Fatalf("the same append again: %v", err)
	}
	g.Stored(e, seq)
	wantSame(t, "read", drain(t, log.Read(ctx, g.ID, 0)), []*events.Event{first, e})
}

func testUnanswered(t *testing.T, log events.Log, arm func(Fault)) {
	ctx, g := bounded(t), NewGame(t)
	first := g.Append(ctx, t, log)
	e := g.Next(t)
	arm(Unanswered)
	_, err := log.Append(ctx, g.Seq, e)
	wantUnknown(t, err)
	got := drain(t, log.Read(ctx, g.ID, 0))
	wantSame(t, "read", got, []*events.Event{first, e})
	if _, err := log.Append(ctx, g.Seq, e); !errors.Is(err, events.ErrConflict) {
		t.Fatalf("the same append again: %v", err)
	}
	g.Stored(e, got[1].Seq)
	g.Append(ctx, t, log)
}

// testResolved plays a game through faults as a handler would: append; where the
// outcome is unknown or a conflict, read whether the event is there; else again.
func testResolved(t *testing.T, log events.Log, arm func(Fault)) {
	ctx, g := bounded(t), NewGame(t)
	var want []*events.Event
	for n := 1; n <= 6; n++ {
		e := g.Next(t)
		switch n % 3 {
		case 0:
			arm(Lost)
		case 1:
			arm(Unanswered)
		}
		for stored := false; !stored; {
			seq, err := log.Append(ctx, g.Seq, e)
			if err == nil {
				g.Stored(e, seq)
				break
			}
			if ctx.Err() != nil {
				t.Fatal(err)
			}
			for found, err := range log.Read(ctx, g.ID, g.Seq) {
				if err != nil {
					t.Fatal(err)
				}
				if found.Command != e.Command {
					t.Fatalf("an event that nobody sent: %s", found.Raw)
				}
				g.Stored(found, found.Seq)
				stored = true
			}
		}
		want = append(want, e)
	}
	wantSame(t, "read", drain(t, log.Read(ctx, g.ID, 0)), want)
}
