package checkers

import (
	"math/bits"

	"plylog/engines"
)

// board is a placement of pieces with the side to move, as that side sees it.
// Two boards are equal exactly when they are the same position to the rules.
type board struct {
	own, opp uint32 // the pieces of the side to move and of the other side
	kings    uint32 // those of both that are kings
	white    bool   // White is to move
}

// startBoard is the set-up: twelve men each on the squares nearest to their
// owner, Red to move.
//
// Rule: CK-2, CK-3
func startBoard() board {
	return board{own: 0x00000fff, opp: 0xfff00000}
}

// mover is the seat whose move the board awaits.
func (b board) mover() engines.Seat {
	if b.white {
		return engines.Second
	}
	return engines.First
}

func (b board) red() uint32 {
	if b.white {
		return b.opp
	}
	return b.own
}

func (b board) whites() uint32 {
	if b.white {
		return b.own
	}
	return b.opp
}

func (b board) empty() uint32 { return ^(b.own | b.opp) }

// crownRow is the far rank of the side to move.
func (b board) crownRow() uint32 {
	if b.white {
		return redHome
	}
	return whiteHome
}

// reach splits the own pieces by the ways they may go: men forward only, which
// is down for Red and up for White, kings both ways.
//
// Rule: CK-4, CK-6
func (b board) reach() (up, down uint32) {
	if b.white {
		return b.own, b.own & b.kings
	}
	return b.own & b.kings, b.own
}

// jumpers are the own pieces that can capture. Whether the piece jumped is a man
// or a king makes no difference.
//
// Rule: CK-5, CK-13
func (b board) jumpers() uint32 {
	up, down := b.reach()
	empty := b.empty()
	return up&^firstFile&(empty<<9)&stepDownRight(b.opp) |
		up&^lastFile&(empty<<7)&stepDownLeft(b.opp) |
		down&^firstFile&(empty>>7)&stepUpRight(b.opp) |
		down&^lastFile&(empty>>9)&stepUpLeft(b.opp)
}

// steppers are the own pieces that can step to an empty square, by direction.
func (b board) steppers() [directions]uint32 {
	up, down := b.reach()
	empty := b.empty()
	return [directions]uint32{
		upLeft:    up & stepDownRight(empty),
		upRight:   up & stepDownLeft(empty),
		downLeft:  down & stepUpRight(empty),
		downRight: down & stepUpLeft(empty),
	}
}

// stuck reports whether the side to move has no move at all.
func (b board) stuck() bool {
	s := b.steppers()
	return s[0]|s[1]|s[2]|s[3] == 0 && b.jumpers() == 0
}

// after returns the board after a legal move of the side to move, seen from the
// other side.
//
// Rule: CK-3, CK-5, CK-14
func (b board) after(m move) board {
	from, to := bit(m.from), bit(m.to)
	kings := b.kings &^ (from | m.taken)
	if b.kings&from != 0 || b.crownRow()&to != 0 {
		kings |= to
	}
	return board{own: b.opp &^ m.taken, opp: b.own&^from | to, kings: kings, white: !b.white}
}

// lowest returns the lowest square of a mask that is not empty.
func lowest(mask uint32) uint8 { return uint8(bits.TrailingZeros32(mask)) }
