package engines

import (
	"fmt"
	"strings"
)

// MostTag is the size in bytes above which the value of a tag is neither read
// nor written as a pair.
const MostTag = 4096

// unknown is how the PGN family says that a tag has no value.
const unknown = "?"

// blanks are the bytes that may stand around the parts of a pair. A ^Z, which
// ended files of old systems, is one of them.
const blanks = " \t\r\n\f\v\x1a"

// Pair writes the tag as PGN and the formats after it do (PGN, section 8.1.1):
//
//	[Site "Bern, \"Am See\""]
//
// It takes one line: quotes, backslashes and line ends are escaped, the latter as
// \n and \r. An empty value is written as ?, the family's word for unknown, and a
// value that is itself ? as \?. A tag whose name or value cannot be read back is
// an error.
func (t Tag) Pair() (string, error) {
	switch {
	case t.Name == "" || strings.ContainsAny(t.Name, blanks+`"]`):
		return "", fmt.Errorf("%q cannot be the name of a tag", clip(t.Name, 32))
	case len(t.Value) > MostTag:
		return "", fmt.Errorf("the value of the tag %s is longer than %d bytes", clip(t.Name, 32), MostTag)
	}
	value := escapePair.Replace(t.Value)
	switch value {
	case "":
		value = unknown
	case unknown:
		value = `\` + unknown
	}
	return "[" + t.Name + ` "` + value + `"]`, nil
}

// WritePairs writes tags as pairs, each on a line of its own.
func WritePairs(b *strings.Builder, tags []Tag) error {
	for _, t := range tags {
		pair, err := t.Pair()
		if err != nil {
			return err
		}
		b.WriteString(pair)
		b.WriteByte('\n')
	}
	return nil
}

// escapePair escapes a value for a pair.
var escapePair = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`)

// CutPair reads the pair that a text begins with, its bracket included, and says
// how many bytes it takes. A quote ends the value only where the bracket follows,
// so that quotes that somebody left unescaped do no harm; a backslash before a
// letter other than n and r is one that somebody left unescaped, and stays. A
// value that is ? and nothing else comes out empty.
func CutPair(text string) (t Tag, n int, err error) {
	if !strings.HasPrefix(text, "[") {
		return Tag{}, 0, fmt.Errorf("a tag begins with a [")
	}
	n = skip(text, 1)
	size := strings.IndexAny(text[n:], blanks+`"]`)
	if size <= 0 {
		return Tag{}, 0, fmt.Errorf("a tag without a name")
	}
	t.Name = text[n : n+size]
	n = skip(text, n+size)
	if n == len(text) || text[n] != '"' {
		return Tag{}, 0, fmt.Errorf("the tag %s has no value in quotes", clip(t.Name, 32))
	}
	value, size := quoted(text[n+1:])
	switch {
	case size == 0:
		return Tag{}, 0, fmt.Errorf(`the value of the tag %s is never closed with "]`, clip(t.Name, 32))
	case len(value) > MostTag:
		return Tag{}, 0, fmt.Errorf("the value of the tag %s is longer than %d bytes", clip(t.Name, 32), MostTag)
	case text[n+1] == unknown[0] && value == unknown:
		value = ""
	}
	t.Value = value
	return t, n + 1 + size, nil
}

// quoted reads a value up to its closing quote and bracket; n is 0 where there
// are none.
func quoted(text string) (value string, n int) {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteString(unescape(text[i]))
			continue
		case c == '"':
			if end := skip(text, i+1); end < len(text) && text[end] == ']' {
				return b.String(), end + 1
			}
		}
		b.WriteByte(c)
	}
	return "", 0
}

// unescape is what a backslash and a byte behind it mean.
func unescape(c byte) string {
	switch {
	case c == 'n':
		return "\n"
	case c == 'r':
		return "\r"
	case c < ' ' || c >= 0x7f || c == ' ' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z':
		return string([]byte{'\\', c})
	default:
		return string([]byte{c})
	}
}

// skip goes on from a byte of a text to the next that is not blank.
func skip(text string, i int) int {
	for i < len(text) && strings.IndexByte(blanks, text[i]) >= 0 {
		i++
	}
	return i
}
