package play

import (
	"fmt"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
)

// begin sets a new game up.
func (t *transition) begin(id events.GameID, by events.PlayerID, eng engines.Engine, c *events.Created, th thrower) error {
	pos, err := eng.New(c.Options, c.Board)
	if err == nil {
		pos, err = along(pos, c.Line, nil)
	}
	if err != nil {
		return err
	}
	if pos.Turn() == engines.Nobody {
		return &engines.BadBoardError{Board: c.Board, Detail: "the game is over in that position"}
	}
	if c.Random {
		if err := drawn(id, by, c); err != nil {
			return err
		}
	}
	control, err := ReadControl(c.Clock)
	if err != nil {
		return err
	}
	if control != nil && c.Dice == DiceRecorded {
		return &engines.BadOptionError{Option: "clock", Detail: "a game whose dice are recorded was played before; it has no clock"}
	}
	t.changed = true
	t.next = Game{
		ID: id, Engine: eng, Created: c, Players: [2]events.PlayerID{c.First, c.Second},
		pos: pos, control: control, time: t.at,
	}
	switch {
	case !hasDice(pos):
		if c.Dice != "" {
			return &engines.BadOptionError{Option: "dice", Detail: eng.Name() + " has no dice"}
		}
	case c.Dice == DiceRecorded:
		t.dice = th
	case c.Dice == DiceDelegated, c.Dice == DiceShared:
		a := c.Anchors
		if a == nil || a.First == nil || a.Second == nil {
			return &engines.BadOptionError{Option: "dice", Detail: "the anchors of the dice chains are missing"}
		}
		t.next.shown = [3]dice.Shown{{Link: a.Server}, {Link: *a.First}, {Link: *a.Second}}
		if c.Dice == DiceShared {
			t.next.holds = [2]holder{nobodyYet, nobodyYet}
		}
		t.dice = th
	default:
		return &engines.BadOptionError{Option: "dice", Detail: fmt.Sprintf("%q is none of %s, %s, %s", short(c.Dice), DiceDelegated, DiceShared, DiceRecorded)}
	}
	return t.settle()
}

// drawn checks that a creator sits where chance put them.
func drawn(id events.GameID, by events.PlayerID, c *events.Created) error {
	a := c.Anchors
	if a == nil || a.First == nil || a.Second == nil {
		return &engines.BadOptionError{Option: "seat", Detail: "the anchors that a drawn seat follows from are missing"}
	}
	if who := [...]events.PlayerID{c.First, c.Second}[draw(id, a)-events.First]; who != by {
		return &engines.BadOptionError{Option: "seat", Detail: "the seat was drawn, and the creator sits on the other"}
	}
	return nil
}
