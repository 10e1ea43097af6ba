package baghchal

import (
	"fmt"

	"plylog/engines"
)

// refusal is why a move is refused.
type refusal struct{ rule, code, detail string }

var malformed = refusal{"BC-15", "malformed", "not a move; write c3 to place a goat, a1-b2 to step, a1xc3 to capture"}

func noLine(from, to int) refusal {
	return refusal{"BC-1", "no-line", fmt.Sprintf("no line of the board leads from %s to %s", names[from], names[to])}
}

func (b board) occupied(rule string, to int) refusal {
	piece := "goat"
	if has(b.tigers, to) {
		piece = "tiger"
	}
	return refusal{rule, "occupied", fmt.Sprintf("there is a %s on %s", piece, names[to])}
}

// thirdTime refuses a move that repeats a position too often.
// Rule: BC-12
func thirdTime(by engines.Seat, text engines.Move, m move) *engines.IllegalError {
	return &engines.IllegalError{
		By: by, Move: text, Rule: "BC-12", Code: Name + ".third-time",
		Detail: fmt.Sprintf("%s would bring about a position that has stood twice since all goats were placed; a third time is not allowed", m.canonical()),
	}
}

// notYourTurn refuses whoever is not on turn.
// Rule: BC-3
func (p *Position) notYourTurn() refusal {
	return refusal{"BC-3", "not-your-turn", fmt.Sprintf("it is the %s' turn", plural(p.side))}
}

// gameOver refuses a move after the end, by the rule that ended the game.
// Rule: BC-9, BC-10, BC-11, BC-13
func (p *Position) gameOver() refusal {
	r := refusal{code: "game-over"}
	switch {
	case p.end == fiveCaptured:
		r.rule, r.detail = "BC-9", "the game is over: the tigers have captured five goats"
	case p.end == allBarred:
		r.rule, r.detail = "BC-13", fmt.Sprintf("the game is over: the %s had only moves that would repeat a position for the third time", plural(p.side))
	case p.side == engines.Second:
		r.rule, r.detail = "BC-10", "the game is over: no tiger can move"
	default:
		r.rule, r.detail = "BC-11", "the game is over: no goat can move"
	}
	return r
}

// moveRule is the rule that says how the side on turn moves.
func (b board) moveRule() string {
	if b.side == engines.First {
		return "BC-5"
	}
	return "BC-6"
}

func plural(s engines.Seat) string {
	if s == engines.First {
		return "goats"
	}
	return "tigers"
}
