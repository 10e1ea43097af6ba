package play_test

import (
	"math/rand/v2"
	"testing"

	"plylog/events"
	"plylog/events/dice"
	"plylog/events/play"
)

// Of every roll it is told whose chains it rests on, over games of all modes.
func TestDiceTally(t *testing.T) {
	reg := registry(t, four()...)
	var all, half play.DiceTally
	take := func(d *play.DiceTally, g *game) {
		g.fold(t, reg)
		for _, e := range g.log {
			d.Take(e)
		}
	}
	for seed := range byte(8) {
		g, p := shared(t, reg, seed, "")
		further(t, g, p, rand.New(rand.NewPCG(uint64(seed), 1)), 5000)
		take(&all, g)
		take(&half, toTheEnd(t, reg, "backgammon", seed, ""))
	}
	g, p := opened(t, reg, 30, "")
	waiving := g.Position().Turn()
	g.must(t, play.Command{Seat: waiving, Type: play.Waive})
	further(t, g, p, rand.New(rand.NewPCG(1, 1)), 5000)
	take(&half, g)
	before := half.Report()
	all.Merge(&half)
	r := all.Report()
	one, other := before.Assured.ServerSecond, before.Assured.ServerFirst
	if waiving == events.Second {
		one, other = other, one
	}
	if one < 5 || other != 0 || before.Assured.All != 1 || before.Assured.Server < 100 {
		t.Errorf("after a waiver by %s: %+v", waiving, before.Assured)
	}
	if r.Assured.All < 100 || r.Recorded != 0 || r.Rolls != r.Assured.All+one+r.Assured.Server {
		t.Errorf("%+v", r)
	}
	if r.FaceTest.P < 1e-4 || r.PairTest.P < 1e-4 || r.FaceTest.Counted != 2*(r.Rolls+r.Ties) || r.Doubles == 0 || r.Ties == 0 {
		t.Errorf("%+v", r)
	}

	var recorded play.DiceTally
	cmd := create("backgammon", 31)
	cmd.Dice = play.DiceRecorded
	rg := begin(t, reg, cmd)
	rg.must(t, play.Command{Seat: events.First, Type: play.Roll, Dice: []int{3, 3}})
	rg.must(t, play.Command{Seat: events.First, Type: play.Roll, Dice: []int{3, 1}})
	take(&recorded, rg)
	if r := recorded.Report(); r.Recorded != 2 || r.FaceTest.Counted != 0 || r.Assured != (dice.Assured{}) {
		t.Errorf("recorded: %+v", r)
	}
}
