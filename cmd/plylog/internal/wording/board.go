package wording

import (
	"strings"

	"plylog/engines"
)

// Board draws a board line, or returns the line itself where there is no engine
// for it.
func Board(games *engines.Registry, kind string, ruleset int, board string) string {
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
