package reversi

import (
	"fmt"
	"math/bits"
	"strings"

	"plylog/engines"
)

const files = "    a b c d e f g h\n"

// Draw implements engines.Engine: the board with coordinates, and for each side
// its discs on the board and in hand; nothing for a position of another engine.
func (engine) Draw(at engines.Position) string {
	p, ok := of(at)
	if !ok {
		return ""
	}
	var b strings.Builder
	b.WriteString(files)
	squares := p.Board()[:64]
	for rank := 1; rank <= 8; rank++ {
		line := strings.Split(squares[8*rank-8:8*rank], "")
		fmt.Fprintf(&b, "  %d %s %d\n", rank, strings.Join(line, " "), rank)
	}
	b.WriteString(files)
	fmt.Fprintf(&b, "\n  X black: %2d on the board, %2d in hand\n", bits.OnesCount64(p.black), p.supply[0])
	fmt.Fprintf(&b, "  O white: %2d on the board, %2d in hand\n", bits.OnesCount64(p.white), p.supply[1])
	b.WriteString("\n  " + p.status() + "\n")
	return b.String()
}

// status says in a few words how the game stands.
func (p *position) status() string {
	r, over := p.Result()
	switch {
	case over && r.Winner == engines.Nobody:
		return fmt.Sprintf("drawn %d-%d", r.Score[0], r.Score[1])
	case over:
		return fmt.Sprintf("%s won %d-%d", colour(r.Winner), r.Score[0], r.Score[1])
	case p.MustPass():
		return colour(p.side) + " must pass"
	default:
		return colour(p.side) + " to move"
	}
}
