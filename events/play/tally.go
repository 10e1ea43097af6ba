package play

import (
	"plylog/events"
	"plylog/events/dice"
)

// DiceTally counts the dice of games as their events go by, and by whom each roll
// is assured. It believes what the events say: give it those that a Folder or an
// Apply took, in each game's order. Its zero value has counted none. Not for
// concurrent use.
type DiceTally struct {
	games map[events.GameID]*assured
	tally dice.Tally
}

// assured is who holds the chains of a game that goes on.
type assured struct {
	recorded bool
	own      [2]bool // the seats hold their own
}

// Take counts the dice of an event.
func (d *DiceTally) Take(e *events.Event) {
	if c, ok := e.Data.(*events.Created); ok {
		if c.Dice == "" {
			return
		}
		if d.games == nil {
			d.games = make(map[events.GameID]*assured)
		}
		d.games[e.Game] = &assured{recorded: c.Dice == DiceRecorded}
	}
	a := d.games[e.Game]
	if a == nil {
		return
	}
	switch data := e.Data.(type) {
	case *events.Joined:
		if data.Anchor != nil && data.Seat.Plays() {
			a.own[data.Seat-events.First] = true
		}
	case *events.Act:
		switch {
		case e.Type == events.TypeWaived && data.Seat.Plays():
			a.own[data.Seat-events.First] = false
		case e.Type == events.TypeAccepted && data.What == WhatWaive && data.Seat.Plays():
			a.own[data.Seat.Opponent()-events.First] = false
		}
	}
	for _, c := range e.Then {
		if len(c.Dice) == 2 {
			d.tally.Add(a.by(), [2]int{c.Dice[0], c.Dice[1]}, !a.recorded && c.Shares == nil)
		}
	}
	if e.Over() {
		delete(d.games, e.Game)
	}
}

func (a *assured) by() dice.Assurance {
	switch {
	case a.recorded:
		return dice.ByNobody
	case a.own[0] && a.own[1]:
		return dice.ByAll
	case a.own[0]:
		return dice.ByServerFirst
	case a.own[1]:
		return dice.ByServerSecond
	default:
		return dice.ByServer
	}
}

// Merge adds what another tally counted.
func (d *DiceTally) Merge(o *DiceTally) { d.tally.Merge(&o.tally) }

// Report returns what was counted.
func (d *DiceTally) Report() dice.Report { return d.tally.Report() }
