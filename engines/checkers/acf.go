package checkers

import (
	"fmt"
	"strings"

	"plylog/engines"
)

// ReadACF reads games one a line: moves with blanks between them, a tab, the
// result. Squares are 0 to 31 with 0 the corner at Red's left and each row
// counted from there (PDN counts each row from the other end); a multiple jump
// is written 21-14-5. The moves come out in PDN numbers. Errors are *FormatError.
func ReadACF(data []byte) ([]engines.Record, error) {
	if len(data) > MostFile {
		return nil, &FormatError{Format: "ACF", Detail: tooLarge}
	}
	var games []engines.Record
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" {
			continue
		}
		g, problem := readACFGame(line)
		if problem != "" {
			return nil, &FormatError{Format: "ACF", Game: len(games) + 1, Line: number, Detail: problem}
		}
		g.Name = fmt.Sprintf("game %d", len(games)+1)
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, &FormatError{Format: "ACF", Detail: "holds no game"}
	}
	return games, nil
}

// readACFGame reads one line; the problem is empty where there is none.
func readACFGame(line string) (g engines.Record, problem string) {
	moves, result, found := strings.Cut(line, "\t")
	if !found {
		return g, "there is no tab with a result after it"
	}
	end, ok := readResult(strings.TrimSpace(result))
	if !ok {
		return g, fmt.Sprintf("%q is no result", clip(result))
	}
	g.End = end
	by := engines.First
	for word := range strings.FieldsSeq(moves) {
		if len(g.Turns) == mostTurns {
			return g, fmt.Sprintf("more than %d moves", mostTurns)
		}
		m, ok := readACFMove(word)
		if !ok {
			return g, fmt.Sprintf("%q is no move; squares are 0 to 31 with - between", clip(word))
		}
		g.Turns = append(g.Turns, engines.Turn{By: by, Move: m})
		by = by.Opponent()
	}
	return g, ""
}

// readACFMove turns a move into PDN numbers, with x where the squares are a jump
// apart.
func readACFMove(word string) (engines.Move, bool) {
	var sb strings.Builder
	last, n := uint8(0), 0
	for part := range strings.SplitSeq(word, "-") {
		sq, ok := fromACF(part)
		if !ok || n > mostJumps {
			return "", false
		}
		if n > 0 {
			mark := byte('x')
			if adjacent(last, sq) {
				mark = '-'
			}
			sb.WriteByte(mark)
		}
		sb.WriteString(names[sq])
		last = sq
		n++
	}
	return engines.Move(sb.String()), n > 1
}

func fromACF(text string) (uint8, bool) {
	if len(text) < 1 || len(text) > 2 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n := 0
	for i := range len(text) {
		n = 10*n + int(text[i]-'0')
	}
	if n >= squares {
		return 0, false
	}
	return mirroredInRow(uint8(n)), true
}

// mirroredInRow turns a square of ours into one of ACF, and back: both count the
// rows alike and the squares of a row from opposite ends.
func mirroredInRow(sq uint8) uint8 {
	return sq - sq%perRow + perRow - 1 - sq%perRow
}
