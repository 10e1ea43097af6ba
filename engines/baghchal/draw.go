package baghchal

import (
	"fmt"
	"strings"

	"plylog/engines"
)

// Draw implements engines.Engine: the points with the lines between them, and
// below the board who is on turn and the counts.
func (Engine) Draw(p engines.Position) string {
	q, ok := p.(*Position)
	if !ok {
		return p.Board() + "\n"
	}
	var s strings.Builder
	for rank := 4; rank >= 0; rank-- {
		q.drawRank(&s, rank)
		if rank > 0 {
			drawLines(&s, rank)
		}
	}
	s.WriteString("\n   a   b   c   d   e\n\n")
	fmt.Fprintf(&s, "%s\n", q.standingLine())
	fmt.Fprintf(&s, "goats in hand %d, captured %d of %d; trapped tigers %d of %d\n",
		q.hand, q.captured, mostCaptured, q.trapped(), pack)
	return s.String()
}

// drawRank draws the points of a rank and the lines along it.
func (b board) drawRank(s *strings.Builder, rank int) {
	fmt.Fprintf(s, "%d  ", rank+1)
	for file := range 5 {
		if file > 0 {
			s.WriteString("---")
		}
		letter := b.letter(5*rank + file)
		if letter == '.' {
			letter = '+'
		}
		s.WriteByte(letter)
	}
	s.WriteByte('\n')
}

// drawLines draws the lines from a rank down to the next.
// Rule: BC-1
func drawLines(s *strings.Builder, rank int) {
	s.WriteString("   ")
	for file := range 5 {
		if file > 0 {
			if has(even, 5*rank+file-1) {
				s.WriteString(` \ `)
			} else {
				s.WriteString(" / ")
			}
		}
		s.WriteByte('|')
	}
	s.WriteByte('\n')
}

// standingLine says who is on turn, or who has won.
func (p *Position) standingLine() string {
	if p.end == going {
		return plural(p.side) + " to move"
	}
	r, _ := p.Result()
	return fmt.Sprintf("%s win: %s", plural(r.Winner), strings.ReplaceAll(r.Reason, "-", " "))
}
