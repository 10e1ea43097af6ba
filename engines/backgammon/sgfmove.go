package backgammon

import (
	"errors"
	"fmt"
	"strings"

	"plylog/engines"
)

// Points in SGF are the letters from a, white's 1-point, to x, white's 24-point.
const (
	sgfBar = 'y'
	sgfOff = 'z'
)

// sgfPoint writes a place as a letter.
func sgfPoint(by engines.Seat, place int) byte {
	switch {
	case place == off:
		return sgfOff
	case place == bar:
		return sgfBar
	case by == engines.Second:
		place = 25 - place
	}
	return 'a' + byte(place-1)
}

// sgfPlace reads a letter as a place of a seat.
func sgfPlace(by engines.Seat, letter byte) (int, bool) {
	for place := off; place <= bar; place++ {
		if sgfPoint(by, place) == letter {
			return place, true
		}
	}
	return 0, false
}

// Why a property is not read.
var (
	errSetUp = errors.New("the game is set up from a position of its own")
	errAuto  = errors.New("the cube does not begin at 1")
	errRoll  = errors.New("it is not said who rolls")
)

// read reads a property as far as it is part of play.
func (r *sgfReader) read(p *sgfProperty) error {
	v := strings.TrimSpace(sgfRaw(p.values[0]))
	switch p.name {
	case "W":
		return r.readAct(engines.First, v)
	case "B":
		return r.readAct(engines.Second, v)
	case "PL":
		r.next = engines.First
		if strings.HasPrefix(strings.ToUpper(v), "B") {
			r.next = engines.Second
		}
	case "DI":
		if !r.next.Plays() {
			return errRoll
		}
		err := r.readAct(r.next, v)
		r.set = err == nil
		return err
	case "AB", "AW", "AE", "CP":
		return errSetUp
	case "CV":
		if v != "1" {
			return errAuto
		}
	}
	return nil
}

// readAct reads what a seat did: double, take, drop, or the dice and the steps
// made with them, each as two letters: 31hefe.
func (r *sgfReader) readAct(by engines.Seat, v string) error {
	n := len(r.acts)
	if n == mostActs {
		return fmt.Errorf("more than %d turns", mostActs)
	}
	set := r.set
	r.next, r.set = by.Opponent(), false
	switch word := engines.Move(strings.ToLower(v)); word {
	case engines.Double, engines.Drop:
		r.acts = append(r.acts, act{by: by, word: word, line: r.line})
		return nil
	case engines.Take:
		if n < 2 || r.acts[n-1].word != engines.Double || r.acts[n-2].word != engines.Double || r.acts[n-2].by != by {
			r.acts = append(r.acts, act{by: by, word: word, line: r.line})
		}
		return nil
	}
	a := act{by: by, word: engines.Roll, line: r.line}
	if len(v) < 2 {
		return fmt.Errorf("%.12q is no move", v)
	}
	x, y, ok := readDice(v[:1] + "-" + v[1:2])
	if !ok || len(v)%2 != 0 || len(v) > 2+2*len(spelling{}.legs) {
		return fmt.Errorf("%.12q is no move", v)
	}
	a.dice = [2]uint8{max(x, y), min(x, y)}
	var legs []leg
	for i := 2; i < len(v); i += 2 {
		from, ok := sgfPlace(by, v[i])
		to, ok2 := sgfPlace(by, v[i+1])
		if !ok || !ok2 {
			return fmt.Errorf("%.12q is no move", v)
		}
		legs = append(legs, leg{int8(from), int8(to)})
	}
	a.moves = spellSteps(legs)
	// Dice that were set before the move are those of the move.
	if set && r.acts[n-1].by == by && r.acts[n-1].dice == a.dice {
		r.acts[n-1] = a
		return nil
	}
	r.acts = append(r.acts, a)
	return nil
}
