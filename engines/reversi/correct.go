package reversi

import (
	"math/bits"
	"strings"

	"plylog/engines"
)

// MayCorrect implements engines.Corrector.
//
// Rule: RV-12
func (p *byHand) MayCorrect(by engines.Seat) bool { return p.wrong != nil && by == p.placed }

// Correct implements engines.Corrector: the last disc stays where it is, and the
// discs turned become those given, which must be the right ones. A move that does
// not list them means them.
//
// Rule: RV-12
func (p *byHand) Correct(by engines.Seat, m engines.Move) (engines.Position, error) {
	if refusal := p.refuseCorrecting(by, m); refusal != nil {
		return nil, refusal
	}
	before, square := &p.wrong.before, p.wrong.square
	text, list, listed := strings.Cut(string(m), ":")
	switch placed := readMove(engines.Move(text)); {
	case placed < 0:
		return nil, refuseByHand(by, m, "malformed", "a correction is the square of the last disc, a colon and the turned ones; "+before.rightly(square))
	case placed != square:
		// Rule: RV-9
		return nil, &engines.IllegalError{By: by, Move: m, Rule: "RV-9", Code: "reversi.other-square",
			Detail: "the last disc was placed on " + nameOf(square) + " and stays there; only what it turned can be put right"}
	}
	if listed {
		turned, refusal := before.readTurned(by, m, list)
		if refusal == nil {
			refusal = before.refuseTurned(by, m, placement{square, turned})
		}
		if refusal != nil {
			return nil, refusal
		}
	}
	corrected := byHand{position: *before}
	return corrected.after(placement{square, before.right(square)}), nil
}

// refuseCorrecting says why there is nothing that a seat may put right, if so.
func (p *byHand) refuseCorrecting(by engines.Seat, m engines.Move) *engines.IllegalError {
	switch {
	case p.MayCorrect(by):
		return nil
	case p.over:
		return p.refuseTurn(by, m)
	case !by.Plays():
		return refuseByHand(by, m, "not-your-move", "only who made the last move may put it right")
	case p.placed == by.Opponent():
		return refuseByHand(by, m, "too-late", colour(p.placed)+" has moved since, so the board stands as it is")
	default:
		return refuseByHand(by, m, "nothing-to-correct", colour(by)+" has turned no wrong disc")
	}
}

// refuseTurned says which rule a set of turned discs offends, if any.
func (p *position) refuseTurned(by engines.Seat, m engines.Move, placed placement) *engines.IllegalError {
	right := p.right(placed.square)
	missing, extra := right&^placed.turned, placed.turned&^right
	refuse := func(rule, code, detail string) *engines.IllegalError {
		return &engines.IllegalError{By: by, Move: m, Rule: rule, Code: "reversi." + code, Detail: detail + "; " + p.rightly(placed.square)}
	}
	if missing != 0 {
		// Rule: RV-5
		return refuse("RV-5", "not-all-turned", nameOf(bits.TrailingZeros64(missing))+" is outflanked and was left as it is")
	}
	if extra == 0 {
		return nil
	}
	name := nameOf(bits.TrailingZeros64(extra))
	own, _ := p.discs()
	for i, ray := range rays[placed.square] {
		if ray&(extra&-extra) == 0 {
			continue
		}
		beyond := rays[bits.TrailingZeros64(extra)][i]
		if between := ray &^ beyond; between&own != 0 {
			// Rule: RV-6
			return refuse("RV-6", "beyond-own-disc", name+" lies beyond a disc of "+colour(by))
		}
		return refuse("RV-5", "not-outflanked", name+" is in line with the new disc and not outflanked")
	}
	// Rule: RV-7
	return refuse("RV-7", "no-line", name+" is in no line with the new disc")
}

// rightly says what a disc of the side on turn turns.
func (p *position) rightly(square int) string {
	var list []string
	for rest := p.right(square); rest != 0; rest &= rest - 1 {
		list = append(list, nameOf(bits.TrailingZeros64(rest)))
	}
	return nameOf(square) + " turns " + strings.Join(list, ", ")
}
