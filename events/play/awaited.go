package play

import (
	"slices"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
)

// SharedDice says what a game with shared dice awaits from its seats besides
// their moves.
type SharedDice struct {
	Roll    int           `json:"roll"`             // the number of the next roll, from 1
	Anchors []events.Seat `json:"anchors"`          // the seats whose anchor is awaited: join with it, or waive
	Server  []events.Seat `json:"server"`           // the seats whose chain the server holds
	First   *Due          `json:"first,omitempty"`  // nil: nothing that the seat may do now brings a share
	Second  *Due          `json:"second,omitempty"` //
}

// Due is a share that a seat's next command brings.
type Due struct {
	Share int           `json:"share"` // of which roll
	With  []CommandType `json:"with"`  // the commands that bring it; others bring none
}

// Of returns what is due from a seat.
func (s *SharedDice) Of(seat events.Seat) *Due {
	switch {
	case s == nil:
		return nil
	case seat == events.First:
		return s.First
	case seat == events.Second:
		return s.Second
	default:
		return nil
	}
}

// Brings returns the number of the roll whose share a command of a seat brings;
// 0: none.
func (s *SharedDice) Brings(seat events.Seat, typ CommandType) int {
	if d := s.Of(seat); d != nil && slices.Contains(d.With, typ) {
		return d.Share
	}
	return 0
}

// Shared returns what a game with shared dice awaits; nil for any other, and for
// one that is over.
func (g *Game) Shared() *SharedDice {
	if g.Created.Dice != DiceShared || g.Over() {
		return nil
	}
	s := &SharedDice{Roll: g.rolls + 1, Anchors: []events.Seat{}, Server: []events.Seat{}}
	for i, into := range [...]**Due{&s.First, &s.Second} {
		seat := events.First + events.Seat(i)
		switch g.holder(seat) {
		case nobodyYet:
			s.Anchors = append(s.Anchors, seat)
		case theServer:
			s.Server = append(s.Server, seat)
		case theSeat:
			*into = g.due(seat)
		}
	}
	return s
}

// due returns the share that a seat's next command brings.
func (g *Game) due(seat events.Seat) *Due {
	if g.anchored() != nil || g.Open() {
		return nil
	}
	if !g.owes(seat) {
		if o := g.After.Offer; o == nil || o.What != WhatWaive || o.By == seat || g.rolls+2 > dice.Rolls {
			return nil
		}
		if consent, err := g.waives(seat.Opponent()); err != nil || !consent {
			return nil
		}
		return &Due{Share: g.rolls + 2, With: []CommandType{Accept}}
	}
	d := &Due{Share: g.rolls + 1}
	switch turn := g.pos.Turn(); {
	case turn == engines.Chance, mayRoll(g.pos, seat):
		d.With = []CommandType{Roll}
	case turn != seat:
		return nil
	case g.answersDouble(seat):
		d.With = []CommandType{Take, Double}
	default:
		d.With = []CommandType{Move}
	}
	return d
}

// answersDouble reports whether a seat has to take a double or drop.
func (g *Game) answersDouble(seat events.Seat) bool {
	return slices.ContainsFunc(g.pos.Choices(seat), func(c engines.Choice) bool { return c.Move == engines.Take })
}
