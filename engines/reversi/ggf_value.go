package reversi

import (
	"fmt"
	"strings"
)

// ggfUnknown is how the format says that a value is not known.
const ggfUnknown = "?"

// ggfValue returns where the bracket stands that closes a value, -1 where none
// does. A bracket behind a backslash is part of the value.
func ggfValue(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case ']':
			return i
		}
	}
	return -1
}

// ggfEscape escapes a value.
func ggfEscape(s string) string { return escapeGGF.Replace(s) }

var escapeGGF = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

// ggfUnescape reads a value. A backslash before a letter, a digit, a blank or a
// byte that is not ASCII is one that somebody left unescaped, and stays.
func ggfUnescape(raw string) string {
	if !strings.Contains(raw, `\`) {
		return raw
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", raw[i+1]) >= 0 {
			i++
		}
		b.WriteByte(raw[i])
	}
	return b.String()
}

// ggfName returns a player's name, empty where it is not known.
func ggfName(raw, value string) string {
	if raw == ggfUnknown {
		return ""
	}
	return value
}

// ggfPlayer writes a player's name for ggfName.
func ggfPlayer(name string) string {
	switch name {
	case "":
		return ggfUnknown
	case ggfUnknown:
		return `\` + ggfUnknown
	default:
		return ggfEscape(name)
	}
}

// ggfNames are the properties that other formats know under another name.
var ggfNames = [...]struct{ ggf, tag string }{
	{"PC", "Site"}, {"DT", "Date"}, {"RB", "BlackRating"}, {"RW", "WhiteRating"},
}

func tagOfGGF(property string) string {
	for _, n := range ggfNames {
		if n.ggf == property {
			return n.tag
		}
	}
	return property
}

func ggfOfTag(tag string) string {
	for _, n := range ggfNames {
		if n.tag == tag {
			return n.ggf
		}
	}
	return tag
}

// boardAndSide is the length of a board line up to the side to move.
const boardAndSide = 64 + 2

// readGGFBoard turns "8 <64 squares> *" into the start of a board line; blanks may
// stand between the squares.
func readGGFBoard(value string) (string, error) {
	size, rest, _ := strings.Cut(strings.TrimSpace(value), " ")
	if size != "8" {
		return "", fmt.Errorf("BO holds a board of %q; want 8, for 8x8 squares", clip(size))
	}
	squares := strings.Join(strings.Fields(rest), "")
	if len(squares) != 65 {
		return "", fmt.Errorf("BO has %d signs; want 64 squares and the side to move", len(squares))
	}
	return squares[:64] + " " + squares[64:], nil
}

// ggfBoard writes a position for readGGFBoard, and the discs in hand where they
// are not what parse makes of the board alone.
func ggfBoard(line string) (board, supply string, err error) {
	p := start()
	if line != "" {
		if p, err = parse(line); err != nil {
			return "", "", err
		}
	}
	squares := strings.ReplaceAll(p.Board(), string(letterBlack), "*")[:boardAndSide]
	if p.supply != p.supplyGuess() {
		supply = fmt.Sprintf("%d %d", p.supply[0], p.supply[1])
	}
	return "8 " + squares, supply, nil
}
