package backgammon

import (
	"errors"
	"strconv"
	"strings"

	"plylog/engines"
)

// longestLine is the size in bytes above which no board is read.
const longestLine = 200

// badLine is why a line cannot be read, with the rule that it offends if any.
type badLine struct{ rule, detail string }

func (b *badLine) Error() string { return b.detail }

func bad(detail string) error { return &badLine{detail: detail} }

// readBoard reads a position in any of the spellings that Parse knows. Every
// error is a *engines.BadBoardError.
func readBoard(line string) (setup, error) {
	s, err := readLine(strings.TrimSpace(line))
	if err == nil {
		return s, nil
	}
	refused := &engines.BadBoardError{Board: line, Detail: err.Error()}
	var why *badLine
	if errors.As(err, &why) {
		refused.Rule = why.rule
	}
	return setup{}, refused
}

func readLine(line string) (setup, error) {
	if len(line) > longestLine {
		return setup{}, bad("longer than any board line")
	}
	const xg = "XGID="
	if len(line) >= len(xg) && strings.EqualFold(line[:len(xg)], xg) {
		return readXGID(line[len(xg):])
	}
	if strings.Count(line, ":") == 9 {
		return readXGID(line)
	}
	id, match, _ := strings.Cut(strings.TrimPrefix(line, "GNUID="), ":")
	if len(id) == positionIDLength && !strings.Contains(id, " ") {
		return readGNU(id, match)
	}
	return readOwn(line)
}

// readOwn reads the engine's own line.
func readOwn(line string) (setup, error) {
	fields := strings.Fields(line)
	if len(fields) < 2 || len(fields) > 4 {
		return setup{}, bad("want 26 letters for the checkers and whose turn it is, an XGID, or a GNU position id")
	}
	s := setup{cube: 1, stated: true, terms: defaults()}
	var err error
	if s.men, err = readMen(fields[0]); err != nil {
		return setup{}, err
	}
	if err := s.readTurn(fields[1]); err != nil {
		return setup{}, err
	}
	if len(fields) > 2 {
		if err := s.terms.read(fields[2]); err != nil {
			return setup{}, err
		}
	}
	s.terms.cube = s.terms.length > 1
	if len(fields) > 3 {
		if err := s.readCube(fields[3]); err != nil {
			return setup{}, err
		}
	}
	if s.terms.beavers && (s.terms.length > 0 || !s.terms.cube) {
		return setup{}, &badLine{"BG-22", "beavers are for unlimited play with the cube only"}
	}
	return s, nil
}

// readMen reads 26 letters as appendMen writes them. What is missing from a
// side's fifteen is borne off.
func readMen(text string) (Men, error) {
	var m Men
	if len(text) != 26 {
		return m, bad("want 26 letters for the checkers: second's bar, points 1 to 24, first's bar")
	}
	m.Own[off], m.Opp[off] = checkers, checkers
	for at := range 26 {
		c := text[at]
		switch {
		case c == '-':
		case c >= 'A' && c <= 'O' && at != 0:
			put(&m.Own, at, int8(c-'A'+1))
		case c >= 'a' && c <= 'o' && at != bar:
			put(&m.Opp, 25-at, int8(c-'a'+1))
		default:
			return m, bad("the checkers are written -, A to O (first seat) and a to o (second); the bars are at their own ends")
		}
	}
	return m, nil
}

// put moves checkers from off to a place.
func put(s *[26]int8, at int, n int8) {
	s[at] += n
	s[off] -= n
}

// readTurn reads whose turn it is and what is awaited.
func (s *setup) readTurn(text string) error {
	switch text {
	case "0?", "0!":
		s.phase = opening
		s.terms.afresh = text == "0!"
		return nil
	}
	switch text[0] {
	case '1':
		s.turn = engines.First
	case '2':
		s.turn = engines.Second
	default:
		return bad("the turn begins with 1 or 2 for the seat, or is 0? before the opening roll")
	}
	switch rest := text[1:]; {
	case rest == "":
		s.phase = toRoll
	case rest == "!":
		s.phase = reroll
	case rest == "?":
		s.phase = rolling
	case rest == "x":
		s.phase = doubled
	case rest == "=":
		s.phase = over
	case len(rest) == 3 && rest[0] == '/':
		return s.readDice(rest[1:])
	default:
		return bad("after the seat comes nothing, /63, ?, !, x or =")
	}
	return nil
}

// readDice reads two dice to be played, "63".
func (s *setup) readDice(text string) error {
	if len(text) != 2 || text[0] < '1' || text[0] > '6' || text[1] < '1' || text[1] > '6' {
		return bad("two dice are two digits from 1 to 6")
	}
	a, b := text[0]-'0', text[1]-'0'
	s.phase, s.dice = moving, [2]uint8{max(a, b), min(a, b)}
	return nil
}

// read reads a match as append writes it.
func (t *terms) read(text string) error {
	text, beavers := strings.CutSuffix(text, "b")
	text, jacoby := strings.CutSuffix(text, "j")
	text, crawford := strings.CutSuffix(text, "c")
	length, points, ok := strings.Cut(text, ":")
	first, second, ok2 := strings.Cut(points, "-")
	if !ok || !ok2 {
		return bad("a match is written length:first-second, with c in the Crawford game, j with the Jacoby rule and b with beavers")
	}
	var err error
	if t.length, err = readNumber(length, longestMatch); err != nil {
		return err
	}
	if t.score[0], err = readNumber(first, greatestScore); err != nil {
		return err
	}
	if t.score[1], err = readNumber(second, greatestScore); err != nil {
		return err
	}
	t.jacoby, t.beavers = jacoby, beavers
	return t.state(crawford)
}

// state sets whether this is the Crawford game, of a match whose length and
// score are known, and checks them as far as the options do not.
func (t *terms) state(crawford bool) error {
	t.crawford, t.after = true, false
	for _, points := range t.score {
		if t.length > 0 && points >= t.length {
			return &badLine{"BG-21", "a seat has won the match already"}
		}
	}
	if crawford && !t.oneAway() {
		return &badLine{"BG-24", "in the Crawford game one seat, and one only, lacks a single point"}
	}
	if t.jacoby && t.length > 0 {
		return &badLine{"BG-25", "the Jacoby rule is for unlimited play only"}
	}
	t.after = !crawford && t.oneAway()
	return nil
}

// readCube reads the cube as appendCube writes it.
func (s *setup) readCube(text string) error {
	if text == "-" {
		s.terms.cube = false
		return nil
	}
	s.terms.cube = true
	value, owner, owned := strings.Cut(text, "@")
	switch {
	case !owned:
	case owner == "1":
		s.owner = engines.First
	case owner == "2":
		s.owner = engines.Second
	default:
		return bad("the cube belongs to 1 or 2, or to nobody")
	}
	var err error
	s.cube, err = readNumber(value, MostCube)
	return err
}

// readNumber reads digits without a sign or leading zeros.
func readNumber(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != text {
		return 0, bad("a number is missing or out of range: want 0 to " + strconv.Itoa(most))
	}
	return n, nil
}
