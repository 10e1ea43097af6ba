package baghchal

import "plylog/engines"

// Position is one state of a game. It implements engines.Position, Repeater,
// Barrer and Counter.
type Position struct {
	board
	past  *past  // what has stood since all goats were placed, this position included
	seen  int    // how often this position has stood; 0 while positions do not count
	twice int    // how many positions have stood twice: none of them may come again
	end   ending // how the game ended, if it did
}

// ending is how a game ended.
type ending uint8

const (
	going ending = iota
	fiveCaptured
	noMove    // the side on turn has none
	allBarred // the side on turn has only moves that would repeat
)

// mostSeen is how often a position may stand.
// Rule: BC-12
const mostSeen = 2

// begin is the first position of a game.
func begin(b board) *Position {
	p := &Position{board: b}
	return p.settle(nil, 0)
}

// after makes a move that check has let through.
func (p *Position) after(m move) *Position {
	next := &Position{board: p.board.after(m)}
	if m.takes != none {
		return next.settle(nil, 0) // what stood before can never stand again
	}
	return next.settle(p.past, p.twice)
}

// settle counts a new position and sees whether the game is over.
func (p *Position) settle(before *past, twice int) *Position {
	if p.hand == 0 {
		key := p.key()
		p.seen = before.count(key) + 1
		p.past = before.with(key)
		p.twice = twice
		if p.seen == mostSeen {
			p.twice++
		}
	}
	p.end = p.ending()
	return p
}

// ending looks whether the game is over.
// Rule: BC-9, BC-10, BC-11, BC-13
func (p *Position) ending() ending {
	if p.captured >= mostCaptured {
		return fiveCaptured
	}
	end := noMove
	for m := range p.moves() {
		if !p.bars(m) {
			return going
		}
		end = allBarred
	}
	return end
}

// bars reports whether a move would bring a position about for the third time.
// Rule: BC-12
func (p *Position) bars(m move) bool {
	return p.twice > 0 && p.standing(m) >= mostSeen
}

// standing returns how often the position has stood to which a move leads.
// Rule: BC-14
func (p *Position) standing(m move) int {
	if p.past == nil || m.takes != none {
		return 0
	}
	return p.past.count(p.board.after(m).key())
}

// Turn implements engines.Position.
// Rule: BC-3
func (p *Position) Turn() engines.Seat {
	if p.end != going {
		return engines.Nobody
	}
	return p.side
}

// Choices implements engines.Position: in the order of the points that pieces
// come from, then steps before captures, then in the order of the points they
// go to. Seen of each is filled.
// Rule: BC-14
func (p *Position) Choices(by engines.Seat) []engines.Choice {
	if by != p.Turn() || !by.Plays() {
		return nil
	}
	legal := make([]move, 0, 32)
	for m := range p.moves() {
		if !p.bars(m) {
			legal = append(legal, m)
		}
	}
	list := make([]engines.Choice, len(legal))
	steps := make([]engines.Step, len(legal))
	for i, m := range legal {
		steps[i] = m.step()
		list[i] = engines.Choice{Move: m.canonical(), Steps: steps[i : i+1 : i+1], Seen: p.standing(m)}
	}
	return list
}

// Barred implements engines.Barrer: the moves that would bring a position about
// for the third time. They are listed for the side on turn, and for the one
// that lost because it had no others.
// Rule: BC-12, BC-13, BC-14
func (p *Position) Barred(by engines.Seat) []*engines.IllegalError {
	if by != p.side || p.end != going && p.end != allBarred {
		return nil
	}
	var list []*engines.IllegalError
	for m := range p.moves() {
		if p.bars(m) {
			list = append(list, thirdTime(by, m.canonical(), m))
		}
	}
	return list
}

// Seen implements engines.Repeater.
func (p *Position) Seen() int { return p.seen }

// Result implements engines.Position. Every win is worth one point; there is no
// draw by the board. Reasons: "five-captured", "tigers-stuck", "goats-stuck".
// Rule: BC-9, BC-10, BC-11
func (p *Position) Result() (engines.Result, bool) {
	switch {
	case p.end == going:
		return engines.Result{}, false
	case p.end == fiveCaptured:
		return engines.Result{Winner: engines.Second, Points: 1, Reason: "five-captured"}, true
	case p.side == engines.Second:
		return engines.Result{Winner: engines.First, Points: 1, Reason: "tigers-stuck"}, true
	default:
		return engines.Result{Winner: engines.Second, Points: 1, Reason: "goats-stuck"}, true
	}
}

// Play implements engines.Position.
func (p *Position) Play(by engines.Seat, m engines.Move) (engines.Position, error) {
	checked, err := p.check(by, m)
	if err != nil {
		return nil, err
	}
	return p.after(checked), nil
}

// Canonical implements engines.Position.
func (p *Position) Canonical(by engines.Seat, m engines.Move) (engines.Move, error) {
	checked, err := p.check(by, m)
	if err != nil {
		return "", err
	}
	return checked.canonical(), nil
}

// Board implements engines.Position.
func (p *Position) Board() string { return p.line() }
