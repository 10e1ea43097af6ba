package backgammon

import (
	"strconv"

	"plylog/engines"
)

// Board implements engines.Position. NOTATION.md describes the line.
func (p *position) Board() string {
	var text [80]byte
	b := p.appendMen(text[:0])
	b = append(b, ' ')
	b = p.appendTurn(b)
	cube := p.unusualCube()
	if p.terms.length != 1 || cube {
		b = p.terms.append(append(b, ' '))
	}
	if cube {
		b = p.appendCube(append(b, ' '))
	}
	return string(b)
}

// appendMen writes where the checkers stand, in 26 letters.
func (p *position) appendMen(b []byte) []byte {
	first, second := &p.men[0], &p.men[1]
	b = append(b, letter(second[bar], 'a'))
	for at := 1; at <= 24; at++ {
		if n := first[at]; n > 0 {
			b = append(b, letter(n, 'A'))
		} else {
			b = append(b, letter(second[25-at], 'a'))
		}
	}
	return append(b, letter(first[bar], 'A'))
}

func letter(n int8, one byte) byte {
	if n == 0 {
		return '-'
	}
	return one + byte(n-1)
}

// appendTurn writes whose turn it is and what is awaited.
func (p *position) appendTurn(b []byte) []byte {
	if p.phase == opening {
		if p.terms.afresh {
			return append(b, "0!"...)
		}
		return append(b, "0?"...)
	}
	b = append(b, seatDigit(p.turn))
	switch p.phase {
	case reroll:
		b = append(b, '!')
	case rolling:
		b = append(b, '?')
	case moving:
		b = append(b, '/', '0'+p.dice[0], '0'+p.dice[1])
	case doubled:
		b = append(b, 'x')
	case over:
		b = append(b, '=')
	}
	return b
}

func seatDigit(s engines.Seat) byte { return '0' + byte(s) }

// append writes the match: length, score and what holds in this game.
func (t *terms) append(b []byte) []byte {
	b = strconv.AppendInt(b, int64(t.length), 10)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(t.score[0]), 10)
	b = append(b, '-')
	b = strconv.AppendInt(b, int64(t.score[1]), 10)
	if t.crawfordGame() {
		b = append(b, 'c')
	}
	if t.jacoby {
		b = append(b, 'j')
	}
	if t.beavers {
		b = append(b, 'b')
	}
	return b
}

// unusualCube reports whether the line has to tell of the cube.
func (p *position) unusualCube() bool {
	return p.cube > 1 || p.terms.cube != (p.terms.length > 1)
}

// appendCube writes the cube: "4@2" is at 4 and the second seat's.
func (p *position) appendCube(b []byte) []byte {
	if !p.terms.cube {
		return append(b, '-')
	}
	b = strconv.AppendInt(b, int64(p.cube), 10)
	if p.owner != engines.Nobody {
		b = append(b, '@', seatDigit(p.owner))
	}
	return b
}
