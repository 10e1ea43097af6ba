package checkers

import "strconv"

// Squares are 0 to 31 inside the package and 1 to 32 in every text: bit i of a
// mask is square i+1 of PDN. With squares 1 to 4 on top, rows alternate: in even
// rows (0, 2, …) the dark squares stand one column further right than in odd
// ones, so a diagonal step is 4 and either 3 or 5 squares away, while a jump is 7
// or 9 away from everywhere.
//
// Rule: CK-1
const (
	squares   = 32
	perRow    = 4
	evenRows  = 0x0f0f0f0f
	oddRows   = 0xf0f0f0f0
	firstFile = 0x11111111 // first dark square of each row
	lastFile  = 0x88888888 // last dark square of each row
	whiteHome = 0xf0000000 // squares 29 to 32: White's back rank, red men are crowned there
	redHome   = 0x0000000f // squares 1 to 4: Red's back rank, white men are crowned there
)

// direction is one of the four diagonals, in ascending order of the square that
// it leads to. Down is Red's way, towards higher numbers, and up White's.
type direction uint8

const (
	upLeft direction = iota
	upRight
	downLeft
	downRight
	directions
)

// jumpStride is how far a jump goes in each direction.
var jumpStride = [directions]int8{upLeft: -9, upRight: -7, downLeft: 7, downRight: 9}

// The four steps move every square of a mask one square along a diagonal; what
// leaves the board is gone.

func stepUpLeft(m uint32) uint32    { return m&evenRows>>4 | m&(oddRows&^firstFile)>>5 }
func stepUpRight(m uint32) uint32   { return m&(evenRows&^lastFile)>>3 | m&oddRows>>4 }
func stepDownLeft(m uint32) uint32  { return m&evenRows<<4 | m&(oddRows&^firstFile)<<3 }
func stepDownRight(m uint32) uint32 { return m&(evenRows&^lastFile)<<5 | m&oddRows<<4 }

func step(d direction, m uint32) uint32 {
	switch d {
	case upLeft:
		return stepUpLeft(m)
	case upRight:
		return stepUpRight(m)
	case downLeft:
		return stepDownLeft(m)
	default:
		return stepDownRight(m)
	}
}

// next and land are the squares one and two steps away, as masks; 0 off the board.
var next, land = diagonals()

func diagonals() (next, land [directions][squares]uint32) {
	for d := range directions {
		for sq := range uint8(squares) {
			next[d][sq] = step(d, bit(sq))
			land[d][sq] = step(d, next[d][sq])
		}
	}
	return next, land
}

func bit(sq uint8) uint32 { return 1 << sq }

// names are the squares as they are written.
var names = numbered()

func numbered() (names [squares]string) {
	for sq := range names {
		names[sq] = strconv.Itoa(sq + 1)
	}
	return names
}

// place returns row and column on the 8x8 board, squares 1 to 4 in row 0.
func place(sq uint8) (row, col int) {
	row = int(sq) / perRow
	return row, 2*(int(sq)%perRow) + 1 - row%2
}

// at returns the dark square of a row and column; false for a light one or one
// off the board.
func at(row, col int) (uint8, bool) {
	if row < 0 || row > 7 || col < 0 || col > 7 || (row+col)%2 == 0 {
		return 0, false
	}
	return uint8(row*perRow + col/2), true
}
