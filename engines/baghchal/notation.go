package baghchal

import (
	"unicode/utf8"

	"plylog/engines"
)

// names are the points' names.
// Rule: BC-15
var names = func() (n [points]string) {
	for p := range n {
		n[p] = string([]byte{'a' + byte(p%5), '1' + byte(p/5)})
	}
	return n
}()

// written are the canonical spellings of steps and captures by the points they
// go from and to: no two points are joined by both.
var written = func() (w [points][points]engines.Move) {
	for from := range points {
		for to := range points {
			switch {
			case has(near[from], to):
				w[from][to] = engines.Move(names[from] + "-" + names[to])
			case has(far[from], to):
				w[from][to] = engines.Move(names[from] + "x" + names[to])
			}
		}
	}
	return w
}()

// canonical writes a move in its one spelling.
func (m move) canonical() engines.Move {
	if m.from == none {
		return engines.Move(names[m.to])
	}
	return written[m.from][m.to]
}

// step is a move as a board shows it.
func (m move) step() engines.Step {
	s := engines.Step{To: names[m.to]}
	if m.from != none {
		s.From = names[m.from]
	}
	if m.takes != none {
		s.Takes = []string{names[m.takes]}
	}
	return s
}

// spelling is what the text of a move says, right or wrong.
type spelling struct {
	from, to int // from is none for a goat that is placed
	jump     bool
	piece    engines.Seat // whose piece it names; Nobody where it does not say
}

// read reads a move in any spelling: "c3", "a1-b2", "a1b2", "a1xc3", in either
// case and with blanks anywhere; or by digits, row from the top and column from
// the left: "G33", "1122", "B1122", "x1133", "Bx1133", T instead of B.
// Rule: BC-15
func read(m engines.Move) (spelling, bool) {
	var buf [6]byte
	s, ok := fold(buf[:0], string(m))
	if !ok {
		return spelling{}, false
	}
	if sp, ok := byName(s); ok {
		return sp, true
	}
	return byDigits(s)
}

// fold drops blanks, lowers letters and knows a few signs for each other. It
// fails when more is left than any move has.
func fold(s []byte, text string) ([]byte, bool) {
	for i := 0; i < len(text); {
		r, width := utf8.DecodeRuneInString(text[i:])
		i += width
		switch {
		case r == ' ' || r == '\t':
			continue
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		case r == '×' || r == ':' || r == '*':
			r = 'x'
		case r == '–' || r == '→' || r == '>':
			r = '-'
		}
		if r >= utf8.RuneSelf || len(s) == cap(s) {
			return nil, false
		}
		s = append(s, byte(r))
	}
	return s, true
}

// byName reads "c3", "a1b2", "a1-b2", "a1xb2".
func byName(s []byte) (spelling, bool) {
	named := func(i int) int {
		file, rank := int(s[i])-'a', int(s[i+1])-'1'
		if file < 0 || file > 4 || rank < 0 || rank > 4 {
			return none
		}
		return 5*rank + file
	}
	sp := spelling{from: none, to: none}
	switch {
	case len(s) == 2:
		sp.to = named(0)
		return sp, sp.to != none
	case len(s) == 4:
		sp.from, sp.to = named(0), named(2)
	case len(s) == 5 && (s[2] == '-' || s[2] == 'x'):
		sp.from, sp.to, sp.jump = named(0), named(3), s[2] == 'x'
	}
	return sp, sp.from != none && sp.to != none
}

// byDigits reads "33", "g33", "1122", "b1122", "x1133", "bx1133".
func byDigits(s []byte) (spelling, bool) {
	sp := spelling{from: none, to: none}
	if len(s) > 0 {
		switch s[0] {
		case 'g':
			sp.piece, s = engines.First, s[1:]
		case 'b', 't':
			sp.piece, s = engines.Second, s[1:]
		}
	}
	if len(s) == 5 && s[0] == 'x' {
		sp.jump, s = true, s[1:]
	}
	digits := func(i int) int {
		row, column := int(s[i])-'1', int(s[i+1])-'1'
		if row < 0 || row > 4 || column < 0 || column > 4 {
			return none
		}
		return 5*(4-row) + column
	}
	switch len(s) {
	case 2:
		sp.to = digits(0)
		return sp, sp.to != none && !sp.jump
	case 4:
		sp.from, sp.to = digits(0), digits(2)
		return sp, sp.from != none && sp.to != none
	default:
		return sp, false
	}
}
