package checkers

import (
	"math/bits"
)

// mostFEN holds the longest line that appendFEN writes.
const mostFEN = 128

// appendFEN writes the board as a PDN FEN: the side to move, White's pieces,
// Red's (B), squares ascending, three or more men in a row as a range, kings one
// by one with K before them, no dot at the end.
func (b board) appendFEN(dst []byte) []byte {
	letter := byte('B')
	if b.white {
		letter = 'W'
	}
	dst = append(dst, letter, ':', 'W')
	dst = appendPieces(dst, b.whites(), b.kings)
	dst = append(dst, ':', 'B')
	return appendPieces(dst, b.red(), b.kings)
}

func appendPieces(dst []byte, pieces, kings uint32) []byte {
	men := pieces &^ kings
	for first := true; pieces != 0; first = false {
		if !first {
			dst = append(dst, ',')
		}
		sq := lowest(pieces)
		run := uint8(bits.TrailingZeros32(^(men >> sq)))
		switch {
		case run >= 3:
			dst = append(dst, names[sq]...)
			dst = append(dst, '-')
			dst = append(dst, names[sq+run-1]...)
			pieces &^= (1<<run - 1) << sq
			continue
		case run == 0:
			dst = append(dst, 'K')
		}
		dst = append(dst, names[sq]...)
		pieces &= pieces - 1
	}
	return dst
}
