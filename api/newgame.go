package api

import (
	"encoding/json"
	"strings"
	"time"

	"plylog/events"
	"plylog/events/play"
)

// newGame is what the body of a create asks for.
type newGame struct {
	kind    string
	options json.RawMessage
	board   string
	seat    events.Seat // the creator's; Nobody: drawn
	self    bool        // both seats are the creator's
	bot     string      // the name of the bot that is played against; empty: none
	private bool
	dice    string
	clock   json.RawMessage
	invited events.PlayerID // who alone may take the other seat
	abandon time.Duration   // 0: the game cannot be claimed as abandoned
}

// How long a side may not move before the game can be claimed as abandoned,
// where no clock decides.
const (
	defaultAbandon = 7 * 24 * time.Hour
	leastAbandon   = time.Minute
	mostAbandon    = 365 * 24 * time.Hour
)

// newGameFields are the fields of a create.
var newGameFields = []string{"kind", "options", "seat", "opponent", "private", "dice", "board", "clock", "abandon"}

// readNewGame reads the body of a create. The creator sits first unless the body
// says otherwise.
func readNewGame(f fields) (g newGame, err error) {
	if err := f.only("a new game", newGameFields...); err != nil {
		return g, err
	}
	if _, ok := f.get("kind"); !ok {
		return g, refuseField(badField, "kind", "is missing; GET /v1/kinds lists the games")
	}
	if g.kind, err = f.text("kind"); err != nil {
		return g, err
	}
	if g.clock, g.abandon, err = readTime(f); err != nil {
		return g, err
	}
	if g.options, err = f.object("options"); err != nil {
		return g, err
	}
	if g.board, err = f.text("board"); err != nil {
		return g, err
	}
	if g.private, err = f.flag("private"); err != nil {
		return g, err
	}
	if g.self, g.bot, g.invited, err = readOpponent(f); err != nil {
		return g, err
	}
	if g.seat, err = readSeat(f, g.self); err != nil {
		return g, err
	}
	g.dice, err = readDice(f)
	return g, err
}

// readTime reads the time control, and for a game without one how long a side may
// stay away.
func readTime(f fields) (clock json.RawMessage, abandon time.Duration, err error) {
	if clock, err = f.object("clock"); err != nil {
		return nil, 0, err
	}
	if _, said := f.get("clock"); said && clock == nil {
		clock = json.RawMessage("{}") // which says too little, not nothing
	}
	control, err := play.ReadControl(clock)
	if err != nil {
		return nil, 0, err
	}
	_, said := f.get("abandon")
	switch {
	case control == nil && !said:
		return nil, defaultAbandon, nil
	case control == nil:
		ms, err := f.whole("abandon", 0, mostAbandon.Milliseconds())
		abandon = time.Duration(ms) * time.Millisecond
		if err == nil && abandon != 0 && abandon < leastAbandon {
			err = refuseField(badField, "abandon", "want 0 for never, or at least 60000 milliseconds")
		}
		return nil, abandon, err
	case said:
		return nil, 0, refuseField(badField, "abandon", "a game with a clock is never abandoned: time decides")
	}
	return clock, 0, nil
}

func readOpponent(f fields) (self bool, bot string, invited events.PlayerID, err error) {
	if _, ok := f.get("opponent"); !ok {
		return false, "", "", nil
	}
	who, err := f.text("opponent")
	name, isBot := strings.CutPrefix(who, opponentBot)
	switch {
	case err != nil:
		return false, "", "", err
	case who == "open":
		return false, "", "", nil
	case who == "self":
		return true, "", "", nil
	case isBot && name != "":
		return false, name, "", nil
	case strings.HasPrefix(who, "p_"):
		if invited, err = events.ParsePlayerID(who); err != nil {
			return false, "", "", refuseField(badField, "opponent", "is no id of a player")
		}
		return false, "", invited, nil
	default:
		return false, "", "", refuseField(badField, "opponent", "want open, self, bot:NAME or the id of a player")
	}
}

func readSeat(f fields, self bool) (events.Seat, error) {
	if _, ok := f.get("seat"); ok && self {
		return events.Nobody, refuseField(badField, "seat", "both seats are yours in a game against yourself; leave it out")
	}
	s, err := f.word("seat", "first", "first", "second", "random")
	return seatNamed(s), err
}

func readDice(f fields) (string, error) {
	if _, ok := f.get("dice"); !ok {
		return "", nil
	}
	d, err := f.text("dice")
	switch {
	case err != nil:
		return "", err
	case d == play.DiceDelegated, d == play.DiceShared, d == play.DiceRecorded:
		return d, nil
	default:
		return "", refuseField(badField, "dice", "want delegated, shared or recorded")
	}
}
