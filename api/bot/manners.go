package bot

import (
	"context"
	"slices"

	"plylog/engines"
	"plylog/events"
	"plylog/events/play"
)

// What a bot makes of a game's length and of how it stands, in thousandths of a
// single win (engines.Judge).
const (
	// patience is after how many moves a bot begins to think that a game may lead
	// nowhere. Few games are as long: reversi has 60 moves, most games of checkers
	// fewer than 120.
	patience = 240

	// between is how many moves a bot lets pass between two offers of its own.
	between = 40

	// ahead is what a seat that is clearly ahead can expect, and the other cannot.
	ahead = 500

	// trifle is how much a bot forgoes to have a game end at once.
	trifle = 20
)

// action is one command of a bot.
type action struct {
	typ  play.CommandType
	move engines.Move // of Move; of Roll, Double, Take and Drop its engine's word
	what string       // of an offer and its answers, of a claim
}

// sitting is a bot on its seat: what it does besides moving is the same for all.
type sitting struct {
	bot    Bot
	seat   engines.Seat
	engine engines.Engine
}

// situation is what a bot looks at.
type situation struct {
	position engines.Position
	offer    *events.Offer
	moves    int  // made in the game so far
	offered  int  // of these, at the bot's last offer; 0: it has made none
	ready    bool // the dice wait for the bot's share
}

// act decides what the bot does now; false: nothing.
func (s *sitting) act(ctx context.Context, now situation) (action, bool, error) {
	if o := now.offer; o != nil && o.By != s.seat {
		typ := play.Decline
		if s.accepts(now) {
			typ = play.Accept
		}
		return action{typ: typ, what: o.What}, true, nil
	}
	if now.position.Turn() == events.Chance && now.ready {
		return action{typ: play.Roll, move: engines.Roll}, true, nil
	}
	if now.position.Turn() != s.seat {
		return action{}, false, nil
	}
	if a, ok := s.ends(now); ok {
		return a, true, nil
	}
	m, err := s.bot.Move(ctx, now.position, s.seat)
	return action{typ: commandOf(m), move: m}, err == nil, err
}

// commandOf returns the type of command that makes a move.
func commandOf(m engines.Move) play.CommandType {
	switch m {
	case engines.Roll, engines.Double, engines.Take, engines.Drop:
		return play.CommandType(m)
	default:
		return play.Move
	}
}

// standing is what the bot's seat may expect, 0 where nobody knows.
func (s *sitting) standing(p engines.Position) int {
	if j, ok := s.engine.(engines.Judge); ok {
		return j.Judge(p, s.seat)
	}
	return 0
}

// accepts reports whether the bot takes the opponent's offer.
func (s *sitting) accepts(now situation) bool {
	switch now.offer.What {
	case play.WhatDraw:
		return s.content(now)
	case play.WhatResign:
		return s.wins(now)
	case play.WhatTakeback:
		// A slip may be undone; dice that have fallen may not be played again.
		_, dice := now.position.(engines.Drawer)
		return !dice
	case play.WhatWaive:
		return true // the dice that come instead are new to everybody
	default:
		return false
	}
}

// wins reports whether a resignation brings at least what the bot may expect.
func (s *sitting) wins(now situation) bool {
	r, ok := now.position.(engines.Resigner)
	if !ok {
		return true
	}
	offered, _, err := r.Resign(now.offer.By, now.offer.Value)
	if err != nil {
		return false
	}
	single, _, err := r.Resign(now.offer.By, "")
	if err != nil || single.Points < 1 {
		return false
	}
	return 1000*offered.Points/single.Points >= s.standing(now.position)-trifle
}

// content reports whether a draw is good enough: to who is clearly losing; in a
// long game to who is not clearly winning; in one that never ends to everybody.
func (s *sitting) content(now situation) bool {
	switch {
	case now.moves < patience:
		return s.standing(now.position) <= -ahead
	case now.moves < 2*patience:
		return s.standing(now.position) < ahead
	default:
		return true
	}
}

// ends finds a way to end a game that leads nowhere: claiming a draw that the
// rules offer, unless the bot is winning; offering one; and where there are no
// draws giving up at last.
func (s *sitting) ends(now situation) (action, bool) {
	if c, ok := now.position.(engines.Claimer); ok {
		if open := c.Claims(s.seat); len(open) > 0 && s.standing(now.position) < ahead {
			return action{typ: play.Claim, what: open[0]}, true
		}
	}
	if now.moves < patience || now.offer != nil {
		return action{}, false
	}
	if a, ok := now.position.(engines.Agreer); ok && a.MayAgree() {
		if now.offered > 0 && now.moves-now.offered < between || !s.content(now) {
			return action{}, false
		}
		return action{typ: play.Offer, what: play.WhatDraw}, true
	}
	if _, ok := now.position.(engines.Drawer); !ok && now.moves >= 4*patience && s.standing(now.position) <= 0 {
		return action{typ: play.Resign}, true
	}
	return action{}, false
}

// count follows a game's moves and offers.
type count struct {
	moves   int
	offered [2]int // the move count at each seat's last offer
}

// add counts a command of a seat.
func (c *count) add(typ events.Type, seat engines.Seat) {
	switch {
	case slices.Contains(moving, typ):
		c.moves++
	case typ == events.TypeOffered && seat.Plays():
		c.offered[seat-engines.First] = max(c.moves, 1)
	}
}

// moving are the types of events that count as moves.
var moving = []events.Type{
	events.TypeMoved, events.TypeRolled, events.TypeDoubled, events.TypeTook, events.TypeDropped,
}
