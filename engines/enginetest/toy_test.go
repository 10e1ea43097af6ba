package enginetest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"plylog/engines"
)

// toy is a game of its own for testing the suite: a heap of sticks, a turn
// takes one to three of them ("take 2"), whoever takes the last one wins. bug
// names the one thing that it does wrong; empty: nothing.
type toy struct{ bug string }

func (toy) Name() string { return "toy" }
func (toy) Ruleset() int { return 1 }
func (g toy) Options() []engines.Option {
	if g.bug == "nameless option" {
		return []engines.Option{{Help: "what?"}}
	}
	return nil
}

func (g toy) Seats() [2]string {
	if g.bug == "one name for both" {
		return [2]string{"player", "player"}
	}
	return [2]string{"left", "right"}
}

func (g toy) Notation() string {
	if g.bug == "explains nothing" {
		return ""
	}
	return "take N, or N alone"
}

func (g toy) Draw(p engines.Position) string {
	if g.bug == "draws escapes" {
		return "\x1b[1m" + p.Board()
	}
	return p.Board() + "\n"
}

func (g toy) New(options json.RawMessage, board string) (engines.Position, error) {
	if err := engines.ReadOptions(options, &struct{}{}); err != nil && g.bug != "takes any option" {
		return nil, err
	}
	if board == "" {
		return heap{toy: g, left: 10, turn: engines.First}, nil
	}
	return g.Parse(board)
}

func (g toy) Parse(board string) (engines.Position, error) {
	turn, left, _ := strings.Cut(strings.TrimSpace(board), " ")
	by, err := engines.ParseSeat(strings.ToLower(turn))
	n, err2 := strconv.Atoi(left)
	if err != nil || err2 != nil || n < 0 || n > 30 || !by.Plays() {
		if g.bug == "plain board error" {
			return nil, fmt.Errorf("bad")
		}
		return nil, &engines.BadBoardError{Board: board, Rule: "TOY-1", Detail: "want a seat and a number up to 30"}
	}
	if g.bug == "reads one more" {
		n++
	}
	return heap{toy: g, left: n, turn: by}, nil
}

// heap is a position of toy.
type heap struct {
	toy
	left int
	turn engines.Seat
}

func (h heap) Turn() engines.Seat {
	if h.left == 0 && h.bug != "never over" {
		return engines.Nobody
	}
	return h.turn
}

func (h heap) Result() (engines.Result, bool) {
	if h.left > 0 {
		return engines.Result{}, false
	}
	r := engines.Result{Winner: h.turn.Opponent(), Points: 1, Reason: "last-stick"}
	if h.bug == "wins nothing" {
		r.Points = 0
	}
	return r, true
}

func (h heap) Board() string { return fmt.Sprintf("%s %d", h.turn, h.left) }

func (h heap) Choices(by engines.Seat) []engines.Choice {
	if by != h.Turn() && h.bug != "choices for both" || !by.Plays() || h.left == 0 {
		return nil
	}
	var list []engines.Choice
	for n := 1; n <= min(3, h.left); n++ {
		list = append(list, engines.Choice{Move: engines.Move(fmt.Sprintf("take %d", n))})
	}
	switch h.bug {
	case "repeats":
		list = append(list, list[0])
	case "unplayable":
		list = append(list, engines.Choice{Move: "take 4"})
	case "no choice at two":
		if h.left == 2 {
			return nil
		}
	case "one too few":
		list = list[:max(1, len(list)-1)]
	case "lax spelling":
		list[0].Move = "1"
	case "lies about repetition":
		list[0].Seen = 1
	}
	return list
}

func (h heap) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	n, err := h.read(by, m)
	if err != nil {
		return "", err
	}
	return engines.Move(fmt.Sprintf("take %d", n)), nil
}

func (h heap) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	if h.bug == "panics on a question mark" && m == "?" {
		return nil, nil
	}
	n, err := h.read(by, m)
	if err != nil {
		if h.bug == "position beside refusal" {
			return h, err
		}
		return nil, err
	}
	h.left -= n
	if h.bug != "same seat again" {
		h.turn = h.turn.Opponent()
	}
	return h, nil
}

// read parses a move and refuses it where it must.
func (h heap) read(by engines.Seat, m engines.Move) (int, error) {
	refuse := func(rule, code, detail string) (int, error) {
		if h.bug == "no detail" {
			detail = ""
		}
		if h.bug == "foreign code" {
			code = "chess." + code
		} else {
			code = "toy." + code
		}
		return 0, &engines.IllegalError{By: by, Move: m, Rule: rule, Code: code, Detail: detail}
	}
	if h.Turn() != by && h.bug != "plays for anybody" || !by.Plays() {
		return refuse("TOY-2", "not-your-turn", "it is the other's turn")
	}
	n, err := strconv.Atoi(strings.TrimPrefix(string(m), "take "))
	if err != nil {
		return refuse("TOY-1", "malformed", "want a number")
	}
	if n < 1 || n > 3 || n > h.left {
		return refuse("TOY-3", "wrong-number", "one to three sticks, and no more than there are")
	}
	return n, nil
}

// Seen is 1 always: no position of the toy can recur.
func (h heap) Seen() int { return 1 }

func (h heap) MustPass() bool { return h.bug == "must pass and does not" }

// Barred bars taking four where four are there.
func (h heap) Barred(by engines.Seat) []*engines.IllegalError {
	if by != h.Turn() || h.left < 4 {
		return nil
	}
	m := engines.Move("take 4")
	if h.bug == "bars a legal move" {
		m = "take 3"
	}
	_, err := h.read(by, m)
	ill, _ := err.(*engines.IllegalError)
	if ill == nil {
		ill = &engines.IllegalError{By: by, Move: m, Rule: "TOY-3", Code: "toy.wrong-number", Detail: "barred"}
	}
	if h.bug == "bars for another rule" {
		ill.Rule = "TOY-2"
	}
	return []*engines.IllegalError{ill}
}

func (h heap) Perft(depth int, unique bool) uint64 {
	if depth == 0 {
		return 1
	}
	if depth < 0 || h.bug == "counts nothing" {
		return 0
	}
	var sum uint64
	for n := 1; n <= min(3, h.left); n++ {
		sum += heap{toy: h.toy, left: h.left - n}.Perft(depth-1, unique)
	}
	if h.bug == "counts deep ones twice" && depth > 1 {
		sum *= 2
	}
	return sum
}
