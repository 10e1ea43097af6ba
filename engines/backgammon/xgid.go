package backgammon

import (
	"math/bits"
	"strconv"
	"strings"

	"plylog/engines"
)

// The bits of the rules field of an XGID in unlimited play. In a match the field
// is 1 in the Crawford game and else 0.
const (
	xgJacoby = 1
	xgBeaver = 2
)

// xgMostCube is written as the highest exponent of the cube where there is one;
// where there is none, 0.
const xgMostCube = 10

// XGID writes a position as eXtreme Gammon does: checkers, exponent and owner of
// the cube, turn, dice, scores, Crawford or Jacoby and beavers, match length,
// highest cube. The first seat is at the bottom, in capital letters. It has no
// words for the opening throw, which is written as the first seat about to roll,
// nor for dice in the air, nor for the end of a game.
func XGID(p engines.Position) (string, error) {
	q, err := own(p)
	if err != nil {
		return "", err
	}
	t := q.terms
	b := append(q.appendMen(append(make([]byte, 0, 80), "XGID="...)), ':')
	number := func(n int) { b = append(strconv.AppendInt(b, int64(n), 10), ':') }
	number(bits.Len(uint(q.cube)) - 1)
	number(xgSide(q.owner))
	if q.phase == opening {
		number(1)
	} else {
		number(xgSide(q.turn))
	}
	switch q.phase {
	case moving:
		number(10*int(q.dice[0]) + int(q.dice[1]))
	case doubled:
		b = append(b, "D:"...)
	default:
		b = append(b, "00:"...)
	}
	number(t.score[0])
	number(t.score[1])
	number(oneIf(t.crawfordGame()) | xgJacoby*oneIf(t.jacoby) | xgBeaver*oneIf(t.beavers))
	number(t.length)
	if !t.cube && t.length != 1 {
		return string(append(b, '0')), nil
	}
	return string(strconv.AppendInt(b, xgMostCube, 10)), nil
}

// xgSide is 1 for the bottom, -1 for the top, 0 for neither.
func xgSide(s engines.Seat) int {
	switch s {
	case engines.First:
		return 1
	case engines.Second:
		return -1
	default:
		return 0
	}
}

// readXGID reads an XGID without its "XGID=".
func readXGID(id string) (setup, error) {
	fields := strings.Split(id, ":")
	if len(fields) != 10 {
		return setup{}, bad("an XGID has ten fields with colons between")
	}
	s := setup{stated: true, terms: defaults()}
	var err error
	if s.men, err = readMen(fields[0]); err != nil {
		return setup{}, err
	}
	var n [10]int // the fields that are numbers
	most := [10]int{1: 20, 5: greatestScore, 6: greatestScore, 7: xgJacoby | xgBeaver, 8: longestMatch, 9: 20}
	for _, i := range [...]int{1, 5, 6, 7, 8, 9} {
		if n[i], err = readNumber(fields[i], most[i]); err != nil {
			return setup{}, err
		}
	}
	s.cube = 1 << n[1]
	if s.owner, err = xgSeat(fields[2]); err != nil {
		return setup{}, err
	}
	if s.turn, err = xgSeat(fields[3]); err != nil {
		return setup{}, err
	}
	if err := s.xgDice(fields[4]); err != nil {
		return setup{}, err
	}
	t := &s.terms
	t.score, t.length = [2]int{n[5], n[6]}, n[8]
	if t.length == 0 {
		t.jacoby = n[7]&xgJacoby != 0
	} else if n[7] > 1 {
		return setup{}, bad("in a match the eighth field is 1 in the Crawford game and else 0")
	}
	// A match to one point has no cube that matters.
	t.cube = (n[9] > 0 || s.cube > 1) && t.length != 1
	if t.length == 1 {
		s.cube, s.owner = 1, engines.Nobody
	}
	t.beavers = t.length == 0 && t.cube && n[7]&xgBeaver != 0
	s.end()
	return s, t.state(t.length > 0 && n[7] == 1)
}

// xgSeat reads the side that xgSide writes.
func xgSeat(text string) (engines.Seat, error) {
	switch text {
	case "1":
		return engines.First, nil
	case "-1":
		return engines.Second, nil
	case "0":
		return engines.Nobody, nil
	}
	return engines.Nobody, bad("a side is 1, -1 or 0")
}

// xgDice reads the field that says what is awaited.
func (s *setup) xgDice(text string) error {
	switch {
	case s.turn == engines.Nobody:
		return bad("the turn is 1 or -1")
	case text == "00" || text == "0":
		s.phase = toRoll
	case text == "D":
		s.phase = doubled
	default:
		return s.readDice(text)
	}
	return nil
}

// end makes a game over whose checkers say so; other notations than the own line
// have no word for it.
func (s *setup) end() {
	switch {
	case s.men.Own[off] == checkers && s.men.Opp[off] != checkers:
		s.phase, s.turn, s.dice = over, engines.First, [2]uint8{}
	case s.men.Opp[off] == checkers && s.men.Own[off] != checkers:
		s.phase, s.turn, s.dice = over, engines.Second, [2]uint8{}
	}
}
