package backgammon

import "fmt"

// MostCube is the highest value that the cube can reach. Only unlimited play
// comes near it: in a match a cube is dead long before.
const MostCube = 1 << 20

// barsBeaver returns why a double that is offered may not be answered with
// another, nil if it may.
//
// Rule: BG-22
func (p *position) barsBeaver() *reason {
	switch {
	case !p.terms.beavers:
		return &reason{"BG-22", "answer-double", fmt.Sprintf("a double to %d is offered: take it or drop", 2*p.cube)}
	case 4*p.cube > MostCube:
		return &reason{"BG-22", "cube-limit", fmt.Sprintf("the cube goes no higher than %d", MostCube)}
	}
	return nil
}

// barsDouble returns why the seat that is about to roll may not double, nil if
// it may.
func (p *position) barsDouble() *reason {
	switch need, limited := p.terms.need(p.turn); {
	case p.phase == reroll:
		// Rule: BG-4
		return &reason{"BG-4", "roll-first", "the starter throws the opening roll afresh; doubling begins with the turn after"}
	case !p.terms.cube:
		// Rule: BG-22
		return &reason{"BG-22", "no-cube", "this game is played without a doubling cube"}
	case p.terms.crawfordGame():
		// Rule: BG-24
		return &reason{"BG-24", "crawford", "this is the Crawford game: one seat lacks a single point, and nobody doubles"}
	case p.owner == p.turn.Opponent():
		// Rule: BG-22
		return &reason{"BG-22", "no-cube", "the cube belongs to the opponent, who alone may double"}
	case limited && p.cube >= need:
		// Rule: BG-22
		return &reason{"BG-22", "dead-cube", fmt.Sprintf("the cube is dead: at %d it wins the match already, %s is needed", p.cube, count(need, "point"))}
	case p.cube >= MostCube:
		return &reason{"BG-22", "cube-limit", fmt.Sprintf("the cube goes no higher than %d", MostCube)}
	}
	return nil
}
