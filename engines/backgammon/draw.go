package backgammon

import (
	"fmt"
	"strings"

	"plylog/engines"
)

// rows is how many checkers of a point are drawn; of more the last is a number.
const rows = 5

// The two rows of numbers. The first seat counts from the lower right, the second
// from the upper right.
const (
	far  = " +13-14-15-16-17-18-----19-20-21-22-23-24-+\n"
	near = " +12-11-10--9--8--7------6--5--4--3--2--1-+\n"
)

// Draw implements engines.Engine: the board as the first seat sees it, its own
// checkers X, the other's O. The points are numbered as the seat on turn counts
// them and writes its moves. A position of another engine is drawn as nothing but
// its board line.
func (engine) Draw(pos engines.Position) string {
	p, err := own(pos)
	if err != nil {
		return pos.Board() + "\n"
	}
	var b strings.Builder
	p.drawSide(&b, engines.Second, "O")
	upper, lower := far, near
	if p.turn == engines.Second && p.phase != over {
		upper, lower = near, far
	}
	b.WriteString(upper)
	for row := range rows {
		p.drawRow(&b, 13, 1, row, engines.First)
	}
	fmt.Fprintf(&b, "%s|                  |BAR|                  |\n", direction(p))
	for row := rows - 1; row >= 0; row-- {
		p.drawRow(&b, 12, -1, row, engines.Second)
	}
	b.WriteString(lower)
	p.drawSide(&b, engines.First, "X")
	b.WriteString(p.drawState())
	return b.String()
}

// direction points to the side that is on turn.
func direction(p *position) string {
	switch p.turn {
	case engines.First:
		return "v"
	case engines.Second:
		return "^"
	default:
		return " "
	}
}

// drawSide writes what a seat has besides its points.
func (p *position) drawSide(b *strings.Builder, seat engines.Seat, mark string) {
	s := &p.men[seat-engines.First]
	fmt.Fprintf(b, " %s %s: %d pips, %d off", mark, seat, pips(s), s[off])
	if p.terms.length != 1 {
		fmt.Fprintf(b, ", %s", count(p.terms.score[seat-engines.First], "point"))
	}
	if p.owner == seat {
		fmt.Fprintf(b, ", cube %d", p.cube)
	}
	b.WriteByte('\n')
}

// drawRow writes one row of twelve points with the bar in the middle; row 0 is
// at the edge of the board. The bar of that half holds the checkers of one seat.
func (p *position) drawRow(b *strings.Builder, start, by, row int, onBar engines.Seat) {
	b.WriteString(" |")
	for i := range 12 {
		at := start + by*i
		if i == 6 {
			n := p.men[onBar-engines.First][bar]
			// On the bar the checkers lie from the middle outward.
			fmt.Fprintf(b, "|%s|", cell(n, rows-1-row, [...]string{"", "X", "O"}[onBar]))
		}
		if n := p.men[0][at]; n > 0 {
			b.WriteString(cell(n, row, "X"))
		} else {
			b.WriteString(cell(p.men[1][25-at], row, "O"))
		}
	}
	b.WriteString("|\n")
}

// cell draws what a stack of n checkers shows in a row.
func cell(n int8, row int, mark string) string {
	switch {
	case int(n) <= row:
		return "   "
	case row == rows-1 && n > rows:
		return fmt.Sprintf("%2d ", n)
	default:
		return " " + mark + " "
	}
}

// drawState says in a line what the game waits for, and of the match and cube.
func (p *position) drawState() string {
	var says string
	switch p.phase {
	case opening:
		says = "the opening roll is awaited"
	case reroll:
		says = p.turn.String() + " starts and rolls afresh"
	case toRoll:
		says = p.turn.String() + " to roll"
		if p.barsDouble() == nil {
			says += " or double"
		}
	case rolling:
		says = p.turn.String() + " rolls"
	case moving:
		says = fmt.Sprintf("%s to play %d-%d", p.turn, p.dice[0], p.dice[1])
	case doubled:
		says = fmt.Sprintf("%s doubles to %d: %s takes or drops", p.turn, 2*p.cube, p.turn.Opponent())
		if p.barsBeaver() == nil {
			says += " or beavers"
		}
	case over:
		r, _ := p.Result()
		says = fmt.Sprintf("%s has won %s", p.turn, count(r.Points, "point"))
	}
	switch t := p.terms; {
	case t.length > 1:
		says += fmt.Sprintf("; match to %d", t.length)
	case t.length == 0:
		says += "; unlimited play"
	}
	switch {
	case p.terms.crawfordGame():
		says += "; Crawford game"
	case p.terms.cube && p.cube == 1:
		says += "; cube in the middle"
	}
	return " " + says + "\n"
}
