package backgammon

import (
	"errors"
	"fmt"

	"plylog/engines"
)

// act is one thing done in a recorded game: a roll with what was played of it,
// or a word about the cube.
type act struct {
	by    engines.Seat
	word  engines.Move // Roll, Double, Take or Drop
	dice  [2]uint8     // of a roll, the higher first
	moves engines.Move // of a roll; empty where nothing was played

	beaver bool // a double that answers one
	line   int  // of the file that it was read from
}

// course is what happened in a recorded game, as both formats tell it: the
// throws that decided who starts, and the acts of the seats. The last throw is
// the roll of the first act too, but where the starter rolled afresh.
type course struct {
	throws []string // as Outcomes names them
	acts   []act
	cube   int // what it shows in the end
}

// Why a course cannot be.
var (
	errNoThrow = errors.New("nothing was thrown for the start")
	errDecided = errors.New("it has been decided who starts")
	errThrows  = errors.New("the throws for the start do not lead to the first roll")
	errDouble  = errors.New("the opening roll is a double")
)

// courseOf takes the turns of a record apart. Passes follow from the dice and are
// left out.
func courseOf(turns []engines.Turn, afresh bool) (course, error) {
	var c course
	if len(turns) > 2*mostActs {
		return c, fmt.Errorf("more than %d turns", 2*mostActs)
	}
	for i, t := range turns {
		if err := c.add(t, afresh); err != nil {
			return c, fmt.Errorf("turn %d, %.24q: %w", i+1, t.Move, err)
		}
	}
	_, err := c.turnCube()
	return c, err
}

// add adds one turn.
func (c *course) add(t engines.Turn, afresh bool) error {
	word := wordOf(t.Move)
	a, b, ok := readDice(t.Dice)
	n := len(c.acts)
	switch {
	case ok != (word == engines.Roll) || !ok && t.Dice != "":
		return fmt.Errorf("it comes with the dice %.8q", t.Dice)
	case t.By == engines.Chance && ok:
		return c.throw(a, b, afresh)
	case !t.By.Plays():
		return fmt.Errorf("it is by %s", t.By)
	case c.starter() == engines.Nobody:
		return errNoThrow
	case word == engines.Pass:
	case word != "":
		c.acts = append(c.acts, act{by: t.By, word: word, dice: [2]uint8{max(a, b), min(a, b)}})
	case n == 0 || c.acts[n-1].word != engines.Roll || c.acts[n-1].by != t.By || c.acts[n-1].moves != "":
		return fmt.Errorf("it follows no roll of the %s seat", t.By)
	default:
		c.acts[n-1].moves = t.Move
	}
	return nil
}

// throw adds a throw for the start.
func (c *course) throw(a, b uint8, afresh bool) error {
	if c.starter() != engines.Nobody {
		return errDecided
	}
	c.throws = append(c.throws, diceName(int(a), int(b)))
	if by := c.starter(); by != engines.Nobody && !afresh {
		c.acts = append(c.acts, act{by: by, word: engines.Roll, dice: [2]uint8{max(a, b), min(a, b)}})
	}
	return nil
}

// starter returns who won the last throw; Nobody where that was a tie, or there
// was none.
func (c *course) starter() engines.Seat {
	if len(c.throws) == 0 {
		return engines.Nobody
	}
	switch t := c.throws[len(c.throws)-1]; {
	case t[0] > t[2]:
		return engines.First
	case t[0] < t[2]:
		return engines.Second
	default:
		return engines.Nobody
	}
}

// plain reports whether the throws need not be told: they follow from the acts.
func (c *course) plain(afresh bool) bool {
	return len(c.throws) == 0 || len(c.throws) == 1 && len(c.acts) > 0 && !afresh
}

// open completes a course that was read. throws are what its file tells of the
// throws for the start; where it tells nothing they follow from the first act.
func (c *course) open(throws []string, afresh bool) error {
	rolls := len(c.acts) > 0 && c.acts[0].word == engines.Roll
	if len(throws) == 0 {
		if !rolls || afresh {
			return nil
		}
		first := c.acts[0]
		high, low := int(first.dice[0]), int(first.dice[1])
		switch {
		case high == low:
			return errDouble
		case first.by == engines.First:
			c.throws = []string{diceName(high, low)}
		default:
			c.throws = []string{diceName(low, high)}
		}
		return nil
	}
	var told course
	for _, t := range throws {
		a, b, ok := readDice(t)
		if !ok || told.throw(a, b, afresh) != nil {
			return errThrows
		}
	}
	c.throws = told.throws
	if afresh || len(told.acts) == 0 {
		if len(c.acts) > 0 && c.starter() != c.acts[0].by {
			return errThrows
		}
		return nil
	}
	if !rolls || c.acts[0].by != told.acts[0].by || c.acts[0].dice != told.acts[0].dice {
		return errThrows
	}
	return nil
}

// turns are the turns of a record with this course.
func (c *course) turns(afresh bool) []engines.Turn {
	var list []engines.Turn
	for _, t := range c.throws {
		list = append(list, engines.Turn{By: engines.Chance, Move: engines.Roll, Dice: t})
	}
	thrown := len(c.throws) > 0 && !afresh
	for i, a := range c.acts {
		t := engines.Turn{By: a.by, Move: a.word}
		if a.word == engines.Roll {
			t.Dice = diceName(int(a.dice[0]), int(a.dice[1]))
		}
		if i > 0 || !thrown {
			list = append(list, t)
		}
		if a.moves != "" {
			list = append(list, engines.Turn{By: a.by, Move: a.moves})
		}
	}
	return list
}

// turnCube finds out which doubles are beavers and what the cube shows in the end.
// An act that takes it above its highest value is an error, whose number it
// returns.
//
// Rule: BG-22
func (c *course) turnCube() (int, error) {
	c.cube = 1
	offered := engines.Nobody // who doubled in the act before
	for i := range c.acts {
		a := &c.acts[i]
		a.beaver = a.word == engines.Double && offered == a.by.Opponent()
		offered = engines.Nobody
		switch {
		case a.beaver:
			c.cube *= 4
		case a.word == engines.Double:
			offered = a.by
		case a.word == engines.Take:
			c.cube *= 2
		}
		if c.cube > MostCube {
			return i, fmt.Errorf("the cube goes above %d", MostCube)
		}
	}
	return 0, nil
}

// finish returns who won, and why, where the acts tell: a drop, or fifteen
// checkers borne off.
func (c *course) finish() (winner engines.Seat, reason string) {
	n := len(c.acts)
	if n > 0 && c.acts[n-1].word == engines.Drop {
		return c.acts[n-1].by.Opponent(), dropped
	}
	var gone [3]int
	for _, a := range c.acts {
		gone[a.by] += a.bornOff()
		if gone[a.by] >= checkers {
			return a.by, borneOff
		}
	}
	return engines.Nobody, ""
}

// bornOff counts the checkers that an act bears off by its words.
func (a *act) bornOff() int {
	var s spelling
	if a.moves == "" || s.read(a.moves) != "" {
		return 0
	}
	n := 0
	for _, l := range s.legs[:min(s.n, len(s.legs))] {
		n += oneIf(l.to == off)
	}
	return n
}
