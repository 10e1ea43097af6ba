package play

import (
	"errors"
	"time"

	"plylog/engines"
	"plylog/events"
)

// transition carries one event through the rules: from the game before to the
// game after, collecting what the rules made happen on the way. Decide, Apply
// and the audit all go through it; they differ only in where the dice come from.
type transition struct {
	next  Game
	at    time.Time // when the event happens
	fresh bool      // the event is being decided: its data may still be completed
	then  []events.Consequence
	dice  thrower // nil: no dice fall by themselves in this event

	by        events.Seat // who moved on the board, if somebody did
	changed   bool        // the board is another
	corrected bool        // the last move was put right
	ticked    bool        // the clock has been set already
}

// thrower says what dice fall next. again marks a further pair of the same roll.
// ok is false where no dice fall now: the position goes on waiting for them.
type thrower interface {
	throw(g *Game, again bool) (c events.Consequence, ok bool, err error)
}

// step does what an event of a type with its data does to the game.
func (t *transition) step(typ events.Type, data events.Data, by events.PlayerID) error {
	if t.next.Over() {
		return &RefusedError{Code: CodeOver, Detail: "the game is over"}
	}
	if r, ok := data.(*events.Resumed); ok {
		return t.resume(r)
	}
	if typ == events.TypeFlagged {
		return t.flag(data)
	}
	if typ == events.TypeEnded {
		return t.endImported(data)
	}
	if late(t.next.After.Clock, t.at) {
		return &RefusedError{Code: CodeTime, Detail: "the time of the " + t.next.After.Clock.Running.String() + " seat is up"}
	}
	if r, ok := data.(*events.Ruled); ok {
		return t.rule(typ, r)
	}
	if s, ok := data.(*events.Seated); ok {
		return t.handOver(s, by)
	}
	if t.next.After.Paused {
		return errPaused()
	}
	if j, ok := data.(*events.Joined); ok && typ == events.TypeJoined {
		return t.join(j, by)
	}
	act, ok := data.(*events.Act)
	if !ok || !act.Seat.Plays() {
		return &RefusedError{Code: CodeMalformed, Detail: "the event does not say which seat acted"}
	}
	if typ == events.TypeDeclined && act.What == WhatInvited {
		return t.declineInvited(act, by)
	}
	if t.next.Player(act.Seat) == "" {
		return &RefusedError{Code: CodeOpen, Detail: "that seat is free"}
	}
	if act.Share != nil && !t.carries(typ, act) {
		return refuseShare("no share goes with this command")
	}
	if typ == events.TypeAborted {
		return t.abort(act)
	}
	if t.next.Open() {
		return &RefusedError{Code: CodeOpen, Detail: "the other seat is still free; the game begins when somebody joins"}
	}
	switch typ {
	case events.TypeWaived:
		return t.waive(act)
	case events.TypeMoved:
		return t.play(act, engines.Move(act.Move))
	case events.TypeRolled:
		return t.roll(act)
	case events.TypeDoubled:
		return t.play(act, engines.Double)
	case events.TypeTook:
		return t.play(act, engines.Take)
	case events.TypeDropped:
		return t.play(act, engines.Drop)
	case events.TypeOffered:
		return t.offer(act)
	case events.TypeAccepted:
		return t.accept(act)
	case events.TypeDeclined:
		return t.decline(act)
	case events.TypeClaimed:
		return t.claim(act)
	case events.TypeResigned:
		return t.resign(act)
	case events.TypeWithdrew:
		return t.withdraw(act)
	case events.TypeCorrected:
		return t.correct(act)
	default:
		return &RefusedError{Code: CodeNotOffered, Detail: "this game has no such event"}
	}
}

// join seats a player; with both seats taken the game begins.
func (t *transition) join(j *events.Joined, by events.PlayerID) error {
	if !j.Seat.Plays() {
		return &RefusedError{Code: CodeMalformed, Detail: "there is no such seat"}
	}
	if j.Anchor != nil && t.next.Created.Dice != DiceShared {
		return &RefusedError{Code: CodeDice, Detail: "the seats of this game have no dice chains of their own"}
	}
	if j.Anchor != nil && t.next.Player(j.Seat) == by {
		return t.anchor(j)
	}
	if t.next.Player(j.Seat) != "" {
		return &RefusedError{Code: CodeSeatTaken, Detail: "somebody sits on the " + j.Seat.String() + " seat"}
	}
	if i := t.next.Created.Invited; i != "" && i != by {
		return &RefusedError{Code: CodeNotInvited, Detail: "the seat is kept for somebody else"}
	}
	t.next.Players[j.Seat-events.First] = by
	t.changed = true
	if j.Anchor != nil {
		return t.anchor(j)
	}
	return t.settle()
}

