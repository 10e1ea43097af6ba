package checkers

import (
	"fmt"

	"plylog/engines"
)

func refusal(by engines.Seat, text engines.Move, rule, code, detail string) *engines.IllegalError {
	return &engines.IllegalError{By: by, Move: text, Rule: rule, Code: kind + "." + code, Detail: detail}
}

// over refuses a move after the end of the game.
func (p *position) over(by engines.Seat, text engines.Move) error {
	rule := "CK-15"
	if p.end == repetition || p.end == fortyMove {
		rule = "CK-18"
	}
	return refusal(by, text, rule, "game-over", "the game is over")
}

func (p *position) notYourTurn(by engines.Seat, text engines.Move) error {
	if !by.Plays() {
		return refusal(by, text, "CK-3", "not-your-turn", "only the two players move")
	}
	return refusal(by, text, "CK-3", "not-your-turn", "it is "+colour(p.b.white)+"'s move")
}

// notYours refuses a move from a square without an own piece.
func (p *position) notYours(by engines.Seat, text engines.Move, sq uint8) error {
	if p.b.opp&bit(sq) != 0 {
		return refusal(by, text, "CK-2", "not-your-piece",
			fmt.Sprintf("the piece on %s is %s's", names[sq], colour(!p.b.white)))
	}
	return refusal(by, text, "CK-4", "no-piece", fmt.Sprintf("there is no piece on %s", names[sq]))
}

// mustCapture refuses a step while a capture exists, and lists the captures: a
// player who meets this has nearly always overlooked them.
//
// Rule: CK-10, CK-19
func (p *position) mustCapture(by engines.Seat, text engines.Move) *engines.IllegalError {
	return refusal(by, text, "CK-10", "must-capture", p.captureFirst())
}

// captureFirst is the sentence of CK-10 with the captures there are.
func (p *position) captureFirst() string {
	var room [32]move
	return "a capture must be made where there is one: " + listed(p.b.captures(room[:0]))
}

// Barred implements engines.Barrer: the steps that a capture forbids.
//
// Rule: CK-10
func (p *position) Barred(by engines.Seat) []*engines.IllegalError {
	if by != p.Turn() || !by.Plays() || p.b.jumpers() == 0 {
		return nil
	}
	var room [32]move
	steps := p.b.steps(room[:0])
	barred := make([]*engines.IllegalError, len(steps))
	for i, m := range steps {
		barred[i] = p.mustCapture(by, m.text())
	}
	return barred
}

// explain says why the own piece on the first square may not go the way that was
// spelled. list holds the strings of jumps it has.
//
// Rule: CK-11
func (p *position) explain(by engines.Seat, text engines.Move, s *spelled, list []move) error {
	if open := unfinished(list, s.squares()); len(open) > 0 {
		return refusal(by, text, "CK-11", "must-continue",
			"the capture goes on from "+names[s.at[s.n-1]]+": "+listed(open))
	}
	var err *engines.IllegalError
	if adjacent(s.at[0], s.at[1]) {
		err = p.explainStep(by, text, s)
	} else {
		err = p.explainJumps(by, text, s)
	}
	if err.Rule != "CK-10" && list == nil && p.b.jumpers() != 0 {
		err.Detail += "; besides, " + p.captureFirst()
	}
	return err
}

// unfinished returns the moves of list that begin the way that was spelled and
// go on from there.
func unfinished(list []move, squares []uint8) []move {
	var open []move
	for _, m := range list {
		if at, n := m.path(); passes(at[:n], squares) {
			open = append(open, m)
		}
	}
	return open
}

// explainStep refuses a move whose first two squares are neighbours.
//
// Rule: CK-4
func (p *position) explainStep(by engines.Seat, text engines.Move, s *spelled) *engines.IllegalError {
	from, to := s.at[0], s.at[1]
	switch {
	case p.b.kings&bit(from) == 0 && p.b.backward(from, to):
		return refusal(by, text, "CK-4", "backward", "a man moves forward only")
	case p.b.empty()&bit(to) == 0:
		return refusal(by, text, "CK-4", "occupied", names[to]+" is occupied")
	case p.b.jumpers() != 0:
		return p.mustCapture(by, text)
	case s.n > 2:
		return refusal(by, text, "CK-4", "too-far",
			fmt.Sprintf("%s-%s is a step, and a move is one step", names[from], names[to]))
	default:
		return refusal(by, text, "CK-5", "nothing-to-jump",
			fmt.Sprintf("%s-%s is a step that captures nothing; it is written with -", names[from], names[to]))
	}
}

// explainJumps walks a string of jumps up to the first that is not one.
//
// Rule: CK-5, CK-6, CK-8, CK-9, CK-14
func (p *position) explainJumps(by engines.Seat, text engines.Move, s *spelled) *engines.IllegalError {
	no := func(rule, code, format string, args ...any) *engines.IllegalError {
		return refusal(by, text, rule, code, fmt.Sprintf(format, args...))
	}
	man := p.b.kings&bit(s.at[0]) == 0
	empty := p.b.empty() | bit(s.at[0])
	var taken uint32
	for i := 1; i < s.n; i++ {
		from, to := s.at[i-1], s.at[i]
		over, ok := between(from, to)
		switch {
		case man && i > 1 && p.b.crownRow()&bit(from) != 0:
			return no("CK-14", "crown-ends", "the man is crowned on %s, and its move ends there", names[from])
		case !ok:
			return p.noWay(by, text, from, to)
		case man && p.b.backward(from, to):
			return no("CK-6", "backward", "a man jumps forward only")
		case taken&bit(over) != 0:
			return no("CK-9", "jumped-twice", "the piece on %s has been jumped in this move already", names[over])
		case p.b.own&bit(over) != 0:
			return no("CK-8", "own-piece", "the piece on %s is your own; no jump goes over it", names[over])
		case p.b.opp&bit(over) == 0:
			return no("CK-5", "nothing-to-jump", "there is no piece to jump on %s", names[over])
		case empty&bit(to) == 0:
			return no("CK-5", "occupied", "%s is occupied; a jump lands on an empty square", names[to])
		}
		taken |= bit(over)
	}
	// Every string that can be walked is either a move or the beginning of one,
	// and neither comes here.
	return no("CK-5", "no-such-jump", "no capture goes that way")
}

// noWay refuses two squares that neither a step nor a jump joins.
func (p *position) noWay(by engines.Seat, text engines.Move, from, to uint8) *engines.IllegalError {
	r1, c1 := place(from)
	r2, c2 := place(to)
	dr, dc := r2-r1, c2-c1
	if dr != 0 && (dr == dc || dr == -dc) {
		return refusal(by, text, "CK-4", "too-far",
			fmt.Sprintf("%s is too far from %s: kings too move one square, or jump what stands next to them", names[to], names[from]))
	}
	return refusal(by, text, "CK-4", "not-diagonal",
		fmt.Sprintf("no step, jump or string of jumps goes from %s to %s", names[from], names[to]))
}

// backward reports whether a way leads back from where the side to move is going.
func (b board) backward(from, to uint8) bool { return (to < from) != b.white }

// adjacent reports whether two squares are one diagonal step apart.
func adjacent(a, b uint8) bool {
	for d := range directions {
		if next[d][a] == bit(b) {
			return true
		}
	}
	return false
}

// between returns the square in the middle of two that are a jump apart.
func between(a, b uint8) (uint8, bool) {
	for d := range directions {
		if land[d][a] == bit(b) {
			return lowest(next[d][a]), true
		}
	}
	return 0, false
}

func colour(white bool) string {
	if white {
		return "White"
	}
	return "Red"
}
