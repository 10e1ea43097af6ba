package checkers

import (
	"math/bits"

	"plylog/engines/alphabeta"
)

// searched implements alphabeta.Game over boards.
type searched struct{}

// Moves implements alphabeta.Game.
func (searched) Moves(b board, list []move) []move { return b.moves(list) }

// After implements alphabeta.Game.
func (searched) After(b board, m move) board { return b.after(m) }

// Sharp implements alphabeta.Game: a side that must capture is not judged.
func (searched) Sharp(b board, list []move) ([]move, bool) {
	if b.jumpers() == 0 {
		return list, false
	}
	return b.captures(list), true
}

// Key implements alphabeta.Game.
func (searched) Key(b board) uint64 {
	rest := uint64(b.kings) << 1
	if b.white {
		rest |= 1
	}
	return alphabeta.Mix(uint64(b.own)|uint64(b.opp)<<32) ^ alphabeta.Mix(^rest)
}

// Promise implements alphabeta.Game: what takes most comes first, then what is
// crowned.
func (searched) Promise(b board, m move, _ int) int {
	promise := 100 * int(m.jumps)
	if b.kings&bit(m.from) == 0 && b.crownRow()&bit(m.to) != 0 {
		promise += 80
	}
	if center&bit(m.to) != 0 {
		promise += 2
	}
	return promise
}

// center is the eight squares in the middle.
const center = 1<<13 | 1<<14 | 1<<17 | 1<<18 | 1<<9 | 1<<10 | 1<<21 | 1<<22

// What things are worth, a man being 100.
const (
	worthMan     = 100
	worthKing    = 140
	worthRow     = 3  // a man, for every row that it has gone
	worthGuard   = 9  // a man on its own back row, while the opponent has men to crown
	worthCenter  = 4  // a piece in the middle
	worthRunner  = 12 // a man with nothing but empty squares ahead, for every row that it has gone
	worthStep    = 2  // a step that can be made
	worthEdge    = -6 // a king on the side of the board
	worthTrade   = 12 // being ahead by a piece, for every piece that has gone
	worthChase   = 3  // being ahead among few, for every square that one's kings are nearer to the others
	fewPieces    = 8  // on the board: kings hunt
	worthTheMove = 8  // having the last step where both sides walk towards each other
)

// Value implements alphabeta.Game: pieces, and where they stand.
func (searched) Value(b board) int {
	if b.own == 0 || b.stuck() {
		return -alphabeta.Win
	}
	other := board{own: b.opp, opp: b.own, kings: b.kings, white: !b.white}
	ours, theirs := material(b.own, b.kings), material(b.opp, b.kings)
	v := ours - theirs + standing(b) - standing(other)
	total := bits.OnesCount32(b.own | b.opp)
	v += (ours - theirs) * worthTrade * (2*mostJumps - total) / 1000
	if total <= fewPieces && ours != theirs {
		near := worthChase * nearness(b.own&b.kings, b.opp)
		if ours < theirs {
			near = -worthChase * nearness(b.opp&b.kings, b.own)
		}
		v += near
	}
	if b.hasTheMove() {
		v += worthTheMove
	}
	return v
}

func material(pieces, kings uint32) int {
	return worthMan*bits.OnesCount32(pieces&^kings) + worthKing*bits.OnesCount32(pieces&kings)
}

// standing adds up where the pieces of the side to move stand.
func standing(b board) int {
	v := worthCenter * bits.OnesCount32(b.own&center)
	men := b.own &^ b.kings
	for rest := men; rest != 0; rest &= rest - 1 {
		sq := lowest(rest)
		row := int(sq) / perRow
		if b.white {
			row = 7 - row
		}
		v += worthRow * row
		if b.ahead(sq)&(b.own|b.opp) == 0 {
			v += worthRunner * row
		}
	}
	home := uint32(redHome)
	if b.white {
		home = whiteHome
	}
	if b.opp&^b.kings != 0 {
		v += worthGuard * bits.OnesCount32(men&home)
	}
	v += worthEdge * bits.OnesCount32(b.own&b.kings&edges)
	for _, can := range b.steppers() {
		v += worthStep * bits.OnesCount32(can)
	}
	return v
}

// edges are the squares on the sides of the board.
const edges = firstFile&oddRows | lastFile&evenRows

// ahead returns the squares that a man can still come to.
func (b board) ahead(sq uint8) uint32 { return cones[colourOf(b.white)][sq] }

func colourOf(white bool) int {
	if white {
		return 1
	}
	return 0
}

// cones holds for red and white and every square what lies ahead of a man there.
var cones = makeCones()

func makeCones() (c [2][squares]uint32) {
	for sq := range uint8(squares) {
		for reach, i := bit(sq), 0; i < 7; i++ {
			reach = stepDownLeft(reach) | stepDownRight(reach)
			c[0][sq] |= reach
		}
		for reach, i := bit(sq), 0; i < 7; i++ {
			reach = stepUpLeft(reach) | stepUpRight(reach)
			c[1][sq] |= reach
		}
	}
	return c
}

// nearness is how near the hunters are to what they hunt: for each of them 7
// less the distance to the nearest.
func nearness(hunters, prey uint32) int {
	sum := 0
	for rest := hunters; rest != 0; rest &= rest - 1 {
		row, col := place(lowest(rest))
		best := 7
		for p := prey; p != 0; p &= p - 1 {
			r, c := place(lowest(p))
			best = min(best, max(distance(row, r), distance(col, c)))
		}
		sum += 7 - best
	}
	return sum
}

func distance(a, b int) int { return max(a-b, b-a) }

// hasTheMove reports whether the side to move has the opposition, which players
// call the move: an odd number of pieces in its own system of columns, where the
// sides are level.
func (b board) hasTheMove() bool {
	if bits.OnesCount32(b.own) != bits.OnesCount32(b.opp) {
		return false
	}
	system := uint32(oddRows) // the columns that have a square in White's back row
	if !b.white {
		system = evenRows
	}
	return bits.OnesCount32((b.own|b.opp)&system)%2 == 1
}
