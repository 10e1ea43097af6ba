package api

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"plylog/events"
	"plylog/events/play"
)

// commandFields says which fields each command has. What stands here is the whole
// of what a client may say; who acts, on which seat, at which version and when is
// never taken from a body.
var commandFields = map[play.CommandType][]string{
	play.Join:         {"type", "command", "seat", "anchor"},
	play.Move:         {"type", "command", "move", "share"},
	play.Roll:         {"type", "command", "dice", "share"},
	play.Double:       {"type", "command", "share"},
	play.Take:         {"type", "command", "share"},
	play.Drop:         {"type", "command"},
	play.Offer:        {"type", "command", "what"},
	play.Accept:       {"type", "command", "what", "share"},
	play.Decline:      {"type", "command", "what"},
	play.Claim:        {"type", "command", "what"},
	play.Resign:       {"type", "command", "value"},
	play.Abort:        {"type", "command"},
	play.Withdraw:     {"type", "command", "what"},
	play.Waive:        {"type", "command"},
	play.Correct:      {"type", "command", "move"},
	play.Adjudicate:   {"type", "command", "result", "reason"},
	play.Pause:        {"type", "command", "reason"},
	play.Continue:     {"type", "command", "reason"},
	play.CloseDamaged: {"type", "command", "reason"},
	play.Rematch:      {"type"}, // the next game's id follows from this one's: it needs no id of its own
}

// needed says which field a command cannot do without.
var needed = map[play.CommandType]string{play.Move: "move", play.Correct: "move", play.Offer: "what", play.Claim: "what",
	play.Adjudicate: "result", play.Pause: "reason", play.CloseDamaged: "reason"}

// mostReason is the length in bytes above which a reason is not read: so many
// characters as it may have, each escaped.
const mostReason = 12 * events.MostReason

// readCommand reads what a command asks for. Game, By, Seat (but for a join),
// IfMatch and a missing ID are the caller's to fill in; keyed says whether the
// command brought an id.
func readCommand(f fields) (cmd play.Command, keyed bool, err error) {
	if _, ok := f.get("type"); !ok {
		return cmd, false, refuseField(badField, "type", "is missing; want one of "+commandTypes())
	}
	typ, err := f.text("type")
	if err != nil {
		return cmd, false, err
	}
	cmd.Type = play.CommandType(typ)
	own, ok := commandFields[cmd.Type]
	if !ok {
		return cmd, false, refuseField(unknownCommand, "type", fmt.Sprintf("nothing is called %q; want one of %s", clip(typ), commandTypes()))
	}
	if err := f.only("a "+typ, own...); err != nil {
		return cmd, false, err
	}
	if name := needed[cmd.Type]; name != "" {
		if s, err := f.textUpTo(name, mostReason); err != nil || s == "" {
			return cmd, false, refuseField(badField, name, "is missing; want a string")
		}
	}
	if cmd.ID, keyed, err = f.command(); err != nil {
		return cmd, false, err
	}
	if cmd.Move, err = f.text("move"); err != nil {
		return cmd, false, err
	}
	if cmd.What, err = f.text("what"); err != nil {
		return cmd, false, err
	}
	if cmd.Type == play.Adjudicate {
		words := []string{events.RuledFirst, events.RuledSecond, events.RuledDraw, events.RuledVoid}
		if cmd.What, err = f.word("result", "", words...); err != nil {
			return cmd, false, err
		}
	}
	if cmd.Reason, err = f.textUpTo("reason", mostReason); err != nil {
		return cmd, false, err
	}
	if cmd.Value, err = f.text("value"); err != nil {
		return cmd, false, err
	}
	if cmd.Dice, err = f.dice("dice"); err != nil {
		return cmd, false, err
	}
	if cmd.Anchor, err = f.hash("anchor"); err != nil {
		return cmd, false, err
	}
	if cmd.Share, err = f.hash("share"); err != nil {
		return cmd, false, err
	}
	seat, err := f.word("seat", "", events.First.String(), events.Second.String())
	if err != nil {
		return cmd, false, err
	}
	cmd.Seat = seatNamed(seat)
	return cmd, keyed, nil
}

// readCommandID joins the two places in which a command may bring its id.
func readCommandID(cmd *play.Command, keyed bool, header []string) (bool, error) {
	key, ok, err := readKey(header)
	if err != nil || !ok {
		return keyed, err
	}
	if keyed && cmd.ID != key {
		return false, refuseField(badField, "command", "differs from the Idempotency-Key; send one of the two")
	}
	cmd.ID = key
	return true, nil
}

// seatNamed returns the seat of a word that was checked before, Nobody of none.
func seatNamed(s string) events.Seat {
	switch s {
	case "first":
		return events.First
	case "second":
		return events.Second
	default:
		return events.Nobody
	}
}

func commandTypes() string {
	var names []string
	for _, t := range slices.Sorted(maps.Keys(commandFields)) {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}
