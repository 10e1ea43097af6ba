package remote

import (
	"strings"

	"plylog/engines"
)

// draw draws a board line, or returns the line itself where there is no engine
// for it.
func draw(games *engines.Registry, kind string, ruleset int, board string) string {
	e, ok := games.Find(kind, ruleset)
	if !ok {
		return board
	}
	p, err := e.Parse(board)
	if err != nil {
		return board
	}
	return strings.TrimRight(e.Draw(p), "\n")
}
