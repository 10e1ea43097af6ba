package jetlog

import (
	"testing"
	"time"

	"plylog/events"
)

func append1(game byte) *appending {
	return &appending{event: &events.Event{Game: events.GameID{game}}, done: make(chan outcome, 1)}
}

func TestQueue(t *testing.T) {
	var q queue
	q.init()
	first, same, gone, second, busy, third := append1(1), append1(1), append1(2), append1(3), append1(4), append1(5)
	for _, a := range []*appending{first, same, gone, second, busy, third} {
		if !q.push(a) {
			t.Fatal("an open queue takes nothing")
		}
	}
	gone.state.Store(abandoned)
	inFlight := map[events.GameID]struct{}{{4}: {}}
	want := func(got []*appending, want ...*appending) {
		t.Helper()
		if len(got) != len(want) {
			t.Fatalf("took %d, want %d", len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("number %d is another", i)
			}
		}
	}
	want(q.take(2, inFlight), first, second) // one of each game, none abandoned, none busy
	if first.state.CompareAndSwap(waiting, abandoned) {
		t.Error("what was taken could still be abandoned")
	}
	for _, a := range []*appending{first, second} {
		if _, is := inFlight[a.event.Game]; !is {
			t.Error("the game of what was taken is not busy")
		}
		delete(inFlight, a.event.Game)
	}
	want(q.take(9, inFlight), same, third)
	clear(inFlight)
	want(q.take(9, inFlight), busy)
	clear(inFlight)
	q.close()
	if q.push(first) {
		t.Error("a closed queue takes more")
	}
	first.tries = 1
	q.putOff(first, time.Microsecond)
	if q.finished() {
		t.Error("finished, though something was put off")
	}
	for q.length() == 0 {
		<-q.filled
	}
	want(q.take(9, inFlight), first)
	if !q.finished() {
		t.Error("empty, closed and not finished")
	}
}

func TestHeads(t *testing.T) {
	var h heads
	known := events.GameID{1}
	if h.stale(known, 0) {
		t.Error("an unknown game is stale")
	}
	h.moved(known, 7)
	for after, want := range map[uint64]bool{0: true, 6: true, 7: false, 8: false} {
		if h.stale(known, after) != want {
			t.Errorf("behind %d: stale is %v", after, !want)
		}
	}
	for i := range 3 * mostHeads {
		h.moved(events.GameID{2, byte(i), byte(i >> 8)}, 1)
	}
	if h.stale(known, 0) {
		t.Error("nothing is ever forgotten")
	}
	if len(h.young)+len(h.old) > 2*mostHeads {
		t.Error("more is remembered than two generations")
	}
}
