package backgammon

import "strings"

// How texts stand in SGF. Source: SGF FF[4], "Property value types": Text,
// SimpleText and Compose.

// sgfEscape escapes a text for a value, or for a part of one.
var sgfEscape = strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`)

// sgfName escapes a text for a value that has no parts, where the colon is left
// as it is: not every program reads it escaped.
var sgfName = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// sgfRaw takes the escapes out of a value: a backslash makes the character behind
// it stand for itself, and a line end behind it go away.
func sgfRaw(value string) string {
	if !strings.Contains(value, `\`) {
		return value
	}
	var b strings.Builder
	for i := 0; i < len(value); i++ {
		if value[i] != '\\' {
			b.WriteByte(value[i])
			continue
		}
		i++
		if i == len(value) {
			break
		}
		switch value[i:min(i+2, len(value))] {
		case "\r\n", "\n\r":
			i++
			continue
		}
		if value[i] != '\n' && value[i] != '\r' {
			b.WriteByte(value[i])
		}
	}
	return b.String()
}

// sgfLines makes one line of a text: every white space in it is a blank.
var sgfLines = strings.NewReplacer("\r\n", " ", "\n\r", " ", "\n", " ", "\r", " ", "\t", " ", "\v", " ", "\f", " ")

// sgfSimple reads a value that is one line.
func sgfSimple(value string) string { return sgfLines.Replace(sgfRaw(value)) }

// sgfCut splits a value at its colon, if it has one that is not escaped.
func sgfCut(value string) (before, after string, ok bool) {
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case '\\':
			i++
		case ':':
			return value[:i], value[i+1:], true
		}
	}
	return value, "", false
}
