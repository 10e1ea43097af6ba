package play

import (
	"fmt"
	"time"

	"plylog/engines"
	"plylog/events"
)

// Begin decides a Create: the game's first event and the game at it. It is pure;
// chains are needed in games whose dice the server has a part in (nil elsewhere). Errors:
// ErrUnknownKind, *engines.BadOptionError, *engines.BadBoardError.
func Begin(reg *engines.Registry, cmd *Create, at time.Time, chains func() *Chains) (*events.Event, *Game, error) {
	eng, ok := reg.Newest(cmd.Kind)
	if ok && cmd.Ruleset != 0 {
		eng, ok = reg.Find(cmd.Kind, cmd.Ruleset)
	}
	if !ok {
		return nil, nil, fmt.Errorf("creating a game of kind %q: %w", short(cmd.Kind), ErrUnknownKind)
	}
	c := &events.Created{
		Options: cmd.Options, Board: cmd.Board, Line: cmd.Line, First: cmd.First, Second: cmd.Second,
		Random: cmd.Random, Private: cmd.Private, Dice: cmd.Dice, Clock: cmd.Clock, Abandon: cmd.Abandon.Milliseconds(),
		Series: cmd.Series, Invited: cmd.Invited, Origin: cmd.Origin,
	}
	pos, err := eng.New(cmd.Options, cmd.Board)
	if err != nil {
		return nil, nil, err
	}
	var th thrower
	if hasDice(pos) {
		if c.Dice == "" {
			c.Dice = DiceDelegated
		}
		if c.Dice == DiceDelegated || c.Dice == DiceShared {
			ch := chains()
			c.Anchors = ch.anchors()
			th = &thrown{chains: func() *Chains { return ch }}
		}
	}
	if c.Random && c.Anchors == nil {
		c.Anchors = chains().anchors()
	}
	t := &transition{at: stamp(at), fresh: true}
	if err := t.begin(cmd.Game, cmd.By, eng, c, th); err != nil {
		return nil, nil, err
	}
	e := &events.Event{
		V: events.Version, Game: cmd.Game, N: 1, Kind: eng.Name(), Ruleset: eng.Ruleset(),
		Type: events.TypeCreated, Time: t.at, By: cmd.By, Command: cmd.ID, Request: cmd.digest(),
		Prev: events.Genesis(cmd.Game), Data: c,
	}
	return t.write(e)
}

// Decide makes the one event that a command leads to in a game, and the game
// after it. It is pure; chains are needed only where dice fall that are not recorded.
// Errors: *engines.IllegalError, *RefusedError. The command's id and IfMatch are
// the Handler's to look at.
func Decide(g *Game, cmd *Command, at time.Time, chains func() *Chains) (*events.Event, *Game, error) {
	typ, data, err := g.intend(cmd)
	if err != nil {
		return nil, nil, err
	}
	t := &transition{next: *g, at: g.moment(at), fresh: true}
	switch {
	case g.Created.Dice == DiceDelegated, g.Created.Dice == DiceShared:
		t.dice = &thrown{chains: chains}
	case cmd.Type == Roll:
		t.dice = &recorded{dice: cmd.Dice}
	}
	if err := t.step(typ, data, cmd.By); err != nil {
		return nil, nil, err
	}
	e := &events.Event{
		V: events.Version, Game: g.ID, N: g.N + 1, Kind: g.Engine.Name(), Ruleset: g.Engine.Ruleset(),
		Type: typ, Time: t.at, By: cmd.By, Command: cmd.ID, Request: cmd.digest(),
		Prev: g.Head, Data: data,
	}
	return t.write(e)
}

// write puts what the transition made into the event and encodes it.
func (t *transition) write(e *events.Event) (*events.Event, *Game, error) {
	t.after()
	e.Then, e.After = t.then, t.next.After
	if _, err := e.Encode(); err != nil {
		return nil, nil, fmt.Errorf("writing event %d of game %s: %w", e.N, e.Game, err)
	}
	t.seal(e)
	return e, &t.next, nil
}

// moment is when an event that is decided at a time happens: not before the one
// before it, whatever the clock of the machine does.
func (g *Game) moment(at time.Time) time.Time {
	if at = stamp(at); at.Before(g.time) {
		return g.time
	}
	return at
}

// stamp is the time as events carry it.
func stamp(at time.Time) time.Time { return at.UTC().Truncate(time.Millisecond) }

