package checkers

import (
	"fmt"
	"strings"

	"plylog/engines"
)

// Draw implements engines.Engine: r and w are men, R and W kings, and every dark
// square carries its number. White sits at the bottom. It returns nothing for a
// position of another game.
func (engine) Draw(p engines.Position) string {
	own, ok := p.(*position)
	if !ok {
		return ""
	}
	b := own.b
	var sb strings.Builder
	edge := "  +" + strings.Repeat("-", 8*4) + "+\n"
	sb.WriteString(edge)
	for row := range 8 {
		sb.WriteString("  |")
		for col := range 8 {
			sq, dark := at(row, col)
			if !dark {
				sb.WriteString("    ")
				continue
			}
			fmt.Fprintf(&sb, "%2s%c ", names[sq], b.letter(sq))
		}
		sb.WriteString("|\n")
	}
	sb.WriteString(edge)
	if own.end == running {
		fmt.Fprintf(&sb, "  %s to move\n", colour(b.white))
	} else {
		sb.WriteString("  game over\n")
	}
	return sb.String()
}

// letter is what stands on a square, a dot where nothing does.
func (b board) letter(sq uint8) byte {
	letter := byte('.')
	switch {
	case b.red()&bit(sq) != 0:
		letter = 'r'
	case b.whites()&bit(sq) != 0:
		letter = 'w'
	}
	if b.kings&bit(sq) != 0 {
		letter -= 'a' - 'A'
	}
	return letter
}
