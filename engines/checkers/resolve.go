package checkers

import (
	"slices"
	"strings"

	"plylog/engines"
)

// resolve finds the legal move that a text means, or the refusal that Play gives.
//
// Rule: CK-3
func (p *position) resolve(by engines.Seat, text engines.Move) (move, error) {
	if p.end != running {
		return move{}, p.over(by, text)
	}
	if by != p.b.mover() {
		return move{}, p.notYourTurn(by, text)
	}
	s, bad := readMove(string(text))
	if bad != nil {
		return move{}, refusal(by, text, "CK-1", bad.code, bad.detail)
	}
	from := bit(s.at[0])
	if p.b.own&from == 0 {
		return move{}, p.notYours(by, text, s.at[0])
	}
	jumpers := p.b.jumpers()
	if jumpers&from != 0 {
		return p.resolveCapture(by, text, &s)
	}
	if jumpers == 0 && s.n == 2 && !s.cross && p.b.canStep(s.at[0], s.at[1]) {
		return move{from: s.at[0], to: s.at[1]}, nil
	}
	return move{}, p.explain(by, text, &s, nil)
}

// resolveCapture finds the string of jumps that a text means. A text that spells
// a whole path means that path. One that leaves squares out means the path that
// is left, or the first of several that come to the same thing; where their
// results differ it is refused with all of them.
//
// Rule: CK-7
func (p *position) resolveCapture(by engines.Seat, text engines.Move, s *spelled) (move, error) {
	var room [16]move
	list := p.b.capturesFrom(s.at[0], room[:0])
	var fits []move
	differ := false
	for _, m := range list {
		at, n := m.path()
		if slices.Equal(at[:n], s.squares()) {
			return m, nil
		}
		if m.to == s.at[s.n-1] && passes(at[:n], s.squares()) {
			fits = append(fits, m)
			differ = differ || !m.same(fits[0])
		}
	}
	switch {
	case len(fits) == 0:
		return move{}, p.explain(by, text, s, list)
	case differ:
		return move{}, ambiguous(by, text, fits)
	}
	return fits[0], nil
}

// canStep reports whether the own piece on one square may step to another.
func (b board) canStep(from, to uint8) bool {
	for d, can := range b.steppers() {
		if can&bit(from) != 0 && next[d][from] == bit(to) {
			return true
		}
	}
	return false
}

// passes reports whether a path touches the squares in their order, the first
// and the last being met by the caller's care.
func passes(path, squares []uint8) bool {
	for _, sq := range path {
		if len(squares) > 0 && sq == squares[0] {
			squares = squares[1:]
		}
	}
	return len(squares) == 0
}

func ambiguous(by engines.Seat, text engines.Move, fits []move) error {
	err := refusal(by, text, "CK-7", "ambiguous", "may mean "+listed(fits)+", which do not come to the same")
	err.Candidates = make([]engines.Move, len(fits))
	for i, m := range fits {
		err.Candidates[i] = m.text()
	}
	return err
}

// mostListed bounds how many moves a sentence names.
const mostListed = 24

// listed writes moves as a sentence does: "a, b or c".
func listed(list []move) string {
	named := list[:min(len(list), mostListed)]
	var sb strings.Builder
	for i, m := range named {
		switch {
		case i == 0:
		case i == len(list)-1:
			sb.WriteString(" or ")
		default:
			sb.WriteString(", ")
		}
		sb.WriteString(string(m.text()))
	}
	if len(named) < len(list) {
		sb.WriteString(" and others")
	}
	return sb.String()
}
