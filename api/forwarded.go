package api

import "strings"

// mostForwarded bounds how many elements of Forwarded are read.
const mostForwarded = 128

// readForwarded reads the header Forwarded (RFC 7239, section 4): elements with
// commas between, of pairs with semicolons between. It returns the for= of each; an
// element without one hides whom it stands for, and its text is empty. ok is false
// where it is not well formed.
func readForwarded(s string) (hops []string, ok bool) {
	for {
		hop, seen := "", false
		for {
			s = strings.TrimLeft(s, " \t")
			name, rest := word(s)
			value, rest, ok := forwardedValue(rest)
			if name == "" || !ok {
				return nil, false
			}
			if strings.EqualFold(name, "for") {
				if seen {
					return nil, false
				}
				hop, seen = value, true
			}
			s = strings.TrimLeft(rest, " \t")
			if s == "" || s[0] != ';' {
				break
			}
			s = s[1:]
		}
		if hops = append(hops, hop); len(hops) > mostForwarded {
			return nil, false
		}
		if s == "" {
			return hops, true
		}
		if s[0] != ',' {
			return nil, false
		}
		s = s[1:]
	}
}

// forwardedValue reads "=" and a token or a quoted text.
func forwardedValue(s string) (value, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, "=")
	if !ok {
		return "", s, false
	}
	if s, ok = strings.CutPrefix(s, `"`); !ok {
		value, rest = word(s)
		return value, rest, value != ""
	}
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return out.String(), s[i+1:], true
		case c == '\\' && i+1 < len(s):
			i++
			out.WriteByte(s[i])
		case c < ' ' && c != '\t' || c == 0x7f || c == '\\':
			return "", s, false
		default:
			out.WriteByte(c)
		}
	}
	return "", s, false
}

// word cuts off the token that a header value begins with (RFC 9110, section 5.6.2).
func word(s string) (cut, rest string) {
	for i := range len(s) {
		c := s[i]
		letter := '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}
