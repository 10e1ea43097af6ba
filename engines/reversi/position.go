package reversi

import (
	"math/bits"

	"plylog/engines"
)

// position is one state of a game. It implements engines.Position,
// engines.Passer and engines.Counter.
type position struct {
	black, white    uint64
	moves           uint64       // where the side on turn may place a disc; 0: it must pass, or the game is over
	supply          [2]uint8     // discs in hand: black's, white's
	side            engines.Seat // who is on turn, or would be, were the game not over
	over            bool
	emptiesToWinner bool // option score
}

// Both sides hold this many discs before the first is set on the board.
//
// Rule: RV-2
const discsEach = 32

// start returns the first position.
//
// Rule: RV-1 RV-2 RV-3
func start() position {
	p := position{
		black:  1<<28 | 1<<35, // e4, d5
		white:  1<<27 | 1<<36, // d4, e5
		supply: [2]uint8{discsEach - 2, discsEach - 2},
		side:   engines.First,
	}
	p.settle()
	return p
}

// settle computes what follows from the discs and the side on turn.
//
// Rule: RV-11
func (p *position) settle() {
	own, opp := p.discs()
	p.moves = mobility(own, opp)
	p.over = p.moves == 0 && mobility(opp, own) == 0
}

// discs returns the discs of the side on turn and those of the other.
func (p *position) discs() (own, opp uint64) {
	if p.side == engines.First {
		return p.black, p.white
	}
	return p.white, p.black
}

// empties returns how many squares hold no disc.
func (p *position) empties() int { return bits.OnesCount64(^(p.black | p.white)) }

// Turn implements engines.Position.
func (p *position) Turn() engines.Seat {
	if p.over {
		return engines.Nobody
	}
	return p.side
}

// MustPass implements engines.Passer.
//
// Rule: RV-8
func (p *position) MustPass() bool { return p.moves == 0 && !p.over }

// Play implements engines.Position.
func (p *position) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	square, refusal := p.check(by, m)
	if refusal != nil {
		return nil, refusal
	}
	return p.after(square), nil
}

// Canonical implements engines.Position.
func (p *position) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	square, refusal := p.check(by, m)
	if refusal != nil {
		return "", refusal
	}
	if square == passing {
		return engines.Pass, nil
	}
	return engines.Move(nameOf(square)), nil
}

// after returns the position after a legal move of the side on turn that turns
// what the rules say.
func (p *position) after(square int) *position {
	if square == passing {
		return p.afterTurning(passing, 0)
	}
	own, opp := p.discs()
	return p.afterTurning(square, flips(own, opp, square))
}

// afterTurning returns the position after a move of the side on turn that turns
// the opposing discs given.
func (p *position) afterTurning(square int, turned uint64) *position {
	next := *p
	if square != passing {
		own, opp := p.discs()
		own, opp = own|turned|1<<square, opp&^turned
		if p.side == engines.First {
			next.black, next.white = own, opp
		} else {
			next.black, next.white = opp, own
		}
		next.supply = p.supplyAfter()
	}
	next.side = p.side.Opponent()
	next.settle()
	return &next
}

// supplyAfter returns the supplies once the side on turn has placed a disc: its
// own is one smaller, or the opponent's, where its own is empty. A board has as
// many empty squares as there are discs in both supplies, so that one of them
// is never empty here.
//
// Rule: RV-2 RV-10
func (p *position) supplyAfter() [2]uint8 {
	supply, mover := p.supply, int(p.side-engines.First)
	if supply[mover] == 0 {
		mover = 1 - mover
	}
	supply[mover]--
	return supply
}

// Choices implements engines.Position: squares from a1 along the ranks to h8,
// each as one step that takes the discs it flips, the nearest first.
func (p *position) Choices(by engines.Seat) []engines.Choice { return p.choices(by, false) }

// choices lists the choices, spelled by hand or not.
func (p *position) choices(by engines.Seat, byHand bool) []engines.Choice {
	if by != p.Turn() || !by.Plays() {
		return nil
	}
	if p.moves == 0 {
		return []engines.Choice{{Move: engines.Pass}}
	}
	own, opp := p.discs()
	choices := make([]engines.Choice, 0, bits.OnesCount64(p.moves))
	for rest := p.moves; rest != 0; rest &= rest - 1 {
		placed := placement{square: bits.TrailingZeros64(rest)}
		placed.turned = flips(own, opp, placed.square)
		name := nameOf(placed.square)
		choice := engines.Choice{
			Move:  engines.Move(name),
			Steps: []engines.Step{{To: name, Takes: outwards(placed.square, placed.turned)}},
		}
		if byHand {
			choice.Move = placed.canonical()
		}
		choices = append(choices, choice)
	}
	return choices
}

// outwards names flipped discs by their distance from the new disc.
func outwards(square int, turned uint64) []string {
	list := make([]string, 0, bits.OnesCount64(turned))
	for distance := 1; len(list) < cap(list); distance++ {
		for i, d := range directions {
			// Past the edge the sum names a square of another line, or none.
			at := square + distance*(8*d.rank+d.file)
			if at >= 0 && at < 64 && turned&rays[square][i]&(1<<at) != 0 {
				list = append(list, nameOf(at))
			}
		}
	}
	return list
}
