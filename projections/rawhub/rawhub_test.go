package rawhub_test

import (
	"testing"

	"plylog/events"
	"plylog/projections/rawhub"
)

func TestHub(t *testing.T) {
	var hub rawhub.Hub
	game := events.GameID(events.DeriveID("game"))
	a, b := hub.Subscribe(game, 2), hub.Subscribe(game, 1)
	other := hub.Subscribe(events.DeriveID("another"), 1)
	for n := range 2 {
		hub.Publish(&events.Event{Game: game, N: n + 1})
	}
	for n := range 2 {
		if e := <-a; e.N != n+1 {
			t.Errorf("event %d comes where %d follows", e.N, n+1)
		}
	}
	if e, ok := <-b; !ok || e.N != 1 {
		t.Errorf("the slow reader got %v first", e)
	}
	if _, ok := <-b; ok {
		t.Error("the slow reader was not removed")
	}
	hub.Leave(game, b)
	hub.Leave(game, a)
	hub.Leave(game, a)
	if _, ok := <-a; ok {
		t.Error("a reader that left gets events")
	}
	if len(other) != 0 {
		t.Error("an event came to another game's reader")
	}
}