// intend turns a command into the type and data of the event it asks for.
func (g *Game) intend(cmd *Command) (events.Type, events.Data, error) {
	malformed := func(format string, args ...any) (events.Type, events.Data, error) {
		return "", nil, &RefusedError{Code: CodeMalformed, Detail: fmt.Sprintf(format, args...)}
	}
	if cmd.Type == Join {
		return g.seatFor(cmd)
	}
	if cmd.Type == Decline && cmd.What == WhatInvited && cmd.Seat == events.Nobody && cmd.Share == nil && cmd.Player == "" {
		return g.intendInvited()
	}
	if cmd.Type == finish {
		return events.TypeEnded, &events.Act{Seat: cmd.Seat, What: cmd.What, Value: cmd.Value}, nil
	}
	if cmd.Type.Rules() {
		return g.intendRuling(cmd)
	}
	if cmd.Reason != "" {
		return malformed("only an administrator's act has a reason")
	}
	if !cmd.Seat.Plays() {
		return malformed("a %s needs a seat", short(string(cmd.Type)))
	}
	if cmd.Dice != nil && cmd.Type != Roll {
		return malformed("only a roll has dice")
	}
	if cmd.Anchor != nil {
		return malformed("only a join has an anchor")
	}
	if cmd.Type == Hand {
		return g.intendHand(cmd)
	}
	if cmd.Player != "" {
		return malformed("only who hands a seat over names a player")
	}
	act := &events.Act{Seat: cmd.Seat, Share: cmd.Share}
	switch cmd.Type {
	case Waive:
		return g.intendWaive(act)
	case Move:
		return g.intendMove(cmd, act)
	case Roll:
		return g.intendRoll(cmd, act)
	case Double:
		return events.TypeDoubled, act, g.mustHaveCube()
	case Take:
		return events.TypeTook, act, g.mustHaveCube()
	case Drop:
		return events.TypeDropped, act, g.mustHaveCube()
	case Offer:
		if cmd.What == WhatResign {
			// There is one way to say it, which knows what takes effect at once.
			return "", nil, &RefusedError{Code: CodeNotOffered, Detail: "a resignation that the opponent may refuse is sent as resign, with its value"}
		}
		act.What, act.Value = cmd.What, cmd.Value
		return events.TypeOffered, act, nil
	case Accept:
		act.What = cmd.What
		return events.TypeAccepted, act, nil
	case Decline:
		act.What = cmd.What
		return events.TypeDeclined, act, nil
	case Claim:
		act.What = cmd.What
		return events.TypeClaimed, act, nil
	case Withdraw:
		act.What = cmd.What
		return events.TypeWithdrew, act, nil
	case Correct:
		return g.intendCorrection(cmd, act)
	case Resign:
		return g.intendResign(cmd, act)
	case Abort:
		return events.TypeAborted, act, nil
	default:
		return malformed("there is no command %q", short(string(cmd.Type)))
	}
}

// seatFor finds the seat of a Join.
func (g *Game) seatFor(cmd *Command) (events.Type, events.Data, error) {
	seat := cmd.Seat
	if cmd.Share != nil {
		return "", nil, &RefusedError{Code: CodeMalformed, Detail: "a join has no share"}
	}
	if seat == events.Nobody {
		switch {
		case g.Players[0] == "":
			seat = events.First
		case g.Players[1] == "":
			seat = events.Second
		default:
			return "", nil, &RefusedError{Code: CodeSeatTaken, Detail: "both seats are taken"}
		}
	}
	return events.TypeJoined, &events.Joined{Seat: seat, Anchor: cmd.Anchor}, nil
}

// intendMove writes the turn in its canonical spelling.
func (g *Game) intendMove(cmd *Command, act *events.Act) (events.Type, events.Data, error) {
	if g.Over() {
		return "", nil, &RefusedError{Code: CodeOver, Detail: "the game is over"}
	}
	if g.Open() {
		return "", nil, &RefusedError{Code: CodeOpen, Detail: "the other seat is still free; the game begins when somebody joins"}
	}
	m := engines.Move(cmd.Move)
	switch m {
	case engines.Roll, engines.Double, engines.Take, engines.Drop:
		return "", nil, &RefusedError{Code: CodeMalformed, Detail: fmt.Sprintf("%q is a command of its own, not a move", m)}
	}
	m, err := g.pos.Canonical(cmd.Seat, m)
	if err != nil {
		return "", nil, err
	}
	act.Move = string(m)
	return events.TypeMoved, act, nil
}

// intendCorrection keeps the spelling that was sent: the engine reads it in the
// position before the move that it corrects.
func (g *Game) intendCorrection(cmd *Command, act *events.Act) (events.Type, events.Data, error) {
	if cmd.Move == "" {
		return "", nil, &RefusedError{Code: CodeMalformed, Detail: "a correction says how the move should have been"}
	}
	act.Move = cmd.Move
	return events.TypeCorrected, act, nil
}

// intendRoll looks at where the dice come from.
func (g *Game) intendRoll(cmd *Command, act *events.Act) (events.Type, events.Data, error) {
	switch {
	case g.Created.Dice == "":
		return "", nil, &RefusedError{Code: CodeNotOffered, Detail: g.Engine.Name() + " has no dice"}
	case g.Created.Dice == DiceRecorded && outcome(cmd.Dice) == "":
		return "", nil, &RefusedError{Code: CodeDice, Detail: "a roll of recorded dice brings two dice of 1 to 6"}
	case g.Created.Dice != DiceRecorded && cmd.Dice != nil:
		return "", nil, &RefusedError{Code: CodeDice, Rule: "BG-28", Detail: "the dice of this game are rolled by the server, never by a client"}
	}
	return events.TypeRolled, act, nil
}

// mustHaveCube refuses the cube's commands in games without one.
func (g *Game) mustHaveCube() error {
	if g.Created.Dice == "" {
		return &RefusedError{Code: CodeNotOffered, Detail: g.Engine.Name() + " has no doubling cube"}
	}
	return nil
}

// intendResign makes a resignation that needs consent an offer (BG-26).
func (g *Game) intendResign(cmd *Command, act *events.Act) (events.Type, events.Data, error) {
	act.Value = cmd.Value
	if p, ok := g.pos.(engines.Resigner); ok && !g.Over() && !g.Open() {
		_, atOnce, err := p.Resign(cmd.Seat, cmd.Value)
		if err != nil {
			return "", nil, err
		}
		if !atOnce {
			act.What = WhatResign
			return events.TypeOffered, act, nil
		}
	}
	return events.TypeResigned, act, nil
}
