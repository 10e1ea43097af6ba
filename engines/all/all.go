package all

import (
	"plylog/engines"
	"plylog/engines/backgammon"
	"plylog/engines/baghchal"
	"plylog/engines/checkers"
	"plylog/engines/reversi"
)

// Engines returns the engines of all games, in the order in which they are
// offered.
func Engines() []engines.Engine {
	return []engines.Engine{
		backgammon.New(),
		reversi.New(),
		checkers.New(),
		baghchal.New(),
	}
}

// Registry returns them as a checked set. An error means that two of them share
// a name and ruleset, or that one has a name that cannot stand in a subject.
func Registry() (*engines.Registry, error) { return engines.NewRegistry(Engines()...) }
