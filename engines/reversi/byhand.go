package reversi

import (
	"math/bits"
	"strings"

	"plylog/engines"
)

// mostByHand is the length in bytes above which a move by hand is not read: a
// square and 63 more with a sign and two blanks before each.
const mostByHand = 64 * 5

// byHand is a position of a game in which the mover turns the discs. It implements
// engines.Corrector besides.
type byHand struct {
	position
	placed engines.Seat // who placed the last disc; Nobody before the first
	wrong  *mistake     // what was wrong with it; nil: nothing
}

// mistake is a placement that turned the wrong discs. What the discs would have
// been follows from the position before it.
type mistake struct {
	before position
	square int
}

// of returns the board of a position of this engine; false for one of another.
func of(p engines.Position) (*position, bool) {
	switch p := p.(type) {
	case *position:
		return p, true
	case *byHand:
		return &p.position, true
	default:
		return nil, false
	}
}

// Play implements engines.Position.
//
// Rule: RV-12
func (p *byHand) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	placed, refusal := p.checkByHand(by, m)
	if refusal != nil {
		return nil, refusal
	}
	return p.after(placed), nil
}

// Canonical implements engines.Position.
func (p *byHand) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	placed, refusal := p.checkByHand(by, m)
	if refusal != nil {
		return "", refusal
	}
	return placed.canonical(), nil
}

// Choices implements engines.Position: the moves that turn the right discs.
func (p *byHand) Choices(by engines.Seat) []engines.Choice { return p.choices(by, true) }

// after returns the position after a placement and notes what can be put right. A
// pass leaves that as it is: the server makes it, and it is no move of the
// opponent's.
//
// Rule: RV-12
func (p *byHand) after(m placement) *byHand {
	next := *p
	next.position = *p.afterTurning(m.square, m.turned)
	if m.square == passing {
		return &next
	}
	next.placed, next.wrong = p.side, nil
	if m.turned != p.right(m.square) {
		next.wrong = &mistake{p.position, m.square}
	}
	return &next
}

// placement is a move by hand: a square and the discs that the mover turned, or
// passing.
type placement struct {
	square int
	turned uint64
}

// canonical writes a placement: the square, a colon, and the turned discs from a1
// along the ranks with + between them.
func (m placement) canonical() engines.Move {
	if m.square == passing {
		return engines.Pass
	}
	text := make([]byte, 0, 3+3*bits.OnesCount64(m.turned))
	text = append(text, nameOf(m.square)...)
	text = append(text, ':')
	for rest := m.turned; rest != 0; rest &= rest - 1 {
		if rest != m.turned {
			text = append(text, '+')
		}
		text = append(text, nameOf(bits.TrailingZeros64(rest))...)
	}
	return engines.Move(text)
}

// checkByHand returns the placement that a move means, or the refusal. Where the
// move does not say which discs were turned, the right ones were.
//
// Rule: RV-12
func (p *position) checkByHand(by engines.Seat, m engines.Move) (placement, *engines.IllegalError) {
	text, list, listed := strings.Cut(string(m), ":")
	square, refusal := p.check(by, engines.Move(text))
	if refusal != nil {
		refusal.Move = m
		return placement{}, refusal
	}
	if square == passing {
		if listed {
			return placement{}, refuseByHand(by, m, "malformed", "a pass turns no discs")
		}
		return placement{square: passing}, nil
	}
	placed := placement{square, p.right(square)}
	if !listed {
		return placed, nil
	}
	turned, refusal := p.readTurned(by, m, list)
	if refusal != nil {
		return placement{}, refusal
	}
	if turned != placed.turned && p.afterTurning(square, turned).over {
		return placement{}, refuseByHand(by, m, "ends-the-game",
			"turning these would end the game, and it could not be put right any more; "+p.rightly(square))
	}
	placed.turned = turned
	return placed, nil
}

// right returns the discs that a disc of the side on turn outflanks.
func (p *position) right(square int) uint64 {
	own, opp := p.discs()
	return flips(own, opp, square)
}

// readTurned reads the list of turned discs: squares with a plus, a comma or
// blanks between them. Each must hold an opposing disc, and be there once.
func (p *position) readTurned(by engines.Seat, m engines.Move, list string) (uint64, *engines.IllegalError) {
	if len(m) > mostByHand {
		return 0, refuseByHand(by, m, "malformed", "this names more squares than there are")
	}
	var turned uint64
	_, opp := p.discs()
	for text := range strings.FieldsFuncSeq(list, func(r rune) bool { return strings.ContainsRune("+, \t", r) }) {
		square := readSquare(text)
		switch {
		case square < 0:
			return 0, refuseByHand(by, m, "malformed",
				"a move by hand is the square of the new disc, a colon and the squares of the turned ones, such as d3:d4+e4")
		case turned&(1<<square) != 0:
			return 0, refuseByHand(by, m, "malformed", nameOf(square)+" is there twice")
		case opp&(1<<square) == 0:
			return 0, refuseByHand(by, m, "not-opposing", "there is no disc of "+colour(by.Opponent())+" on "+nameOf(square)+" to turn")
		}
		turned |= 1 << square
	}
	return turned, nil
}

// refuseByHand refuses what only games by hand know.
//
// Rule: RV-12
func refuseByHand(by engines.Seat, m engines.Move, code, detail string) *engines.IllegalError {
	return &engines.IllegalError{By: by, Move: m, Rule: "RV-12", Code: "reversi." + code, Detail: detail}
}
