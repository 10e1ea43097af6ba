package enginetest

import (
	"fmt"
	"slices"
	"strings"

	"plylog/engines"
)

// lawBoard: the board is one line that reads back to itself. A position that
// goes on reads back, under its own options, with the same turn and the same
// choices, but for those that history bars.
func lawBoard(v view) error {
	if strings.ContainsAny(v.board, "\r\n") || strings.TrimSpace(v.board) != v.board || v.board == "" {
		return fmt.Errorf("%q is not one trimmed line", v.board)
	}
	e := v.suite.Engine
	parsed, err := e.Parse(v.board)
	if err != nil {
		return fmt.Errorf("the own line does not parse: %w", err)
	}
	if parsed.Board() != v.board {
		return fmt.Errorf("reads back as %s", parsed.Board())
	}
	fresh, err := e.New(v.options, v.board)
	if err != nil {
		return fmt.Errorf("the own line is refused under options %q: %w", v.options, err)
	}
	if v.over {
		return nil // history may have ended it
	}
	if fresh.Turn() != v.turn {
		return fmt.Errorf("read back, %s is on turn instead of %s", fresh.Turn(), v.turn)
	}
	now, then := moves(v.choices), moves(fresh.Choices(v.turn))
	if lost := difference(now, then); len(lost) > 0 {
		return fmt.Errorf("read back, the choices %q are gone", lost)
	}
	var barred []string
	if b, ok := v.pos.(engines.Barrer); ok {
		for _, bar := range b.Barred(v.turn) {
			barred = append(barred, string(bar.Move))
		}
	}
	if added := difference(difference(then, now), barred); len(added) > 0 {
		return fmt.Errorf("read back, there are the new choices %q", added)
	}
	return checkPerft(fresh)
}

// checkPerft compares the count of a position without history with its choices
// and with the counts after each of them. Games with dice count differently.
func checkPerft(p engines.Position) error {
	c, ok := p.(engines.Counter)
	if _, dice := p.(engines.Drawer); !ok || dice {
		return nil
	}
	if got := []uint64{c.Perft(-1, false), c.Perft(0, false)}; !slices.Equal(got, []uint64{0, 1}) {
		return fmt.Errorf("depths -1 and 0 count %d; want 0 and 1", got)
	}
	choices := p.Choices(p.Turn())
	if got := c.Perft(1, false); got != uint64(len(choices)) {
		return fmt.Errorf("depth 1 counts %d with %d choices", got, len(choices))
	}
	var sum uint64
	for _, choice := range choices {
		next, err := p.Play(p.Turn(), choice.Move)
		if err != nil {
			return err
		}
		if n, ok := next.(engines.Counter); ok {
			sum += n.Perft(1, false)
		}
	}
	if got := c.Perft(2, false); got != sum {
		return fmt.Errorf("depth 2 counts %d; the choices' own counts add up to %d", got, sum)
	}
	return nil
}
