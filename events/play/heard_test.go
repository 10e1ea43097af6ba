package play_test

import (
	"errors"
	"testing"

	"plylog/events"
	"plylog/events/memlog"
	"plylog/events/play"
)

// A node that hears of what another stores goes on with the games that it has in
// memory without reading: in whatever order it hears, however often, or not at all,
// what it decides is decided by the log's game.
func TestHeard(t *testing.T) {
	for _, c := range []struct {
		name  string
		hears []int // of the events 2 to 5, which the other node stores
		went  int   // so often it goes on
		reads int64 // before the next command
	}{
		{"each once", []int{2, 3, 4, 5}, 4, 0},
		{"each twice, and old ones again", []int{2, 2, 3, 3, 1, 4, 2, 5, 5}, 4, 0},
		{"nothing", nil, 0, 1},
		{"not the first", []int{3, 4, 5}, 0, 1},
		{"not the second", []int{2, 4, 5}, 1, 1},
		{"in another order", []int{2, 4, 3, 5}, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := memlog.New(1)
			one, _ := handler(t, log)
			two, saw := handler(t, log)
			game := started(t, one, 1)
			if _, err := two.Game(t.Context(), game); err != nil {
				t.Fatal(err)
			}
			for n := range 4 {
				if _, err := one.Do(t.Context(), take(game, []events.Seat{events.First, events.Second}[n%2], 1, n+1)); err != nil {
					t.Fatal(err)
				}
			}
			all, before := stored(t, log, game), saw.reads.Load()
			went := 0
			for _, n := range c.hears {
				if two.Heard(all[n-1]) {
					went++
				}
			}
			if went != c.went {
				t.Errorf("it went on %d times, want %d", went, c.went)
			}
			a, err := two.Do(t.Context(), take(game, events.First, 2, 9))
			if err != nil || a.Event.N != 6 || a.Event.Prev != all[4].Hash() {
				t.Fatalf("%+v, %v", a.Event, err)
			}
			if n := saw.reads.Load() - before; n != c.reads {
				t.Errorf("the log was read %d times, want %d", n, c.reads)
			}
			if n := saw.conflicts.Load(); n != 0 && c.reads == 0 {
				t.Errorf("%d conflicts", n)
			}
		})
	}
}

// What is heard and is not what the log says changes nothing: the log is read, and
// that decides.
func TestHeardIsNotBelieved(t *testing.T) {
	log := memlog.New(1)
	one, _ := handler(t, log)
	two, saw := handler(t, log)
	game := started(t, one, 1)
	other := started(t, one, 2)
	if _, err := two.Game(t.Context(), game); err != nil {
		t.Fatal(err)
	}
	a, err := one.Do(t.Context(), take(game, events.First, 3, 1))
	if err != nil {
		t.Fatal(err)
	}
	wrong := *a.Event
	wrong.After.Board = "9 first"
	two.Heard(&wrong)
	two.Heard(stored(t, log, other)[0])
	if n := two.Cached(); n != 1 {
		t.Errorf("%d games in memory; a game that nobody asked for is not read", n)
	}
	if _, err := two.Do(t.Context(), take(game, events.First, 1, 2)); errors.Is(err, play.ErrDamaged) || err == nil {
		t.Errorf("a move out of turn: %v", err)
	}
	if b, err := two.Do(t.Context(), take(game, events.Second, 1, 3)); err != nil || b.Event.N != 3 {
		t.Errorf("%+v, %v", b.Event, err)
	}
	if saw.damaged.Load() != 0 {
		t.Error("the game is called damaged")
	}
}
