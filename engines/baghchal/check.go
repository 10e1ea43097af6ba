package baghchal

import (
	"fmt"

	"plylog/engines"
)

// check reads a move and finds it legal, or refuses it by name.
func (p *Position) check(by engines.Seat, text engines.Move) (move, error) {
	refuse := func(r refusal) (move, error) {
		return move{}, &engines.IllegalError{By: by, Move: text, Rule: r.rule, Code: Name + "." + r.code, Detail: r.detail}
	}
	if p.end != going {
		return refuse(p.gameOver())
	}
	if by != p.side {
		return refuse(p.notYourTurn())
	}
	sp, ok := read(text)
	if !ok {
		return refuse(malformed)
	}
	m, r := p.board.find(sp)
	if r.rule != "" {
		return refuse(r)
	}
	if p.bars(m) {
		return move{}, thirdTime(by, text, m)
	}
	return m, nil
}

// find looks for the move that a spelling means on the board. A refusal without
// a rule is none.
func (b board) find(sp spelling) (move, refusal) {
	if sp.piece != engines.Nobody && sp.piece != b.side {
		return move{}, refusal{b.moveRule(), "not-your-piece", fmt.Sprintf("the %s are on turn, and the move names the other side's piece", plural(b.side))}
	}
	if sp.from == none {
		return b.findPlacing(sp.to)
	}
	switch {
	case b.side == engines.First && sp.jump:
		return move{}, refusal{"BC-8", "goats-capture-nothing", "goats capture nothing; only tigers jump"}
	case b.placing():
		return move{}, refusal{"BC-4", "goats-in-hand", fmt.Sprintf("no goat on the board moves before all are placed, and %d are still in hand", b.hand)}
	case has(b.own(), sp.from):
	case has(b.empty(), sp.from):
		return move{}, refusal{b.moveRule(), "nothing-there", fmt.Sprintf("there is no piece on %s", names[sp.from])}
	default:
		return move{}, refusal{b.moveRule(), "not-your-piece", fmt.Sprintf("the piece on %s is not one of the %s", names[sp.from], plural(b.side))}
	}
	if b.side == engines.Second && (sp.jump || straight(sp.from, sp.to) == 2) {
		return b.findJump(sp.from, sp.to)
	}
	return b.findStep(sp.from, sp.to)
}

// findPlacing checks a goat that is placed.
// Rule: BC-4
func (b board) findPlacing(to int) (move, refusal) {
	switch {
	case b.side == engines.Second:
		return move{}, refusal{"BC-6", "only-goats-are-placed", "tigers are not placed; a tiger steps or captures, such as a1-b2 or a1xc3"}
	case b.hand == 0:
		return move{}, refusal{"BC-5", "no-goat-in-hand", "all twenty goats have been placed; now a goat on the board steps, such as c3-c4"}
	case !has(b.empty(), to):
		return move{}, b.occupied("BC-4", to)
	}
	return move{none, to, none}, refusal{}
}

// findStep checks a step.
// Rule: BC-1, BC-5, BC-6
func (b board) findStep(from, to int) (move, refusal) {
	switch {
	case from != to && straight(from, to) != 1:
		return move{}, refusal{b.moveRule(), "too-far", fmt.Sprintf("%s is not next to %s; a step goes to a neighbouring point", names[to], names[from])}
	case from != to && !has(near[from], to):
		return move{}, noLine(from, to)
	case !has(b.empty(), to):
		return move{}, b.occupied(b.moveRule(), to)
	}
	return move{from, to, none}, refusal{}
}

// findJump checks a capture.
// Rule: BC-1, BC-7, BC-8
func (b board) findJump(from, to int) (move, refusal) {
	switch straight(from, to) {
	case 1:
		return move{}, refusal{"BC-7", "no-goat-to-jump", fmt.Sprintf("%s and %s are neighbours, so there is nothing between them to capture", names[from], names[to])}
	case 2:
	default:
		return move{}, refusal{"BC-7", "too-far", fmt.Sprintf("from %s to %s is not a jump straight over one point", names[from], names[to])}
	}
	between := over(from, to)
	switch {
	case !has(far[from], to):
		return move{}, noLine(from, to)
	case has(b.tigers, between):
		return move{}, refusal{"BC-8", "tiger-jumped", fmt.Sprintf("there is a tiger on %s; tigers are never jumped", names[between])}
	case !has(b.goats, between):
		return move{}, refusal{"BC-7", "no-goat-to-jump", fmt.Sprintf("there is no goat on %s to jump", names[between])}
	case !has(b.empty(), to):
		return move{}, b.occupied("BC-7", to)
	}
	return move{from, to, between}, refusal{}
}

// straight is how far apart two points are in one of the eight directions, drawn
// or not; 0 where they are the same or in no such direction.
func straight(from, to int) int {
	dr, df := distance(from/5, to/5), distance(from%5, to%5)
	if dr != 0 && df != 0 && dr != df {
		return 0
	}
	return max(dr, df)
}

func distance(a, b int) int { return max(a-b, b-a) }
