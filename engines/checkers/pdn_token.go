package checkers

import (
	"strings"

	"plylog/engines"
)

// skipSpace goes on to the next byte that is not blank. A ^Z, which ends files of
// old systems, is blank.
func (r *pdnReader) skipSpace() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n\f\v\x1a", r.text[r.at]) >= 0 {
		r.advance(1)
	}
}

// advance goes n bytes on and counts the lines.
func (r *pdnReader) advance(n int) {
	r.line += strings.Count(r.text[r.at:r.at+n], "\n")
	r.at += n
}

// skip goes on while the bytes are of a set without line ends.
func (r *pdnReader) skip(set string) {
	for r.at < len(r.text) && strings.IndexByte(set, r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *pdnReader) startsLine() bool {
	return r.at == 0 || strings.IndexByte("\r\n", r.text[r.at-1]) >= 0
}

func (r *pdnReader) skipLine() {
	if n := strings.IndexAny(r.text[r.at:], "\r\n"); n >= 0 {
		r.at += n
	} else {
		r.at = len(r.text)
	}
}

// comment reads over {…}. A { inside is part of it, as comments do not nest.
func (r *pdnReader) comment() error {
	n := strings.IndexByte(r.text[r.at:], '}')
	if n < 0 {
		return r.fail("the comment is never closed with a }")
	}
	r.advance(n + 1)
	return nil
}

// variation reads over (…) with everything in it.
func (r *pdnReader) variation() error {
	begin := *r
	for depth := 0; r.at < len(r.text); {
		switch c := r.text[r.at]; {
		case c == '{':
			if err := r.comment(); err != nil {
				return err
			}
			continue
		case c == '}':
			return r.fail("a } without a comment; comments do not nest")
		case c == ';', c == '%' && r.startsLine():
			r.skipLine()
			continue
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		r.advance(1)
		if depth == 0 {
			return nil
		}
	}
	return begin.fail("the variation is never closed with a )")
}

// tag reads [Name "value"].
func (r *pdnReader) tag() error {
	t, n, err := engines.CutPair(r.text[r.at:])
	if err != nil {
		return r.fail("%v", err)
	}
	r.advance(n)
	return r.setTag(t)
}

// pdnNumber measures a move number with its dots at the start of text.
func pdnNumber(text string) (n int) {
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	dots := skipBlanks(text, n)
	if n == 0 || dots == len(text) || text[dots] != '.' {
		return 0
	}
	for dots < len(text) && text[dots] == '.' {
		dots++
	}
	return dots
}

// mostPDNSquares bounds how many squares a move in a file names.
const mostPDNSquares = 2 * mostJumps

// pdnMove reads a move at the start of text: squares, of any board, with - x X or
// : between them, blanks allowed around those. It returns the move without the
// blanks and how much of the text it takes, 0 where there is none.
func pdnMove(text string) (m string, n int) {
	var sb strings.Builder
	for count := 1; count <= mostPDNSquares; count++ {
		size := pdnSquare(text[n:])
		if size == 0 {
			return "", 0
		}
		sb.WriteString(text[n : n+size])
		n += size
		mark := skipBlanks(text, n)
		switch {
		case mark < len(text) && strings.IndexByte("-xX:", text[mark]) >= 0:
			sb.WriteByte(text[mark])
			n = skipBlanks(text, mark+1)
		case n < len(text) && isFile(text[n]) && pdnSquare(text[n:]) > 0:
			// a3b4: the next square follows at once.
		case count == 1:
			return "", 0
		default:
			return sb.String(), n
		}
	}
	return "", 0
}

// pdnSquare measures a square: one to three digits, or file and rank.
func pdnSquare(text string) (n int) {
	if len(text) >= 2 && isFile(text[0]) && '1' <= text[1] && text[1] <= '8' {
		return 2
	}
	for n < min(3, len(text)) && isDigit(text[n]) {
		n++
	}
	return n
}

func firstWord(text string) string {
	if n := strings.IndexAny(text, " \t\r\n"); n >= 0 {
		return text[:n]
	}
	return text
}
