package play

import (
	"strings"
	"time"

	"plylog/engines"
	"plylog/events"
)

// Allowed lists what a seat may do at a moment, in the words of the commands:
// "move", "roll", "offer draw", "claim repetition" … A command that is listed
// and well formed is accepted, and no other: every entry was tried.
func (g *Game) Allowed(seat events.Seat, at time.Time) []string {
	out := []string{}
	if !seat.Plays() {
		return out
	}
	if g.Over() {
		if g.Open() {
			return out
		}
		return append(out, string(Rematch))
	}
	at = g.moment(at)
	if late(g.After.Clock, at) || g.After.Paused {
		return out
	}
	try := func(typ CommandType, what string) {
		typed, data, err := g.intend(&Command{Seat: seat, Type: typ, What: what})
		if err != nil {
			return
		}
		t := &transition{next: *g, at: at, fresh: true}
		if t.step(typed, data, g.Player(seat)) == nil {
			out = append(out, strings.TrimSpace(string(typ)+" "+what))
		}
	}
	if g.Player(seat) != "" && !g.Open() {
		out = append(out, g.onTheBoard(seat)...)
		for _, what := range []string{WhatDraw, WhatTakeback} {
			try(Offer, what)
		}
		if o := g.After.Offer; o != nil {
			if consent, err := g.waives(o.By); o.What == WhatWaive && o.By != seat && consent && err == nil {
				out = append(out, string(Accept)+" "+WhatWaive) // well formed it brings a share, which cannot be tried
			} else {
				try(Accept, o.What)
			}
			try(Decline, o.What)
			try(Withdraw, o.What)
		}
		if c, ok := g.pos.(engines.Claimer); ok {
			for _, what := range c.Claims(seat) {
				try(Claim, what)
			}
		}
		try(Claim, ClaimAbandoned)
		if c, ok := g.pos.(engines.Corrector); ok && c.MayCorrect(seat) {
			out = append(out, string(Correct))
		}
		try(Resign, "")
	}
	if g.Player(seat) != "" {
		if g.holder(seat) == nobodyYet {
			out = append([]string{string(Join)}, out...) // with an anchor
		}
		try(Waive, "")
		try(Abort, "")
	}
	return out
}

// onTheBoard lists the commands that make the moves of a seat.
func (g *Game) onTheBoard(seat events.Seat) []string {
	var out []string
	if g.anchored() != nil {
		return out
	}
	if g.pos.Turn() == engines.Chance {
		if g.Created.Dice == DiceRecorded || g.owes(seat) {
			out = append(out, string(Roll))
		}
		return out
	}
	move := false
	for _, c := range g.pos.Choices(seat) {
		switch c.Move {
		case engines.Roll:
			if !g.spent() {
				out = append(out, string(Roll))
			}
		case engines.Double, engines.Take, engines.Drop:
			out = append(out, string(c.Move))
		default:
			move = true
		}
	}
	if move {
		out = append([]string{string(Move)}, out...)
	}
	return out
}
