package backgammon

import "plylog/engines"

// longestSpelling is the size in bytes above which a turn is not read: four
// times "bar/22*" and a pass need less than half of it.
const longestSpelling = 100

// placeNames are the names of the places, by number.
var placeNames = [26]string{
	"off", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
	"13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "bar",
}

// leg is one piece of a way as written: from one place that is named to the next.
type leg struct{ from, to int8 }

// spelling is a turn as written, not yet held against the dice.
type spelling struct {
	legs    [4]leg
	n       int    // legs written; those beyond the fourth are counted only
	starred uint32 // places marked as hit
}

// wordOf returns the word that a move is, or nothing for a turn on the board.
func wordOf(m engines.Move) engines.Move {
	for _, w := range [...]engines.Move{engines.Roll, engines.Double, engines.Take, engines.Drop, engines.Pass} {
		if len(m) == len(w) && sameFold(string(m), string(w)) {
			return w
		}
	}
	return ""
}

// sameFold compares two texts of one length, the second in lower-case letters.
func sameFold(s, lower string) bool {
	for i := 0; i < len(lower); i++ {
		if s[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

// read reads a turn. It returns what is wrong with the text, empty if nothing.
func (s *spelling) read(m engines.Move) string {
	if len(m) > longestSpelling {
		return "this is too long for a turn"
	}
	t := scanner{text: string(m)}
	for !t.blank() {
		if t.word("pass") {
			if s.n > 0 && t.blank() {
				return ""
			}
			return notATurn
		}
		if detail := s.readWay(&t); detail != "" {
			return detail
		}
	}
	if s.n == 0 {
		return notATurn
	}
	return ""
}

const notATurn = "this is no turn; want steps such as 8/5 6/5*, bar/22 or 6/off"

// readWay reads the way of one checker, or of n checkers: "24/18*/15(2)".
func (s *spelling) readWay(t *scanner) string {
	from, ok := t.place()
	if !ok {
		return notATurn
	}
	if from == off {
		return "a checker that is off stays off"
	}
	var way [4]leg
	n := 0
	for t.skip('/') || t.skip('-') {
		to, ok := t.place()
		switch {
		case !ok:
			return notATurn
		case from == off:
			return "a checker that is off stays off"
		case t.skip('*'):
			s.starred |= 1 << to
		}
		if n < len(way) {
			way[n] = leg{int8(from), int8(to)}
		}
		n++
		from = to
	}
	times, ok := t.times()
	if n == 0 || !ok || !t.blank() && !t.apart() {
		return notATurn
	}
	for range times {
		for i := range n {
			if s.n < len(s.legs) && i < len(way) {
				s.legs[s.n] = way[i]
			}
			s.n++
		}
	}
	return ""
}

// scanner walks through the text of a turn.
type scanner struct {
	text string
	at   int
}

// blank skips what separates steps and reports whether the text is at its end.
func (t *scanner) blank() bool {
	for t.at < len(t.text) && separates(t.text[t.at]) {
		t.at++
	}
	return t.at == len(t.text)
}

// apart reports whether a separator has just been skipped.
func (t *scanner) apart() bool { return separates(t.text[t.at-1]) }

func separates(c byte) bool { return c == ' ' || c == ',' || c == ';' || c == '\t' }

// skip skips one character if it comes next.
func (t *scanner) skip(c byte) bool {
	if t.at < len(t.text) && t.text[t.at] == c {
		t.at++
		return true
	}
	return false
}

// word skips a word, in any letter case, if it comes next.
func (t *scanner) word(lower string) bool {
	end := t.at + len(lower)
	if end > len(t.text) || !sameFold(t.text[t.at:end], lower) {
		return false
	}
	t.at = end
	return true
}

// place reads a place: bar or off, or a number from 0 (off) to 25 (bar).
func (t *scanner) place() (int, bool) {
	switch {
	case t.word("bar"):
		return bar, true
	case t.word("off"):
		return off, true
	}
	return t.number(bar)
}

// times reads "(2)", or nothing for once.
func (t *scanner) times() (int, bool) {
	if !t.skip('(') {
		return 1, true
	}
	n, ok := t.number(checkers)
	return n, ok && n > 0 && t.skip(')')
}

// number reads one or two digits.
func (t *scanner) number(most int) (int, bool) {
	n, digits := 0, 0
	for t.at < len(t.text) && digits < 2 {
		c := t.text[t.at]
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int(c-'0')
		t.at++
		digits++
	}
	return n, digits > 0 && n <= most
}