// play makes a move on the board.
func (t *transition) play(act *events.Act, m engines.Move) error {
	if err := t.next.anchored(); err != nil {
		return err
	}
	pos, err := t.next.pos.Play(act.Seat, m)
	if err != nil {
		return err
	}
	t.next.pos = pos
	if err := t.pledge(act); err != nil {
		return err
	}
	t.next.begun[act.Seat-events.First] = true
	t.changed = true
	if m != engines.Roll && m != engines.Double && m != engines.Take && m != engines.Drop {
		t.by = act.Seat
	}
	t.acted(act.Seat)
	return t.settle()
}

// correct puts the seat's last move right (RV-12).
func (t *transition) correct(act *events.Act) error {
	c, ok := t.next.pos.(engines.Corrector)
	if !ok {
		return &RefusedError{Code: CodeNotOffered, Detail: "a move of this game cannot be corrected"}
	}
	pos, err := c.Correct(act.Seat, engines.Move(act.Move))
	if err != nil {
		return err
	}
	t.next.pos = pos
	t.changed, t.corrected = true, true
	t.by = act.Seat
	return t.settle()
}

// roll throws the dice. An opening roll of recorded dice finds the position
// waiting for them already; so does who brings a share that is still awaited.
func (t *transition) roll(act *events.Act) error {
	if t.next.pos.Turn() != engines.Chance {
		return t.play(act, engines.Roll)
	}
	if t.next.Created.Dice == DiceShared {
		return t.ready(act)
	}
	t.next.begun, t.changed = [2]bool{true, true}, true
	return t.settle()
}

// acted lets an offer die with the next move of who it was made to.
func (t *transition) acted(seat events.Seat) {
	if o := t.next.After.Offer; o != nil && o.By != seat {
		t.next.After.Offer = nil
	}
}

// settle lets everything happen that nobody decides: dice fall, a seat that can
// play nothing passes (BG-10, RV-8).
func (t *transition) settle() error {
	if t.next.Open() {
		return nil
	}
	for again := false; ; {
		if d, ok := t.next.pos.(engines.Drawer); ok && d.Turn() == engines.Chance {
			if t.dice == nil {
				return nil
			}
			c, ok, err := t.dice.throw(&t.next, again)
			if err != nil || !ok {
				return err
			}
			if t.next.pos, err = d.Draw(outcome(c.Dice)); err != nil {
				return err
			}
			t.then = append(t.then, c)
			again = true
			continue
		}
		p, ok := t.next.pos.(engines.Passer)
		if !ok || t.next.Created.Dice == DiceShared || !p.MustPass() {
			return nil // a pass that brings a share is a command of its own
		}
		seat := p.Turn()
		pos, err := p.Play(seat, engines.Pass)
		if err != nil {
			return err
		}
		t.next.pos = pos
		t.next.begun[seat-events.First] = true
		t.then = append(t.then, events.Consequence{Pass: seat})
	}
}

// outcome names a pair of dice as engines do.
func outcome(d []int) string {
	if len(d) != 2 || d[0] < 1 || d[0] > 6 || d[1] < 1 || d[1] > 6 {
		return ""
	}
	return string([]byte{'0' + byte(d[0]), '-', '0' + byte(d[1])})
}

// after writes down the state that the transition led to.
func (t *transition) after() {
	a := &t.next.After
	a.Board = t.next.pos.Board()
	a.Turn = t.next.pos.Turn()
	a.Seen = 0
	if r, ok := t.next.pos.(engines.Repeater); ok {
		a.Seen = r.Seen()
	}
	if a.Result == nil {
		if r, over := t.next.pos.Result(); over {
			result := r // r itself would be allocated for every event
			a.Result = &result
		}
	}
	if a.Result != nil {
		a.Turn = engines.Nobody
		a.Offer = nil
	}
	t.tick()
}

// illegal reports whether err is a refusal by the rules or by the life of the
// game, as opposed to a failure.
func illegal(err error) bool {
	var i *engines.IllegalError
	var r *RefusedError
	return errors.As(err, &i) || errors.As(err, &r)
}
