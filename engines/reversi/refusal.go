package reversi

import (
	"math/bits"

	"plylog/engines"
)

// check returns the square of a move, or passing, where the rules allow it, and
// else the refusal.
func (p *position) check(by engines.Seat, m engines.Move) (int, *engines.IllegalError) {
	if p.over || by != p.side {
		return 0, p.refuseTurn(by, m)
	}
	square := readMove(m)
	if square < 0 || p.moves&(1<<square) == 0 {
		if square == passing && p.moves == 0 {
			return passing, nil
		}
		return 0, p.refuseMove(by, m, square)
	}
	return square, nil
}

// refuseTurn says why a seat may do nothing now.
func (p *position) refuseTurn(by engines.Seat, m engines.Move) *engines.IllegalError {
	refusal := &engines.IllegalError{By: by, Move: m}
	switch {
	case p.over:
		// Rule: RV-11
		refusal.Rule, refusal.Code = "RV-11", "reversi.game-over"
		refusal.Detail = "the game is over: neither side can move"
	case by.Plays() && p.stuck(by):
		// Rule: RV-8
		refusal.Rule, refusal.Code = "RV-8", "reversi.not-your-turn"
		refusal.Detail = colour(by) + " can outflank nothing, so it is " + colour(p.side) + "'s turn"
	default:
		// Rule: RV-3
		refusal.Rule, refusal.Code = "RV-3", "reversi.not-your-turn"
		refusal.Detail = "it is " + colour(p.side) + "'s turn"
	}
	return refusal
}

// stuck reports whether the seat not on turn could outflank nothing.
func (p *position) stuck(by engines.Seat) bool {
	if by == engines.First {
		return mobility(p.black, p.white) == 0
	}
	return mobility(p.white, p.black) == 0
}

// refuseMove says what is wrong with a move of the side on turn.
func (p *position) refuseMove(by engines.Seat, m engines.Move, square int) *engines.IllegalError {
	refusal := &engines.IllegalError{By: by, Move: m}
	switch {
	case square == unreadable:
		// Rule: RV-4
		refusal.Rule, refusal.Code = "RV-4", "reversi.malformed"
		refusal.Detail = "this names no square; want a1 to h8, such as d3, or pass"
	case square == passing:
		// Rule: RV-8
		refusal.Rule, refusal.Code = "RV-8", "reversi.pass-not-allowed"
		refusal.Detail = colour(by) + " can move, to " + nameOf(bits.TrailingZeros64(p.moves)) + " for one, and so may not pass"
	case p.moves == 0:
		// Rule: RV-8
		refusal.Rule, refusal.Code = "RV-8", "reversi.must-pass"
		refusal.Detail = colour(by) + " can outflank nothing anywhere and can only pass"
	case (p.black|p.white)&(1<<square) != 0:
		// Rule: RV-9
		refusal.Rule, refusal.Code = "RV-9", "reversi.occupied"
		refusal.Detail = "a disc stands on " + nameOf(square) + " and stays there for the rest of the game"
	default:
		// Rule: RV-4
		refusal.Rule, refusal.Code = "RV-4", "reversi.outflanks-nothing"
		refusal.Detail = "a disc on " + nameOf(square) + " outflanks no " + colour(by.Opponent()) + " disc in any direction"
	}
	return refusal
}

// colour returns the field's word for a seat.
func colour(s engines.Seat) string {
	switch s {
	case engines.First:
		return "black"
	case engines.Second:
		return "white"
	default:
		return "nobody"
	}
}
