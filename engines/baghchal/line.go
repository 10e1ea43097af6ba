package baghchal

import (
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// mostLine is how long a board may be at most; the longest that can be written
// has 36 characters.
const mostLine = 64

// line writes a board: the rows from rank 5 down with digits for empty points,
// the side on turn, the goats in hand, the goats captured.
func (b board) line() string {
	s := make([]byte, 0, 40)
	for rank := 4; rank >= 0; rank-- {
		gap := byte(0)
		for file := range 5 {
			piece := b.letter(5*rank + file)
			if piece == '.' {
				gap++
				continue
			}
			if gap > 0 {
				s = append(s, '0'+gap)
				gap = 0
			}
			s = append(s, piece)
		}
		if gap > 0 {
			s = append(s, '0'+gap)
		}
		if rank > 0 {
			s = append(s, '/')
		}
	}
	side := byte('G')
	if b.side == engines.Second {
		side = 'T'
	}
	s = append(s, ' ', side, ' ')
	s = strconv.AppendUint(s, uint64(b.hand), 10)
	s = append(s, ' ')
	s = strconv.AppendUint(s, uint64(b.captured), 10)
	return string(s)
}

// letter is what stands on a point: T, G or a dot.
func (b board) letter(p int) byte {
	switch {
	case has(b.tigers, p):
		return 'T'
	case has(b.goats, p):
		return 'G'
	default:
		return '.'
	}
}

// parse reads a board and sees that it can be one. Its error is a
// *engines.BadBoardError.
func parse(text string) (board, error) {
	bad := func(rule, format string, args ...any) (board, error) {
		return board{}, &engines.BadBoardError{Board: text, Rule: rule, Detail: fmt.Sprintf(format, args...)}
	}
	if len(text) > mostLine {
		return bad("", "longer than %d characters", mostLine)
	}
	fields := strings.Fields(text)
	if len(fields) != 4 {
		return bad("", "want four parts: rows, side on turn, goats in hand, goats captured, such as %q", start.line())
	}
	rows := strings.Split(fields[0], "/")
	if len(rows) != 5 {
		return bad("BC-1", "there are %d rows; want 5, separated by /", len(rows))
	}
	var b board
	for i, row := range rows {
		if detail := b.parseRow(4-i, row); detail != "" {
			return bad("BC-1", "row of rank %d: %s", 5-i, detail)
		}
	}
	if b.side = seatOf(fields[1]); b.side == engines.Nobody {
		return bad("BC-3", "the side on turn is %q; want G or T", fields[1])
	}
	hand, err := strconv.ParseUint(fields[2], 10, 8)
	if err != nil || hand > herd {
		return bad("BC-2", "goats in hand: %q is not a number from 0 to %d", fields[2], herd)
	}
	captured, err := strconv.ParseUint(fields[3], 10, 8)
	if err != nil || captured > mostCaptured {
		return bad("BC-9", "goats captured: %q is not a number from 0 to %d", fields[3], mostCaptured)
	}
	b.hand, b.captured = uint8(hand), uint8(captured)
	if rule, detail := b.wrong(); detail != "" {
		return bad(rule, "%s", detail)
	}
	return b, nil
}

// parseRow reads one row and says what is wrong with it.
func (b *board) parseRow(rank int, row string) string {
	file := 0
	for _, r := range row {
		switch r {
		case 'T', 't', 'B', 'b':
			b.tigers |= at(rank, file)
		case 'G', 'g':
			b.goats |= at(rank, file)
		case '.', '-':
		case '1', '2', '3', '4', '5':
			file += int(r-'0') - 1
		default:
			return fmt.Sprintf("%q is none of T, G and a number of empty points", r)
		}
		file++
	}
	if file != 5 {
		return fmt.Sprintf("it has %d points; want 5", file)
	}
	return ""
}

// wrong says which rule a board offends and how.
// Rule: BC-2, BC-9
func (b board) wrong() (rule, detail string) {
	goats := size(b.goats)
	switch sum := goats + int(b.hand) + int(b.captured); {
	case size(b.tigers) != pack:
		return "BC-2", fmt.Sprintf("there are %d tigers; want %d", size(b.tigers), pack)
	case sum != herd:
		return "BC-2", fmt.Sprintf("%d goats on the board, %d in hand and %d captured make %d; want %d",
			goats, b.hand, b.captured, sum, herd)
	case b.captured == mostCaptured && b.side == engines.Second:
		return "BC-9", "the fifth capture ended the game, so the tigers cannot be on turn after it"
	}
	return "", ""
}
