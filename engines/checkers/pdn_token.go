package checkers

import "strings"

// mostTag is the size in bytes above which the value of a tag is not read.
const mostTag = 4096

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

// tag reads [Name "value"]. A quote ends the value only where the bracket
// follows, so that quotes left unescaped inside do no harm.
func (r *pdnReader) tag() error {
	begin := *r
	r.at++
	r.skipSpace()
	n := strings.IndexAny(r.text[r.at:], "\" \t\r\n]")
	if n <= 0 {
		return begin.fail("a tag without a name")
	}
	name := r.text[r.at : r.at+n]
	r.at += n
	r.skipSpace()
	if r.at == len(r.text) || r.text[r.at] != '"' {
		return begin.fail("the tag %s has no value in quotes", clip(name))
	}
	r.at++
	value, n := quoted(r.text[r.at:])
	switch {
	case n == 0:
		return begin.fail(`the value of the tag %s is never closed with "]`, clip(name))
	case len(value) > mostTag:
		return begin.fail("the value of the tag %s is longer than %d bytes", clip(name), mostTag)
	}
	r.advance(n)
	return r.setTag(name, value)
}

// quoted reads a value up to its closing quote and bracket; n is 0 where there
// are none.
func quoted(text string) (value string, n int) {
	var sb strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			if i+1 < len(text) {
				i++
			}
			sb.WriteByte(text[i])
		case '"':
			if end := skipBlanks(text, i+1); end < len(text) && text[end] == ']' {
				return sb.String(), end + 1
			}
			sb.WriteByte(c)
		default:
			sb.WriteByte(c)
		}
	}
	return "", 0
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
