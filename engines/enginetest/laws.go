package enginetest

import (
	"encoding/json"
	"fmt"
	"strings"

	"plylog/engines"
)

// view is one position with what the laws ask of it, looked up once.
type view struct {
	suite   Suite
	options json.RawMessage
	pos     engines.Position
	board   string
	turn    engines.Seat
	choices []engines.Choice // of the seat on turn
	result  engines.Result
	over    bool
}

// laws holds one position to all laws and returns the first that is broken.
func (s Suite) laws(options string, p engines.Position) error {
	v := view{suite: s, options: json.RawMessage(options), pos: p, board: p.Board(), turn: p.Turn()}
	v.result, v.over = p.Result()
	v.choices = p.Choices(v.turn)
	for _, law := range []struct {
		name  string
		check func(view) error
	}{
		{"turn and result", lawTurn},
		{"choices", lawChoices},
		{"reference", lawReference},
		{"moves", lawMoves},
		{"refusals", lawRefusals},
		{"barred moves", lawBarred},
		{"chance", lawChance},
		{"pass", lawPass},
		{"claims and resignations", lawClaims},
		{"corrections", lawCorrect},
		{"board line", lawBoard},
		{"drawing", lawDrawing},
	} {
		if err := law.check(v); err != nil {
			return fmt.Errorf("%s: law of %s: %w", v.board, law.name, err)
		}
		if now := p.Board(); now != v.board {
			return fmt.Errorf("%s: law of %s: the position changed to %s", v.board, law.name, now)
		}
	}
	return nil
}

// lawTurn: the game waits for nobody exactly when it is over, and a result is
// worth something and has a reason.
func lawTurn(v view) error {
	if v.over != (v.turn == engines.Nobody) {
		return fmt.Errorf("the turn is of %s and there is a result: %t", v.turn, v.over)
	}
	if !v.over {
		return nil
	}
	switch r := v.result; {
	case r.Reason == "" || strings.Trim(r.Reason, "abcdefghijklmnopqrstuvwxyz-") != "":
		return fmt.Errorf("reason %q; want a stable word", r.Reason)
	case r.Winner.Plays() && r.Points < 1:
		return fmt.Errorf("%s wins %d points", r.Winner, r.Points)
	case r.Winner == engines.Nobody && r.Points != 0:
		return fmt.Errorf("a draw worth %d points", r.Points)
	case r.Winner == engines.Chance:
		return fmt.Errorf("chance wins")
	}
	return nil
}

// lawChoices: only the seat on turn has choices, it has at least one, and they
// are the same every time they are asked for.
func lawChoices(v view) error {
	for _, by := range []engines.Seat{engines.Nobody, engines.First, engines.Second, engines.Chance, 9} {
		n := len(v.pos.Choices(by))
		switch on := by == v.turn && by.Plays(); {
		case on && n == 0:
			return fmt.Errorf("%s is on turn and has no choice", by)
		case !on && n > 0:
			return fmt.Errorf("%s is on turn and %s has %d choices", v.turn, by, n)
		}
	}
	seen := map[engines.Move]bool{}
	again := v.pos.Choices(v.turn)
	for i, c := range v.choices {
		switch {
		case c.Move == "":
			return fmt.Errorf("choice %d is empty", i)
		case seen[c.Move]:
			return fmt.Errorf("%q is there twice", c.Move)
		case i >= len(again) || again[i].Move != c.Move:
			return fmt.Errorf("asked again, the order is another")
		}
		seen[c.Move] = true
		for _, st := range c.Steps {
			if st.To == "" {
				return fmt.Errorf("%q has a step that leads nowhere", c.Move)
			}
		}
	}
	return nil
}

// lawReference: the slow implementation finds the same moves.
func lawReference(v view) error {
	if v.suite.Reference == nil || !v.turn.Plays() {
		return nil
	}
	return sameMoves(moves(v.choices), v.suite.Reference(v.pos))
}

// lawDrawing: the terminal board is there and has no control characters.
func lawDrawing(v view) error {
	text := v.suite.Engine.Draw(v.pos)
	if strings.TrimSpace(text) == "" {
		return fmt.Errorf("nothing is drawn")
	}
	for _, r := range text {
		if r < ' ' && r != '\n' {
			return fmt.Errorf("the control character %q is drawn", r)
		}
	}
	return nil
}
