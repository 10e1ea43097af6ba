package play

import (
	"plylog/events"
	"plylog/events/dice"
)

// waives reports whether a seat may give its dice chain up now, and whether that
// needs the other seat's consent: see the design notes of package dice for why.
func (g *Game) waives(seat events.Seat) (consent bool, err error) {
	switch {
	case g.Created.Dice != DiceShared:
		return false, &RefusedError{Code: CodeNotOffered, Detail: "the seats of this game have no dice chains of their own"}
	case g.holder(seat) == theServer:
		return false, &RefusedError{Code: CodeNotOffered, Detail: "the server holds the chain of that seat already"}
	case g.holder(seat) == nobodyYet:
		return false, nil
	case !g.owes(seat):
		return false, &RefusedError{Code: CodeTooEarly, Detail: "your share of the next roll is on record, or there is none any more: waive when another is awaited"}
	}
	other := seat.Opponent()
	return g.holder(other) == theSeat && !g.owes(other), nil
}

// intendWaive makes a waiver that needs consent an offer.
func (g *Game) intendWaive(act *events.Act) (events.Type, events.Data, error) {
	if g.Over() || g.Open() {
		return events.TypeWaived, act, nil // refused for that reason
	}
	consent, err := g.waives(act.Seat)
	if err != nil || !consent {
		return events.TypeWaived, act, err
	}
	act.What = WhatWaive
	return events.TypeOffered, act, nil
}

// waive gives a seat's chain up at once: no share of the next roll is on record
// that anybody could have weighed.
func (t *transition) waive(a *events.Act) error {
	consent, err := t.next.waives(a.Seat)
	switch {
	case err != nil:
		return err
	case consent:
		return &RefusedError{Code: CodeNotOffered, Detail: "the other seat's share of the next roll is on record: it has to agree"}
	}
	t.next.hand(a.Seat)
	t.changed = true
	return t.settle()
}

// consent lets a seat that brought its share of the next roll agree to the
// other's waiver. That roll is passed over: its dice may be known to a server and
// a seat in league. The dice that come instead rest on the share that the
// consent brings.
func (t *transition) consent(waiving events.Seat, a *events.Act) error {
	consent, err := t.next.waives(waiving)
	switch {
	case err != nil:
		return err
	case !consent:
		return &RefusedError{Code: CodeNoOffer, Detail: "the waiver needs no consent any more"}
	}
	g := &t.next
	g.rolls++
	if g.owes(a.Seat) {
		if a.Share == nil {
			g.rolls--
			return refuseShare("your consent brings your share of the roll after the next, which is passed over; it is missing")
		}
		if err := g.show(a.Seat, *a.Share); err != nil {
			return err
		}
	}
	g.hand(waiving)
	g.After.Offer = nil
	t.changed = true
	return t.settle()
}

// hand hands a seat's dice to the chain that the server committed itself to for
// that seat when the game was created.
func (g *Game) hand(seat events.Seat) {
	g.holds[seat-events.First] = theServer
	anchor := *g.Created.Anchors.First
	if seat == events.Second {
		anchor = *g.Created.Anchors.Second
	}
	*g.newest(seat) = dice.Shown{Link: anchor}
}
