package checkers

import (
	"fmt"
	"math/bits"
	"strings"

	"plylog/engines"
)

// mostFENText is the size in bytes above which a board is not read.
const mostFENText = 512

// menEach is how many pieces a side has at most.
const menEach = 12

// readFEN reads a board in the FEN of PDN 3.0, section "FEN tag": the side to
// move, then the pieces of each colour in any order, each field after a colon and
// with its colour's letter; squares as numbers or as file and rank, ranges of
// numbers, K before kings, blanks anywhere between, a dot at the end. The fields
// H and F (half moves, full moves) that some programs add are read over. Errors
// are *engines.BadBoardError.
func readFEN(line string) (board, error) {
	r := fenReader{line: line}
	b, bad := r.read()
	if bad != nil {
		return board{}, bad
	}
	return b, nil
}

type fenReader struct {
	line   string
	pieces [2]uint32 // Red's, White's
	kings  uint32
}

func (r *fenReader) bad(rule, format string, args ...any) *engines.BadBoardError {
	return &engines.BadBoardError{Board: r.line, Rule: rule, Detail: fmt.Sprintf(format, args...)}
}

func (r *fenReader) read() (board, *engines.BadBoardError) {
	if len(r.line) > mostFENText {
		return board{}, r.bad("", "longer than %d bytes", mostFENText)
	}
	text := strings.TrimSuffix(strings.TrimSpace(r.line), ".")
	turn, rest, _ := strings.Cut(text, ":")
	white, ok := fenColour(strings.TrimSpace(turn))
	if !ok {
		return board{}, r.bad("CK-3", "does not begin with the side to move, B or W")
	}
	for field := range strings.SplitSeq(rest, ":") {
		if bad := r.field(strings.TrimSpace(field)); bad != nil {
			return board{}, bad
		}
	}
	if bad := r.check(); bad != nil {
		return board{}, bad
	}
	b := board{own: r.pieces[0], opp: r.pieces[1], kings: r.kings, white: white}
	if white {
		b.own, b.opp = b.opp, b.own
	}
	return b, nil
}

// field reads one field after a colon.
func (r *fenReader) field(text string) *engines.BadBoardError {
	if text == "" {
		return r.bad("", "an empty field; a field begins with B or W")
	}
	white, ok := fenColour(text[:1])
	list := strings.TrimSpace(text[1:])
	switch {
	case ok && list == "":
		return nil
	case ok:
		side := 0
		if white {
			side = 1
		}
		for item := range strings.SplitSeq(list, ",") {
			if bad := r.item(strings.TrimSpace(item), side); bad != nil {
				return bad
			}
		}
		return nil
	case strings.Trim(text[:1], "HFhf") == "" && strings.Trim(list, "0123456789") == "":
		return nil
	default:
		return r.bad("", "the field %q names no colour, B or W", clip(text))
	}
}

// item reads one square or range of a side.
func (r *fenReader) item(text string, side int) *engines.BadBoardError {
	squares, king := strings.CutPrefix(text, "K")
	if !king {
		squares, king = strings.CutPrefix(text, "k")
	}
	low, high, isRange := strings.Cut(squares, "-")
	from, bad := r.square(strings.TrimSpace(low))
	if bad != nil {
		return bad
	}
	to := from
	if isRange {
		if to, bad = r.square(strings.TrimSpace(high)); bad != nil {
			return bad
		}
		if to < from {
			return r.bad("", "the range %s runs backwards", clip(text))
		}
	}
	for sq := from; sq <= to; sq++ {
		if (r.pieces[0]|r.pieces[1])&bit(sq) != 0 {
			return r.bad("CK-1", "square %s is there twice", names[sq])
		}
		r.pieces[side] |= bit(sq)
		if king {
			r.kings |= bit(sq)
		}
	}
	return nil
}

func (r *fenReader) square(text string) (uint8, *engines.BadBoardError) {
	sq, end, bad := readSquare(text, 0)
	if bad != nil {
		return 0, r.bad("CK-1", "%s", bad.detail)
	}
	if end != len(text) {
		return 0, r.bad("CK-1", "%q is no square", clip(text))
	}
	return sq, nil
}

// check refuses what no game can show.
//
// Rule: CK-2, CK-14
func (r *fenReader) check() *engines.BadBoardError {
	if r.pieces[0]|r.pieces[1] == 0 {
		return r.bad("CK-2", "there is no piece on the board")
	}
	for side, pieces := range r.pieces {
		white := side == 1
		if n := bits.OnesCount32(pieces); n > menEach {
			return r.bad("CK-2", "%s has %d pieces; no side has more than %d", colour(white), n, menEach)
		}
		far := board{white: white}.crownRow()
		if men := pieces &^ r.kings & far; men != 0 {
			return r.bad("CK-14", "the %s man on %s would be a king there (K%[2]s)",
				strings.ToLower(colour(white)), names[lowest(men)])
		}
	}
	return nil
}

func fenColour(text string) (white, ok bool) {
	switch text {
	case "B", "b":
		return false, true
	case "W", "w":
		return true, true
	default:
		return false, false
	}
}

// clip keeps what strangers wrote from filling a sentence.
func clip(s string) string {
	if len(s) > 32 {
		return strings.ToValidUTF8(s[:32], "?") + "…"
	}
	return strings.ToValidUTF8(s, "?")
}
