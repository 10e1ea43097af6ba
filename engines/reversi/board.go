package reversi

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"plylog/engines"
)

// The letters of the board line.
const (
	letterBlack = 'X'
	letterWhite = 'O'
	letterEmpty = '-'
)

// mostBoard is the length in bytes above which the text of a board is not read.
const mostBoard = 256

// Board implements engines.Position: the 64 squares from a1 along the ranks to
// h8 as X (black), O (white) or -, a blank, the side on turn as X or O, a blank,
// and the discs in hand of black and of white:
//
//	---------------------------OX------XO--------------------------- X 30 30
//
// In a game that is over the side is the one that would be on turn, were the
// game not over, which is the opponent of whoever moved last.
func (p *position) Board() string {
	var line [72]byte
	for rank := range 8 {
		black, white := uint8(p.black>>(8*rank)), uint8(p.white>>(8*rank))
		binary.LittleEndian.PutUint64(line[8*rank:], emptyRank+
			spread[black]*(letterBlack-letterEmpty)+spread[white]*(letterWhite-letterEmpty))
	}
	line[64], line[65], line[66] = ' ', letterBlack, ' '
	if p.side == engines.Second {
		line[65] = letterWhite
	}
	text := strconv.AppendUint(line[:67], uint64(p.supply[0]), 10)
	text = append(text, ' ')
	return string(strconv.AppendUint(text, uint64(p.supply[1]), 10))
}

// emptyRank is eight empty squares as text.
const emptyRank = letterEmpty * 0x0101010101010101

// spread holds for every eight bits a word with these bits as eight bytes of 0
// or 1, the lowest first: what turns a rank of a bitboard into text at once.
var spread = makeSpread()

func makeSpread() (t [256]uint64) {
	for rank := range t {
		for file := range 8 {
			t[rank] |= uint64(rank>>file&1) << (8 * file)
		}
	}
	return t
}

// parse reads a board line as Board writes it. It reads lower case as well, *
// for black and . for an empty square, and lines without the supplies. These
// cannot be told from the discs, which may have been flipped any number of
// times: the empty squares are then divided evenly, and the odd one goes to the
// side on turn, as in a game in which nobody has passed. Errors are
// *engines.BadBoardError.
func parse(text string) (position, error) {
	bad := func(rule, format string, args ...any) (position, error) {
		return position{}, &engines.BadBoardError{Board: text, Rule: rule, Detail: fmt.Sprintf(format, args...)}
	}
	if len(text) > mostBoard {
		return bad("", "longer than %d bytes", mostBoard)
	}
	fields := strings.Fields(text)
	if len(fields) != 2 && len(fields) != 4 {
		return bad("", "want 64 squares, the side to move and, if known, the discs in hand of black and of white")
	}
	var p position
	if n := len(fields[0]); n != 64 {
		return bad("RV-1", "has %d squares; want 64, from a1 along the ranks to h8", n)
	}
	for square := range 64 {
		switch fields[0][square] {
		case letterBlack, 'x', '*':
			p.black |= 1 << square
		case letterWhite, 'o':
			p.white |= 1 << square
		case letterEmpty, '.':
		default:
			return bad("RV-1", "%s is neither X (black), O (white) nor - (empty)", nameOf(square))
		}
	}
	if p.black|p.white == 0 {
		return bad("RV-1", "there is no disc on it")
	}
	switch fields[1] {
	case "X", "x", "*":
		p.side = engines.First
	case "O", "o":
		p.side = engines.Second
	default:
		return bad("", "the side to move is neither X (black) nor O (white)")
	}
	p.supply = p.supplyGuess()
	if len(fields) == 4 {
		for i, field := range fields[2:] {
			n, err := strconv.ParseUint(field, 10, 8)
			if err != nil || n > discsEach {
				return bad("RV-2", "%s's discs in hand are not a number from 0 to %d", colour(engines.First+engines.Seat(i)), discsEach)
			}
			p.supply[i] = uint8(n)
		}
	}
	// Rule: RV-2
	if n := int(p.supply[0]) + int(p.supply[1]); n != p.empties() {
		return bad("RV-2", "there are %d discs on the board and %d in hand; a set has %d",
			bits.OnesCount64(p.black|p.white), n, 2*discsEach)
	}
	p.settle()
	return p, nil
}

// supplyGuess divides the discs that are not on the board between the sides.
func (p *position) supplyGuess() [2]uint8 {
	half, odd := p.empties()/2, p.empties()%2
	if p.side == engines.First {
		return [2]uint8{uint8(half + odd), uint8(half)}
	}
	return [2]uint8{uint8(half), uint8(half + odd)}
}
