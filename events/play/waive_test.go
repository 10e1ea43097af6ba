package play_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"plylog/events"
	"plylog/events/play"
)

// lastRoll is the newest dice of a log.
func lastRoll(t *testing.T, log []*events.Event) events.Consequence {
	t.Helper()
	for _, e := range slices.Backward(log) {
		for _, c := range slices.Backward(e.Then) {
			if c.Shares != nil {
				return c
			}
		}
	}
	t.Fatal("no dice have fallen")
	return events.Consequence{}
}

// A seat that is to end its turn gives its chain up at once: the opponent's share
// of the next roll is not on record, so that nobody knows those dice.
func TestWaiveAtOnce(t *testing.T) {
	reg := registry(t, four()...)
	g, p := opened(t, reg, 7, "")
	turn := g.Position().Turn()
	g.refusedFor(t, "a share with it", play.CodeShare, play.Command{Seat: turn, Type: play.Waive, Share: p.share(t, turn, 2)})
	g.must(t, play.Command{Seat: turn, Type: play.Waive})
	if e := g.log[len(g.log)-1]; e.Type != events.TypeWaived || !slices.Equal(g.Shared().Server, []events.Seat{turn}) {
		t.Fatalf("%s: %+v", e.Raw, g.Shared())
	}
	g.refusedFor(t, "waiving twice", play.CodeNotOffered, play.Command{Seat: turn, Type: play.Waive})
	g.refusedFor(t, "an anchor after it", play.CodeSeatTaken, play.Command{Seat: turn, Type: play.Join, Anchor: p.anchor(turn)})
	move := play.Command{Seat: turn, Type: play.Move, Move: string(g.Position().Choices(turn)[0].Move)}
	withShare := move
	withShare.Share = p.share(t, turn, 2)
	g.refusedFor(t, "the old share", play.CodeShare, withShare)
	g.must(t, move)
	g.must(t, p.with(t, g, play.Command{Seat: turn.Opponent(), Type: play.Roll}))
	c := lastRoll(t, g.log)
	if want, _ := g.chains()[1+turn-events.First].Share(2); c.Roll != 2 || c.Shares[1+turn-events.First] != events.Hash(want) {
		t.Errorf("roll %d with %s, want the server's share for that seat", c.Roll, c.Shares)
	}
	further(t, g, p, rand.New(rand.NewPCG(1, 2)), 5000)
	g.fold(t, reg)
}

// A seat that is to roll has the opponent's share before it: in league with the
// server it knows the dice. It gives its chain up only if the opponent agrees,
// and then those dice never fall.
func TestWaiveNeedsConsent(t *testing.T) {
	reg := registry(t, four()...)
	for _, opening := range []bool{true, false} {
		g, p := shared(t, reg, 8, "")
		g.must(t, p.with(t, g, play.Command{Seat: events.First, Type: play.Roll}))
		seat := events.Second
		if !opening {
			until(t, g, p, func() bool {
				seat = g.Position().Turn()
				return g.Shared().Roll > 3 && g.Shared().Brings(seat, play.Roll) > 0
			})
		}
		roll, other := g.Shared().Roll, seat.Opponent()
		g.refusedFor(t, "waiving what is on record", play.CodeTooEarly, play.Command{Seat: other, Type: play.Waive})
		g.must(t, play.Command{Seat: seat, Type: play.Waive})
		if o := g.After.Offer; o == nil || o.What != play.WhatWaive || len(g.Shared().Server) != 0 {
			t.Fatalf("offered: %+v", o)
		}
		g.must(t, play.Command{Seat: other, Type: play.Decline})
		g.must(t, play.Command{Seat: seat, Type: play.Offer, What: play.WhatWaive})
		if allowed := g.Allowed(other, now); !slices.Contains(allowed, "accept waive") {
			t.Errorf("allowed: %v", allowed)
		}
		for what, share := range map[string]*events.Hash{
			"no share": nil, "the share on record": p.share(t, other, roll),
			"one later": p.share(t, other, roll+2), "the other's": p.share(t, seat, roll+1),
		} {
			g.refusedFor(t, what, play.CodeShare, play.Command{Seat: other, Type: play.Accept, Share: share})
		}
		g.must(t, p.with(t, g, play.Command{Seat: other, Type: play.Accept, What: play.WhatWaive}))
		if !slices.Equal(g.Shared().Server, []events.Seat{seat}) {
			t.Fatalf("after the consent: %+v", g.Shared())
		}
		if !opening {
			g.must(t, play.Command{Seat: seat, Type: play.Roll})
		}
		c := lastRoll(t, g.log)
		if c.Roll != roll+1 {
			t.Errorf("roll %d fell, want %d: %d is passed over", c.Roll, roll+1, roll)
		}
		further(t, g, p, rand.New(rand.NewPCG(4, 2)), 5000)
		g.fold(t, reg)
	}
}

// Players without chains of their own waive before they commit to any.
func TestWaiveBeforeAnchor(t *testing.T) {
	reg := registry(t, four()...)
	cmd := create("backgammon", 9)
	cmd.Dice = play.DiceShared
	g := begin(t, reg, cmd)
	g.must(t, play.Command{Seat: events.Second, Type: play.Waive})
	if g.Position().Turn() != events.Chance {
		t.Fatal("dice fell before both seats had committed themselves")
	}
	g.must(t, play.Command{Seat: events.First, Type: play.Waive})
	if !g.Position().Turn().Plays() {
		t.Fatal("the server holds all chains and throws no dice")
	}
	further(t, g, pair{}, rand.New(rand.NewPCG(4, 2)), 5000)
	g.fold(t, reg)
}

// Who withholds a share loses time, and nobody else does.
func TestWithheldShareCostsTime(t *testing.T) {
	reg := registry(t, four()...)
	cmd := create("backgammon", 10)
	cmd.Dice, cmd.Clock = play.DiceShared, []byte(`{"kind":"fischer","base":60000}`)
	g := begin(t, reg, cmd)
	p := pairOf(g.ID, 10)
	for _, seat := range []events.Seat{events.First, events.Second} {
		g.must(t, play.Command{Seat: seat, Type: play.Join, Anchor: p.anchor(seat)})
	}
	if k := g.After.Clock; k.Running.Plays() {
		t.Errorf("both shares are awaited, and the clock of %s runs", k.Running)
	}
	g.must(t, p.with(t, g, play.Command{Seat: events.Second, Type: play.Roll}))
	if k := g.After.Clock; k.Running != events.First || k.Deadline == nil {
		t.Fatalf("the first seat's share is awaited: %+v", k)
	}
	before := *g.After.Clock
	g.refusedFor(t, "a wrong share", play.CodeShare, play.Command{Seat: events.First, Type: play.Roll, Share: p.share(t, events.First, 2)})
	if k := g.After.Clock; *k.Deadline != *before.Deadline {
		t.Errorf("a refused share moved the deadline: %+v", k)
	}
	e, after, err := play.DecideFlag(g.Game)
	if err != nil {
		t.Fatal(err)
	}
	if r := after.After.Result; r.Winner != events.Second || r.Reason != "time" {
		t.Errorf("%s: won by %s for %s", e.Raw, r.Winner, r.Reason)
	}
}
