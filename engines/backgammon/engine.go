package backgammon

import (
	"encoding/json"

	"plylog/engines"
)

// kind is the name of the game in URLs, subjects and logs, and before the dot of
// every code of a refusal.
const kind = "backgammon"

// New returns the engine of backgammon, ruleset 1. It is an engines.Series.
func New() engines.Engine { return engine{} }

type engine struct{}

var (
	_ engines.Series  = engine{}
	_ engines.Notator = engine{}
)

// Name implements engines.Engine.
func (engine) Name() string { return kind }

// Ruleset implements engines.Engine.
func (engine) Ruleset() int { return 1 }

// Seats implements engines.Engine. Neither seat moves first by right: the
// opening roll decides.
func (engine) Seats() [2]string { return [2]string{"first", "second"} }

// Notation implements engines.Engine.
func (engine) Notation() string {
	return "A whole turn from the mover's side: 8/5 6/5*, bar/22, 6/off(2); 24/18*/15 shows a hit on the way. " +
		"Any order of steps is read, 25 for bar and 0 for off, and a * may be left out."
}

// New implements engines.Engine. What the options name holds; of the rest, what
// the board's line says of the match and the cube; of the rest, the defaults.
func (engine) New(options json.RawMessage, line string) (engines.Position, error) {
	named, err := readOptions(options)
	if err != nil {
		return nil, err
	}
	s := setup{men: Start(), phase: opening, cube: 1}
	if line != "" {
		if s, err = readBoard(line); err != nil {
			return nil, err
		}
	}
	if s.terms, err = named.over(s.terms, s.stated); err != nil {
		return nil, err
	}
	return s.position(line)
}

// Parse implements engines.Engine: the own board line, an XGID, or a GNU
// position id with or without a match id.
func (e engine) Parse(line string) (engines.Position, error) {
	if line == "" {
		return nil, &engines.BadBoardError{Detail: "there is nothing to read"}
	}
	return e.New(nil, line)
}

// Notations implements engines.Notator: an XGID, and the position id and match id
// of GNU Backgammon with a colon between.
func (engine) Notations() []engines.Notation {
	return []engines.Notation{{Name: "xgid", Write: XGID}, {Name: "gnubg", Write: gnuIDs}}
}

// gnuIDs writes both GNU ids of a position.
func gnuIDs(p engines.Position) (string, error) {
	position, err := PositionID(p)
	if err != nil {
		return "", err
	}
	match, err := MatchID(p)
	return position + ":" + match, err
}
