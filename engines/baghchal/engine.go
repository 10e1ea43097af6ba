package baghchal

import (
	"encoding/json"

	"plylog/engines"
)

// Name is the kind, in URLs, subjects and logs.
const Name = "baghchal"

// Engine is the rules of Bagh-Chal. It has no state.
type Engine struct{}

// New returns the engine.
func New() engines.Engine { return Engine{} }

// Name implements engines.Engine.
func (Engine) Name() string { return Name }

// Ruleset implements engines.Engine.
func (Engine) Ruleset() int { return 1 }

// Seats implements engines.Engine.
// Rule: BC-3
func (Engine) Seats() [2]string { return [2]string{"goats", "tigers"} }

// Notation implements engines.Engine.
// Rule: BC-15
func (Engine) Notation() string {
	return "c3 places a goat, a1-b2 is a step, a1xc3 a capture; files a to e from the left, ranks 1 to 5 from the bottom."
}

// Options implements engines.Engine: the game has none.
func (Engine) Options() []engines.Option { return nil }

// New implements engines.Engine.
func (e Engine) New(options json.RawMessage, board string) (engines.Position, error) {
	if err := engines.ReadOptions(options, &struct{}{}); err != nil {
		return nil, err
	}
	if board == "" {
		return begin(start), nil
	}
	return e.Parse(board)
}

// Parse implements engines.Engine. It reads what Board writes; besides, B for a
// tiger, any case, and a dot or a minus for an empty point. A position without
// goats in hand counts as standing for the first time.
func (Engine) Parse(board string) (engines.Position, error) {
	b, err := parse(board)
	if err != nil {
		return nil, err
	}
	return begin(b), nil
}
