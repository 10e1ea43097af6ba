package play

import (
	"fmt"
	"slices"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
)

// holder is who holds a seat's dice chain in a game with shared dice.
type holder uint8

const (
	theServer holder = iota // from the beginning (delegated), or since the seat gave its own up
	nobodyYet               // the seat has not put an anchor on record
	theSeat
)

// holder returns who holds a seat's chain.
func (g *Game) holder(seat events.Seat) holder { return g.holds[seat-events.First] }

// newest is what a seat has shown of its chain.
func (g *Game) newest(seat events.Seat) *dice.Shown { return &g.shown[1+seat-events.First] }

// owes reports whether the next roll needs a share that the seat has not brought.
func (g *Game) owes(seat events.Seat) bool {
	return g.holder(seat) == theSeat && g.newest(seat).Roll <= g.rolls && g.rolls < dice.Rolls
}

// lacksShares reports whether dice cannot fall yet, for want of an anchor or of a
// share.
func (g *Game) lacksShares() bool {
	return g.anchored() != nil || g.owes(events.First) || g.owes(events.Second)
}

// anchored refuses what has to wait until both seats have committed themselves:
// anchors are on record before any share.
func (g *Game) anchored() error {
	if slices.Contains(g.holds[:], nobodyYet) {
		return &RefusedError{Code: CodeAnchor, Detail: "the game begins when both seats have put the anchors of their dice chains on record: join with an anchor, or waive"}
	}
	return nil
}

// waitsFor is whose time runs: the seat on turn, and where dice are awaited the
// one whose share is missing. Chance where both are missing, or an anchor is.
func (g *Game) waitsFor() events.Seat {
	turn := g.pos.Turn()
	if g.After.Result != nil {
		return events.Nobody
	}
	if g.Created.Dice != DiceShared {
		return turn
	}
	if g.anchored() != nil {
		return events.Chance
	}
	if first, second := g.owes(events.First), g.owes(events.Second); turn == events.Chance && first != second {
		if first {
			return events.First
		}
		return events.Second
	}
	return turn
}

// spent reports whether the game waits for dice that its chains cannot give.
func (g *Game) spent() bool {
	if g.rolls < dice.Rolls || g.Created.Anchors == nil || g.Created.Dice == "" {
		return false
	}
	turn := g.pos.Turn()
	return turn == engines.Chance || mayRoll(g.pos, turn)
}

func refuseShare(detail string) error { return &RefusedError{Code: CodeShare, Detail: detail} }

func errSpent() error {
	return &RefusedError{Code: CodeSpent, Detail: fmt.Sprintf("the dice chains of this game are good for %d rolls and used up: it can be resigned or aborted", dice.Rolls)}
}

// anchor puts the anchor of a seat's own chain on record. The chain that the
// server holds for the seat is then of no account unless the seat waives.
func (t *transition) anchor(j *events.Joined) error {
	if t.next.holder(j.Seat) != nobodyYet {
		return &RefusedError{Code: CodeSeatTaken, Detail: "it is on record already who holds the dice chain of the " + j.Seat.String() + " seat"}
	}
	t.next.holds[j.Seat-events.First] = theSeat
	*t.next.newest(j.Seat) = dice.Shown{Link: *j.Anchor}
	t.changed = true
	return t.settle()
}

// carries reports whether an event of a type may bring a share.
func (t *transition) carries(typ events.Type, a *events.Act) bool {
	switch typ {
	case events.TypeMoved, events.TypeRolled, events.TypeDoubled, events.TypeTook:
		return t.next.Created.Dice == DiceShared
	case events.TypeAccepted:
		o := t.next.After.Offer
		return o != nil && o.What == WhatWaive && o.By != a.Seat
	default:
		return false
	}
}

// pledge takes the share that a command brings, after what it did on the board.
// A share is due where dice come next: with the roll itself, and with whatever
// hands the roll to the opponent. It goes on record once; a turn that is taken
// back leaves it there. A command that ends the game may bring one or not.
func (t *transition) pledge(act *events.Act) error {
	g := &t.next
	if g.Created.Dice != DiceShared {
		return nil
	}
	due := g.pos.Turn() == engines.Chance || mayRoll(g.pos, act.Seat.Opponent())
	owed := g.owes(act.Seat)
	switch {
	case act.Share == nil && due && owed:
		return refuseShare(fmt.Sprintf("your share of roll %d is missing", g.rolls+1))
	case act.Share == nil:
		return nil
	case !owed:
		return refuseShare("no share of yours is awaited: the one of the next roll is on record, or the server holds your chain")
	case !due && g.pos.Turn() != engines.Nobody:
		return refuseShare("no share goes with this command")
	}
	return g.show(act.Seat, *act.Share)
}

// show takes a seat's share of the next roll.
func (g *Game) show(seat events.Seat, share events.Hash) error {
	last := g.newest(seat)
	if dice.Check(g.ID, Party(seat), g.rolls+1, share, *last) != nil {
		return refuseShare(fmt.Sprintf("that is not your share of roll %d", g.rolls+1))
	}
	*last = dice.Shown{Link: share, Roll: g.rolls + 1}
	return nil
}

// mayRoll reports whether a seat may throw the dice now.
func mayRoll(p engines.Position, seat events.Seat) bool {
	return p.Turn() == seat && slices.ContainsFunc(p.Choices(seat), func(c engines.Choice) bool { return c.Move == engines.Roll })
}

// ready brings a share that the dice wait for: in the opening both seats', and
// wherever a roll was called before the other seat's share was on record.
func (t *transition) ready(act *events.Act) error {
	g := &t.next
	if err := g.anchored(); err != nil {
		return err
	}
	if g.rolls >= dice.Rolls {
		return errSpent()
	}
	if err := t.pledge(act); err != nil {
		return err
	}
	if act.Share == nil {
		return &RefusedError{Code: CodeNotYourTurn, Detail: "the dice wait for the other seat's share"}
	}
	t.changed = true
	return t.settle()
}
