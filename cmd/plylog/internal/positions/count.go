package positions

import (
	"fmt"

	"plylog/engines"
)

// perft counts the nodes depth plies below: the engine's own way where it has
// one, else move by move.
func perft(p engines.Position, depth int, unique bool) (uint64, error) {
	if c, ok := p.(engines.Counter); ok {
		return c.Perft(depth, unique), nil
	}
	if depth == 0 {
		return 1, nil
	}
	list, err := parts(p, depth, unique)
	return sum(list), err
}

func sum(list []part) (n uint64) {
	for _, p := range list {
		n += p.Nodes
	}
	return n
}

// parts is the count of each move (or throw) of a position, for depths from 1.
func parts(p engines.Position, depth int, unique bool) ([]part, error) {
	if d, ok := awaitsDice(p); ok {
		return throws(d, depth, unique)
	}
	var out []part
	seen := make(map[[3]string]bool)
	for _, m := range p.Choices(p.Turn()) {
		after, err := p.Play(p.Turn(), m.Move)
		if err != nil {
			return nil, fmt.Errorf("a move that was offered is refused: %w", err)
		}
		if key, ok := ends(m, after); unique && ok {
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		n, err := perft(after, depth-1, unique)
		if err != nil {
			return nil, err
		}
		out = append(out, part{Move: string(m.Move), Nodes: n})
	}
	return out, nil
}

// awaitsDice returns the position whose dice fall next, where that is what
// comes next: the seat on turn may roll, or has. The cube is left aside.
func awaitsDice(p engines.Position) (engines.Drawer, bool) {
	if p.Turn().Plays() {
		rolled, err := p.Play(p.Turn(), engines.Roll)
		if err != nil {
			return nil, false
		}
		p = rolled
	}
	d, ok := p.(engines.Drawer)
	return d, ok && p.Turn() == engines.Chance
}

// throws is the count of each throw: it and the play that follows are one ply.
func throws(p engines.Drawer, depth int, unique bool) ([]part, error) {
	var out []part
	for _, o := range p.Outcomes() {
		after, err := p.Draw(o.Name)
		if err != nil {
			return nil, fmt.Errorf("a throw that was offered is refused: %w", err)
		}
		n, err := perft(after, depth, unique)
		if err != nil {
			return nil, err
		}
		out = append(out, part{Move: o.Name, Nodes: n})
	}
	return out, nil
}

// ends is what two moves have in common that count once: the piece's first and
// last place and the board they lead to.
func ends(m engines.Choice, after engines.Position) (key [3]string, ok bool) {
	if len(m.Steps) == 0 {
		return key, false
	}
	return [3]string{m.Steps[0].From, m.Steps[len(m.Steps)-1].To, after.Board()}, true
}
