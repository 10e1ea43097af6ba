package reversi

import (
	"encoding/json"

	"plylog/engines"
)

// engine implements engines.Engine. It holds nothing.
type engine struct{}

// New returns the engine.
func New() engines.Engine { return engine{} }

// Name implements engines.Engine.
func (engine) Name() string { return "reversi" }

// Ruleset implements engines.Engine.
func (engine) Ruleset() int { return 1 }

// Seats implements engines.Engine: black is the first seat, white the second.
func (engine) Seats() [2]string { return [2]string{"black", "white"} }

// Notation implements engines.Engine.
func (engine) Notation() string {
	return `A move is the square of the new disc, "d3": files a-h from the left, ranks 1-8 from the top. ` +
		`"pass" is the one move of a side that can outflank nothing; the server makes it by itself. ` +
		`Where discs are turned by hand the turned ones follow, "d3:d4+e4"; "d3" alone turns the right ones, "d3:" none.`
}

// Options implements engines.Engine.
func (engine) Options() []engines.Option { return options() }

// New implements engines.Engine.
func (engine) New(raw json.RawMessage, board string) (engines.Position, error) {
	set, err := readSettings(raw)
	if err != nil {
		return nil, err
	}
	p := start()
	if board != "" {
		if p, err = parse(board); err != nil {
			return nil, err
		}
	}
	p.emptiesToWinner = set.Score == scoreEmpties
	if set.Flips == flipsManual {
		return &byHand{position: p}, nil
	}
	return &p, nil
}

// Parse implements engines.Engine; see parse for what is read.
func (engine) Parse(board string) (engines.Position, error) {
	p, err := parse(board)
	if err != nil {
		return nil, err
	}
	return &p, nil
}
