package wording

import (
	"fmt"
	"strings"

	"plylog/api/client"
	"plylog/engines"
)

// Help lists, in lines, what a refusal says that helps.
func Help(p *client.Problem) []string {
	var lines []string
	list := func(what string, moves []engines.Move) {
		if len(moves) > 0 {
			lines = append(lines, what+": "+Moves(moves))
		}
	}
	list("it may mean", p.Candidates)
	list("legal", p.Legal)
	if p.Kind() == client.Stale && p.Version > 0 {
		lines = append(lines, fmt.Sprintf("the game is at version %d", p.Version))
	}
	return lines
}

// Moves lists moves with commas between.
func Moves(moves []engines.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = string(m)
	}
	return strings.Join(words, ", ")
}
