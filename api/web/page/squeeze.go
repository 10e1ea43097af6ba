package page

import (
	"bytes"
	"unicode/utf8"
)

// squeeze leaves out of a line of a script the spaces that only its readers need.
// What is quoted, and what a pattern looks for, stays as it is.
func squeeze(line []byte) []byte {
	out := make([]byte, 0, len(line))
	for len(line) > 0 {
		n := 1
		switch c := line[0]; {
		case c == ' ':
			rest := bytes.TrimLeft(line, " ")
			if apart(out, rest) {
				out = append(out, ' ')
			}
			line = rest
			continue
		case c == '\'' || c == '"':
			n = quoted(line, c)
		case c == '`':
			n = template(line)
		case c == '/' && patternMayFollow(out):
			n = pattern(line)
		}
		out = append(out, line[:n]...)
		line = line[n:]
	}
	return out
}

// apart tells whether what stands before and behind a space would be read as something
// else without it.
func apart(before, behind []byte) bool {
	if len(before) == 0 || len(behind) == 0 {
		return false
	}
	a, b := before[len(before)-1], behind[0]
	switch a {
	case '+', '-', '/':
		return a == b // two signs, or the begin of a comment
	case '?':
		return b == '.'
	}
	return inWord(a) && inWord(b)
}

// inWord tells whether a byte may be part of a name, a keyword or a number.
func inWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '#' || c >= utf8.RuneSelf
}

// quoted is how many bytes a text in quotes has.
func quoted(line []byte, quote byte) int {
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return len(line)
}

// template is how many bytes a template has, with the expressions in it.
func template(line []byte) int {
	for i := 1; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == '`':
			return i + 1
		case line[i] == '$' && i+1 < len(line) && line[i+1] == '{':
			i += 1 + expression(line[i+2:])
		}
	}
	return len(line)
}

// expression is how many bytes stand before the end of an expression in a template,
// with the brace that ends it.
func expression(line []byte) int {
	deep := 1
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case '\'', '"':
			i += quoted(line[i:], c) - 1
		case '`':
			i += template(line[i:]) - 1
		case '{':
			deep++
		case '}':
			if deep--; deep == 0 {
				return i + 1
			}
		}
	}
	return len(line)
}

// patternMayFollow tells whether a slash behind this code begins a pattern: behind a
// value it divides.
func patternMayFollow(before []byte) bool {
	before = bytes.TrimRight(before, " ")
	if len(before) == 0 {
		return true
	}
	c := before[len(before)-1]
	return bytes.IndexByte([]byte("(,=:[!&|?{};>+-*%~^<"), c) >= 0 || bytes.HasSuffix(before, []byte("return"))
}

// pattern is how many bytes a pattern has, without its flags.
func pattern(line []byte) int {
	class := false
	for i := 1; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			return i + 1
		}
	}
	return len(line)
}
