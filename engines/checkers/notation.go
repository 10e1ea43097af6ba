package checkers

import (
	"fmt"

	"plylog/engines"
)

// text writes a move in the one canonical form: 11-15 for a step, 11x18x25 with
// every square landed on for a string of jumps.
func (m move) text() engines.Move {
	var room [48]byte
	return engines.Move(m.append(room[:0]))
}

func (m move) append(dst []byte) []byte {
	mark := byte('x')
	if m.jumps == 0 {
		mark = '-'
	}
	at, n := m.path()
	dst = append(dst, names[at[0]]...)
	for _, sq := range at[1:n] {
		dst = append(dst, mark)
		dst = append(dst, names[sq]...)
	}
	return dst
}

// steps are the parts of a move as a board shows them.
func (m move) steps() []engines.Step {
	at, n := m.path()
	steps := make([]engines.Step, n-1)
	for i := range steps {
		steps[i] = engines.Step{From: names[at[i]], To: names[at[i+1]]}
		if m.jumps > 0 {
			d := m.dirs >> (2 * i) & 3
			steps[i].Takes = []string{names[lowest(next[d][at[i]])]}
		}
	}
	return steps
}

// mostMoveText is the size in bytes above which a move is not read: the longest
// one spelled with leading zeros and blanks around every mark.
const mostMoveText = 80

// spelled is a move as somebody wrote it: the squares named, in their order.
type spelled struct {
	at    [mostJumps + 1]uint8
	n     int
	cross bool // a mark of capture stood between them
}

func (s *spelled) squares() []uint8 { return s.at[:s.n] }

// complaint says why a text is no move: the code of the refusal and a sentence.
type complaint struct{ code, detail string }

func malformed(format string, args ...any) *complaint {
	return &complaint{"malformed", fmt.Sprintf(format, args...)}
}

// readMove reads two or more squares with x, X, :, -, or a blank between them.
// Squares are numbers, leading zeros allowed, or files and ranks (c3), a1 being
// the corner at Red's left, which is square 4; between those nothing need stand.
//
// Rule: CK-1
func readMove(text string) (spelled, *complaint) {
	var s spelled
	if len(text) > mostMoveText {
		return s, malformed("longer than %d bytes", mostMoveText)
	}
	i := skipBlanks(text, 0)
	for {
		sq, after, bad := readSquare(text, i)
		if bad != nil {
			return s, bad
		}
		if s.n == len(s.at) {
			return s, malformed("names more than %d squares; no move touches so many", len(s.at))
		}
		s.at[s.n] = sq
		s.n++
		i = skipBlanks(text, after)
		if i == len(text) {
			break
		}
		switch c := text[i]; {
		case c == 'x' || c == 'X' || c == ':':
			s.cross = true
			i = skipBlanks(text, i+1)
		case c == '-':
			i = skipBlanks(text, i+1)
		case i > after || isFile(c):
			// Squares side by side: the loop reads on.
		default:
			return s, malformed("%q is none of the marks - x : between squares", c)
		}
	}
	if s.n < 2 {
		return s, malformed("a move names the square it leaves and the square it goes to")
	}
	return s, nil
}

// readSquare reads one square at text[i:] and returns where it ends.
func readSquare(text string, i int) (sq uint8, end int, bad *complaint) {
	if i == len(text) {
		return 0, i, malformed("a square is missing at the end")
	}
	if isFile(text[i]) && i+1 < len(text) && '1' <= text[i+1] && text[i+1] <= '8' {
		sq, dark := fromAlgebraic(text[i], text[i+1])
		if !dark {
			return 0, i, &complaint{"no-square", text[i:i+2] + " is a light square"}
		}
		return sq, i + 2, nil
	}
	n := 0
	for end = i; end < len(text) && isDigit(text[end]); end++ {
		n = min(10*n+int(text[end]-'0'), 1000)
	}
	switch {
	case end == i:
		return 0, i, malformed("%q is no square", text[i])
	case n < 1 || n > squares:
		return 0, i, &complaint{"no-square", text[i:end] + " is no square; they are numbered 1 to 32"}
	}
	return uint8(n - 1), end, nil
}

// fromAlgebraic turns file and rank into a square; false for a light one.
func fromAlgebraic(file, rank byte) (sq uint8, dark bool) {
	return at(int(rank-'1'), 7-int(file|0x20-'a'))
}

func isFile(c byte) bool  { c |= 0x20; return 'a' <= c && c <= 'h' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func skipBlanks(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}
