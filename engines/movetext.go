package engines

import (
	"strconv"
	"strings"
)

// mostLine is how long a line of move text may become, unless one word is longer
// (PGN, section 4.3, asks for less than 80).
const mostLine = 79

// MoveText writes the moves of a game as PGN and the formats after it do: two to
// a number, "1. a b 2. c", or "1... b" where the second seat begins, with what
// marks the end behind them, in lines of at most 79 bytes. The seats must take
// turns.
func MoveText(first Seat, moves []string, mark string) string {
	var b strings.Builder
	used := 0
	put := func(word string) {
		switch {
		case used == 0:
		case used+1+len(word) > mostLine:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += len(word)
	}
	half := 0 // moves behind the first number, counted from the first seat's
	if first == Second {
		half = 1
	}
	for i, m := range moves {
		number := strconv.Itoa((i+half)/2 + 1)
		switch {
		case (i+half)%2 == 0:
			put(number + ".")
		case i == 0:
			put(number + "...")
		}
		put(m)
	}
	put(mark)
	b.WriteByte('\n')
	return b.String()
}

// Mark writes how a game ended as the PGN family marks it: "1-0" where the first
// seat has won, "0-1", "1/2-1/2" for a draw, "*" where that is not known.
func (e Ending) Mark() string {
	switch {
	case !e.Known:
		return "*"
	case e.Winner == First:
		return "1-0"
	case e.Winner == Second:
		return "0-1"
	default:
		return "1/2-1/2"
	}
}

// ParseMark reads what Mark writes.
func ParseMark(s string) (Ending, bool) {
	for _, e := range []Ending{{}, {Known: true, Winner: First}, {Known: true, Winner: Second}, {Known: true}} {
		if e.Mark() == s {
			return e, true
		}
	}
	return Ending{}, false
}

// What PGN (section 9.8.1) says of an ending in its tag Termination, as far as
// our word is another one.
const (
	timeForfeit = "time forfeit"
	reasonTime  = "time"
)

// Termination writes a reason of an Ending as the value of the tag Termination:
// time is PGN's "time forfeit", the others keep their words. It is false for what
// ParseTermination would not read as that reason.
func Termination(reason string) (value string, ok bool) {
	if reason == reasonTime {
		return timeForfeit, true
	}
	back, ok := ParseTermination(reason)
	return reason, ok && back == reason
}

// ParseTermination reads the reason from the value of a tag Termination. It is
// false for words that give none ("normal", "unterminated") and for sentences.
func ParseTermination(value string) (reason string, ok bool) {
	word := strings.ToLower(value)
	switch {
	case word == timeForfeit:
		return reasonTime, true
	case word == "" || word == "normal" || word == "unterminated" || len(word) > 32:
		return "", false
	case strings.Trim(word, "abcdefghijklmnopqrstuvwxyz-") != "":
		return "", false
	default:
		return word, true
	}
}
