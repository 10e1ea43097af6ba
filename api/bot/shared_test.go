package bot_test

import (
	"testing"

	"plylog/api/client"
	"plylog/events"
	"plylog/events/dice"
)

// Bots hold their own dice chains, or give them up where they have none, and play
// to the end; a bot that sits down again goes on with its chain.
func TestSharedDice(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct {
		name          string
		first, second *dice.Link
		options       string
		own           int // anchors of their own
	}{
		{"both hold chains", &dice.Link{1}, &dice.Link{2}, `{"matchLength":5}`, 2},
		{"one has none", &dice.Link{1}, nil, ``, 1},
		{"nobody has one", nil, nil, `{"openingReroll":true}`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			made, err := s.client().Create(t.Context(), client.NewGame{Kind: "backgammon", Options: []byte(c.options), Opponent: "self", Dice: "shared"})
			if err != nil {
				t.Fatal(err)
			}
			first := s.sit(made, events.First, s.named("backgammon", "level2", 1))
			second := s.sit(made, events.Second, s.named("backgammon", "random", 2))
			first.Seed, second.Seed = c.first, c.second
			got := both(t, first, second)
			log := s.events(made.Game.ID)
			if got[0] == nil || log[len(log)-1].After.Result == nil {
				t.Fatal("the game did not end")
			}
			own, waived := 0, 0
			for _, e := range log {
				if j, ok := e.Data.(*events.Joined); ok && j.Anchor != nil {
					own++
				}
				if e.Type == events.TypeWaived {
					waived++
				}
			}
			if own != c.own || waived != 2-c.own {
				t.Errorf("%d anchors and %d waivers, want %d and %d", own, waived, c.own, 2-c.own)
			}
		})
	}
}
