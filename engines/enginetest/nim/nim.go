package nim

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// Engine is the rules.
type Engine struct{}

type options struct {
	Stones int `json:"stones"`
}

// Name implements engines.Engine.
func (Engine) Name() string { return "nim" }

// Ruleset implements engines.Engine.
func (Engine) Ruleset() int { return 1 }

// Seats implements engines.Engine.
func (Engine) Seats() [2]string { return [2]string{"left", "right"} }

// Notation implements engines.Engine.
func (Engine) Notation() string { return "how many stones are taken: 1, 2 or 3" }

// Options implements engines.Engine.
func (Engine) Options() []engines.Option {
	low, high := 1, 1000
	return []engines.Option{{Name: "stones", Type: "integer", Default: 10, Min: &low, Max: &high, Help: "Stones in the heap."}}
}

// New implements engines.Engine.
func (e Engine) New(raw json.RawMessage, board string) (engines.Position, error) {
	o := options{Stones: 10}
	if err := engines.ReadOptions(raw, &o); err != nil {
		return nil, err
	}
	if o.Stones < 1 || o.Stones > 1000 {
		return nil, &engines.BadOptionError{Option: "stones", Detail: "want 1 to 1000"}
	}
	if board != "" {
		return e.Parse(board)
	}
	return position{stones: o.Stones, turn: engines.First}, nil
}

// Parse implements engines.Engine.
func (Engine) Parse(board string) (engines.Position, error) {
	heap, side, ok := strings.Cut(board, " ")
	n, err := strconv.Atoi(heap)
	if !ok || err != nil || n < 0 || n > 1000 || strconv.Itoa(n) != heap || side != "L" && side != "R" {
		return nil, &engines.BadBoardError{Board: board, Detail: "want a heap of 0 to 1000 stones, a blank, and L or R on turn"}
	}
	p := position{stones: n, turn: engines.First}
	if side == "R" {
		p.turn = engines.Second
	}
	return p, nil
}

// Draw implements engines.Engine.
func (Engine) Draw(p engines.Position) string { return p.Board() + "\n" }

type position struct {
	stones int
	turn   engines.Seat // who takes next, or would
}

// Turn implements engines.Position.
func (p position) Turn() engines.Seat {
	if p.stones == 0 {
		return engines.Nobody
	}
	return p.turn
}

// Choices implements engines.Position.
func (p position) Choices(by engines.Seat) []engines.Choice {
	var out []engines.Choice
	for n := 1; n <= min(3, p.stones) && by == p.Turn(); n++ {
		out = append(out, engines.Choice{Move: engines.Move(strconv.Itoa(n))})
	}
	return out
}

// Canonical implements engines.Position.
func (p position) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	n, err := p.take(by, m)
	return engines.Move(strconv.Itoa(n)), err
}

// Play implements engines.Position.
func (p position) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	n, err := p.take(by, m)
	if err != nil {
		return nil, err
	}
	return position{stones: p.stones - n, turn: p.turn.Opponent()}, nil
}

func (p position) take(by engines.Seat, m engines.Move) (int, error) {
	no := func(code, detail string) (int, error) {
		return 0, &engines.IllegalError{By: by, Move: m, Rule: "NIM-1", Code: "nim." + code, Detail: detail}
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(m)))
	switch {
	case by != p.Turn():
		return no("not-your-turn", "the other seat takes next")
	case err != nil || n < 1 || n > 3:
		return no("malformed", "take 1, 2 or 3 stones")
	case n > p.stones:
		return no("too-many", fmt.Sprintf("there are only %d stones", p.stones))
	}
	return n, nil
}

// Result implements engines.Position.
func (p position) Result() (engines.Result, bool) {
	if p.stones > 0 {
		return engines.Result{}, false
	}
	return engines.Result{Winner: p.turn.Opponent(), Points: 1, Reason: "last-stone"}, true
}

// Board implements engines.Position.
func (p position) Board() string {
	if p.turn == engines.Second {
		return strconv.Itoa(p.stones) + " R"
	}
	return strconv.Itoa(p.stones) + " L"
}

// MayAgree implements engines.Agreer.
func (p position) MayAgree() bool { return p.stones > 0 }
