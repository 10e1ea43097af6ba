package backgammon

import (
	"fmt"

	"plylog/engines"
)

// foreign is the error of what takes a position and gets one of another engine.
type foreign struct{ p engines.Position }

func (f foreign) Error() string { return fmt.Sprintf("%T is no position of backgammon", f.p) }

// own returns a position as this package's own.
func own(p engines.Position) (*position, error) {
	if q, ok := p.(*position); ok {
		return q, nil
	}
	return nil, foreign{p}
}

// Perft implements engines.Counter. One level is a roll and its turn: the sum
// over all 21 rolls of the distinct positions that each can lead to, a roll that
// cannot be played counting one. Positions in which a side has borne off all its
// checkers lead nowhere and count at their own depth only. The cube is left
// aside. Whoever is to roll begins: the first seat where the opening dice are
// awaited, the doubler where a double is to be answered. Where dice are to be
// played, the first level is their turn alone.
func (p *position) Perft(depth int, _ bool) uint64 {
	if depth <= 0 {
		return uint64(oneIf(depth == 0))
	}
	if p.phase == over {
		return 0
	}
	mover := p.turn
	if p.phase == opening {
		mover = engines.First
	}
	m := p.seen(mover)
	levels := make([]Turns, min(depth, 16))
	if p.phase == moving {
		return perftRoll(&m, int(p.dice[0]), int(p.dice[1]), depth, levels)
	}
	return perft(&m, depth, levels)
}

// perft counts what follows a position with the mover about to roll, to a depth
// of at least 1. levels holds buffers for the levels of the recursion.
func perft(m *Men, depth int, levels []Turns) uint64 {
	if m.Opp[off] == checkers {
		return 0
	}
	sum := uint64(0)
	for a := 1; a <= 6; a++ {
		for b := 1; b <= a; b++ {
			sum += perftRoll(m, a, b, depth, levels)
		}
	}
	return sum
}

// perftRoll counts what follows one roll.
func perftRoll(m *Men, a, b, depth int, levels []Turns) uint64 {
	if len(levels) == 0 {
		levels = make([]Turns, 1)
	}
	t := &levels[0]
	n := t.Count(m, a, b)
	if depth == 1 {
		return max(uint64(n), 1)
	}
	if n == 0 {
		next := m.Turned()
		return perft(&next, depth-1, levels[1:])
	}
	sum := uint64(0)
	for i := range n {
		next := t.list[i].men.Turned()
		sum += perft(&next, depth-1, levels[1:])
	}
	return sum
}

// CountTurns counts the distinct positions that a roll leads to from a position
// of this engine, whichever seat is about to roll; one where it cannot be played.
func CountTurns(p engines.Position, a, b int) (int, error) {
	q, err := own(p)
	if err != nil {
		return 0, err
	}
	if a < 1 || a > 6 || b < 1 || b > 6 {
		return 0, fmt.Errorf("dice %d and %d: want 1 to 6", a, b)
	}
	if q.phase == over {
		return 0, nil
	}
	roller := q.turn
	if q.phase == opening {
		roller = engines.First
	}
	m := q.seen(roller)
	var t Turns
	return max(t.Count(&m, a, b), 1), nil
}

// PerftDice is CountTurns of a roll written as "6-5".
func PerftDice(p engines.Position, dice string) (int, error) {
	a, b, ok := readDice(dice)
	if !ok {
		return 0, fmt.Errorf("dice %q: want two, such as 6-5", dice)
	}
	return CountTurns(p, int(a), int(b))
}
