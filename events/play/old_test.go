package play_test

import (
	"fmt"
	"testing"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// A command is known however many came since, in its game and in others, and whether its
// game is in memory or not: what is known of it is what the log says.
func TestOldCommandIsKnown(t *testing.T) {
	const moves = 400 // of a game
	log := memlog.New(4)
	small := func(c *play.Config) { c.Games = 1 }
	h, saw := handler(t, log, small)
	old := started(t, h, 1)
	first, err := h.Do(t.Context(), take(old, events.First, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	do := func(game events.GameID, n, id int) {
		t.Helper()
		cmd := take(game, []events.Seat{events.First, events.Second}[n%2], 1, 0)
		cmd.ID = events.DeriveID("later", fmt.Sprint(id))
		if a, err := h.Do(t.Context(), cmd); err != nil || a.Replayed {
			t.Fatalf("move %d: %+v, %v", n, a.Event, err)
		}
	}
	for n := 1; n < moves; n++ {
		do(old, n, n+1)
	}
	id := moves
	for number := 1; id < laterCommands; number++ {
		other := create("nim", 2)
		other.Game, other.Options = events.DeriveID("another game", fmt.Sprint(number)), []byte(`{"stones":1000}`)
		if _, err := h.Create(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		for n := range moves {
			id++
			do(other.Game, n, id)
		}
	}
	before := saw.reads.Load()
	again, _ := handler(t, log, small) // another process
	for name, h := range map[string]*play.Handler{"not in memory": h, "another process": again} {
		a, err := h.Do(t.Context(), take(old, events.First, 1, 1))
		if err != nil || !a.Replayed || a.Event.N != 2 || string(a.Event.Raw) != string(first.Event.Raw) {
			t.Errorf("%s, %d commands later: %+v, %v", name, id, a.Event, err)
		}
	}
	if saw.reads.Load() == before {
		t.Error("the game was in memory still")
	}
	if n := len(stored(t, log, old)); n != moves+1 {
		t.Errorf("the game has %d events, want %d", n, moves+1)
	}
}
