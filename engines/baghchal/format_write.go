package baghchal

import (
	"errors"
	"fmt"
	"strings"

	"plylog/engines"
)

// writeAll writes games as readAll reads them: all tags, the players in Goats and
// Tigers, a start position in FEN, the reason of the ending in Termination; then
// the numbered moves and the mark of the ending. A win's Points, always 1 here,
// are not written, and Name says only where a game stands in its file. What a
// reader would not give back is an error, a *FormatError.
func (n notation) writeAll(games []engines.Record) ([]byte, error) {
	var b strings.Builder
	for i, g := range games {
		if i > 0 {
			b.WriteByte('\n')
		}
		if err := n.writeGame(&b, g); err != nil {
			bad := &FormatError{Format: n.name, Game: i + 1, Err: err}
			if m := (*moveError)(nil); errors.As(err, &m) {
				bad.Move, bad.Err = m.move, m.err
			}
			return nil, bad
		}
	}
	if b.Len() > MostFile {
		return nil, &FormatError{Format: n.name, Err: errTooLarge}
	}
	return []byte(b.String()), nil
}

// moveError says which move of a game is wrong.
type moveError struct {
	move int // from 1
	err  error
}

// Error implements error.
func (e *moveError) Error() string { return fmt.Sprintf("move %d: %v", e.move, e.err) }

func (n notation) writeGame(b *strings.Builder, g engines.Record) error {
	if err := engines.ReadOptions(g.Options, &struct{}{}); err != nil {
		return err
	}
	if err := checkEnding(g.End); err != nil {
		return err
	}
	tags, err := tagsOf(g)
	if err != nil {
		return err
	}
	if err := engines.WritePairs(b, tags); err != nil {
		return err
	}
	moves, err := n.moves(g)
	if err != nil {
		return err
	}
	b.WriteString(engines.MoveText(firstMover(g.Board), moves, g.End.Mark()))
	return nil
}

// moves writes the moves, of which the seats must make every second.
func (n notation) moves(g engines.Record) ([]string, error) {
	if len(g.Turns) > mostTurns {
		return nil, fmt.Errorf("more than %d moves", mostTurns)
	}
	list := make([]string, len(g.Turns))
	by := firstMover(g.Board)
	for i, t := range g.Turns {
		sp, ok := read(t.Move)
		switch {
		case by == engines.Nobody:
			return nil, errors.New("the board does not say whose move it is, and moves follow")
		case t.By != by:
			return nil, &moveError{i + 1, fmt.Errorf("is by %s; the sides take turns", t.By)}
		case t.Dice != "":
			return nil, &moveError{i + 1, errors.New("has dice")}
		case !ok || sp.piece != engines.Nobody && sp.piece != by:
			return nil, &moveError{i + 1, fmt.Errorf("%q is no move of the %s", clip(string(t.Move)), plural(by))}
		}
		list[i] = n.write(by, sp)
		by = by.Opponent()
	}
	return list, nil
}

// checkEnding refuses what no game of Bagh-Chal ends with: every win is worth a
// point, and no resignation names a value.
func checkEnding(e engines.Ending) error {
	worth := 0
	if e.Winner.Plays() {
		worth = 1
	}
	switch {
	case !e.Known && e.Winner != engines.Nobody, e.Winner > engines.Second:
		return fmt.Errorf("the winner is %s, and the ending is known: %t", e.Winner, e.Known)
	case e.Points != 0 && e.Points != worth:
		return fmt.Errorf("%d points for %s; a win is worth 1, and only a win", e.Points, e.Winner)
	case e.Value != "":
		return fmt.Errorf("a resignation of the value %q; Bagh-Chal has none", clip(e.Value))
	}
	return nil
}
