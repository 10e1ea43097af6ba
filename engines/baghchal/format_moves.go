package baghchal

import (
	"strings"

	"plylog/engines"
)

// inWords writes a move as this engine does. A tiger's step over a point is a
// capture, whether or not it is spelled as one; what no line of the board joins
// stays what it was, for the rules to refuse.
func inWords(by engines.Seat, sp spelling) string {
	if sp.from == none {
		return names[sp.to]
	}
	if sp.jump || by == engines.Second && has(far[sp.from], sp.to) {
		return names[sp.from] + "x" + names[sp.to]
	}
	return names[sp.from] + "-" + names[sp.to]
}

// inDigits writes a move as the Python library baghchal does: G or B (bagh, a
// tiger), x for a capture, and points as row from the top and column from the
// left.
func inDigits(by engines.Seat, sp spelling) string {
	var b strings.Builder
	b.WriteByte("GB"[by-engines.First])
	if sp.from != none {
		if strings.Contains(inWords(by, sp), "x") {
			b.WriteByte('x')
		}
		b.WriteString(digits(sp.from))
	}
	b.WriteString(digits(sp.to))
	return b.String()
}

// digits names a point by row and column.
func digits(p int) string {
	return string([]byte{'5' - byte(p/5), '1' + byte(p%5)})
}

// firstMover returns who makes the first move from a board, Nobody where its line
// does not say.
func firstMover(line string) engines.Seat {
	if line == "" {
		return engines.First
	}
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return engines.Nobody
	}
	return seatOf(fields[1])
}

// seatOf reads the letter of a side; Nobody where it is none.
func seatOf(letter string) engines.Seat {
	switch letter {
	case "G", "g":
		return engines.First
	case "T", "t", "B", "b":
		return engines.Second
	default:
		return engines.Nobody
	}
}
