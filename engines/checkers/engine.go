package checkers

import (
	"encoding/json"

	"plylog/engines"
)

// kind is the name of the game in URLs, subjects and logs, and before the dot of
// every code of a refusal.
const kind = "checkers"

// New returns the engine of American checkers, ruleset 1.
func New() engines.Engine { return engine{} }

type engine struct{}

// Name implements engines.Engine.
func (engine) Name() string { return kind }

// Ruleset implements engines.Engine.
func (engine) Ruleset() int { return 1 }

// Seats implements engines.Engine. PDN writes B (black) for red.
func (engine) Seats() [2]string { return [2]string{"red", "white"} }

// Notation implements engines.Engine.
func (engine) Notation() string {
	return "Squares 1 to 32, Red moves first and towards higher numbers: 11-15 is a step, " +
		"11x18x25 a string of jumps with every square landed on. Squares between may be left out " +
		"where one path remains (11x25); 11:18, 11 18 and 11-18 are read as well."
}

// New implements engines.Engine.
func (engine) New(options json.RawMessage, line string) (engines.Position, error) {
	d, err := readDraws(options)
	if err != nil {
		return nil, err
	}
	b := startBoard()
	if line != "" {
		if b, err = readFEN(line); err != nil {
			return nil, err
		}
	}
	return begin(b, d), nil
}

// Notations implements engines.Notator: the own line is the FEN of PDN.
func (engine) Notations() []engines.Notation {
	return []engines.Notation{{Name: "fen", Write: func(p engines.Position) (string, error) { return p.Board(), nil }}}
}

// Parse implements engines.Engine: any FEN of PDN for American checkers.
func (engine) Parse(line string) (engines.Position, error) {
	b, err := readFEN(line)
	if err != nil {
		return nil, err
	}
	return begin(b, usualDraws()), nil
}
