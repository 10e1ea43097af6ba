package play

import (
	"errors"

	"plylog/engines"
	"plylog/events"
)

// A line is what was played and thrown from a start position on, in the order
// in which it happened. Who did it need not be said: it was whoever was on turn,
// or chance. Passes that were forced are left out, as in a Record.

// lineOf writes turns as a line.
func lineOf(turns []engines.Turn) []string {
	var line []string
	for _, t := range turns {
		if t.By.Plays() || t.Move != engines.Roll {
			line = append(line, string(t.Move))
		}
		if t.Move == engines.Roll {
			line = append(line, t.Dice)
		}
	}
	return line
}

// along plays a line from a position, and what is forced on the way and behind
// it. told, where not nil, hears of every move and outcome before it is played.
func along(pos engines.Position, line []string, told func(by engines.Seat, what string)) (engines.Position, error) {
	pos, err := forced(pos)
	for i := 0; i < len(line) && err == nil; i++ {
		by := pos.Turn()
		if told != nil {
			told(by, line[i])
		}
		d, ok := pos.(engines.Drawer)
		switch {
		case by == engines.Chance && ok:
			pos, err = d.Draw(line[i])
		case by.Plays():
			pos, err = pos.Play(by, engines.Move(line[i]))
		default:
			return nil, errBehindTheEnd
		}
		if err == nil {
			pos, err = forced(pos)
		}
	}
	return pos, err
}

var errBehindTheEnd = errors.New("the line goes on where the game is over")

// forced makes the passes of whoever can play nothing.
func forced(pos engines.Position) (engines.Position, error) {
	for {
		p, ok := pos.(engines.Passer)
		if !ok || !p.MustPass() {
			return pos, nil
		}
		next, err := p.Play(p.Turn(), engines.Pass)
		if err != nil {
			return nil, err
		}
		pos = next
	}
}

// linedUp reads the line that a game begins with as turns.
func linedUp(eng engines.Engine, c *events.Created) ([]engines.Turn, error) {
	pos, err := eng.New(c.Options, c.Board)
	if err != nil {
		return nil, err
	}
	var turns []engines.Turn
	_, err = along(pos, c.Line, func(by engines.Seat, what string) {
		last := len(turns) - 1
		switch {
		case by != engines.Chance:
			turns = append(turns, engines.Turn{By: by, Move: engines.Move(what)})
		case last >= 0 && turns[last].Move == engines.Roll && turns[last].Dice == "":
			turns[last].Dice = what
		default:
			turns = append(turns, engines.Turn{By: engines.Chance, Move: engines.Roll, Dice: what})
		}
	})
	return turns, err
}
