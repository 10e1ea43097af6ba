package checkers

import (
	"errors"
	"fmt"
	"regexp"

	"plylog/engines"
)

// MostFile is the size in bytes above which a file of games is neither read nor
// written.
const MostFile = 16 << 20

// tooLarge says so.
var tooLarge = fmt.Sprintf("larger than %d bytes", MostFile)

// mostTurns is the number of moves above which a recorded game is neither read
// nor written.
const mostTurns = 10_000

// FormatError says why a file of recorded games could not be read or written.
type FormatError struct {
	Format string // "PDN" or "ACF"
	Game   int    // which game of the file, from 1; 0: the file as a whole
	Line   int    // which line of a file that is read, from 1; 0: no one line
	Move   int    // which move of a game that is written, from 1; 0: no one move
	Detail string // one sentence
}

// Error implements error.
func (e *FormatError) Error() string {
	where := e.Format
	if e.Game > 0 {
		where += fmt.Sprintf(", game %d", e.Game)
	}
	if e.Line > 0 {
		where += fmt.Sprintf(", line %d", e.Line)
	}
	if e.Move > 0 {
		where += fmt.Sprintf(", move %d", e.Move)
	}
	return where + ": " + e.Detail
}

// Formats implements engines.Formatter.
func (engine) Formats() []engines.Format {
	return []engines.Format{
		{Name: "pdn", Media: "text/x-pdn", Ext: "pdn", Fits: pdnHead.Match, Read: ReadPDN, Write: WritePDN},
		{Name: "acf", Media: "text/x-acf", Ext: "acf", Fits: acfHead.Match, Read: ReadACF, Write: WriteACF},
	}
}

// What files of the formats are known by: a numbered move between squares or the
// type of game, and a line of squares with a tabulator behind it.
var (
	pdnHead = regexp.MustCompile(`(?m)(^|\s)\d+\.\s*\d+\s*[-x:]\s*\d+|^\s*\[GameType\s+"2\d`)
	acfHead = regexp.MustCompile(`^\s*\d+(-\d+)+( \d+(-\d+)+)*[ ;]*\t`)
)

// readResult reads a result as both formats write it. In checkers the first number
// is that of the first player, Red. The scores of two-point results are read as
// well; 0-0, a game that both lost, has no place among our endings.
func readResult(word string) (engines.Ending, bool) {
	switch word {
	case "2-0":
		word = "1-0"
	case "0-2":
		word = "0-1"
	case "1-1":
		word = "1/2-1/2"
	case "0-0":
		word = "*"
	}
	return engines.ParseMark(word)
}

// moveError says which move of a game that is written is wrong.
type moveError struct {
	move   int // from 1
	detail string
}

// Error implements error.
func (e *moveError) Error() string { return e.detail }

// unwritable turns what is wrong with the n-th of the games to write into the
// error that the caller gets.
func unwritable(format string, n int, err error) error {
	bad := &FormatError{Format: format, Game: n, Detail: err.Error()}
	if m := (*moveError)(nil); errors.As(err, &m) {
		bad.Move = m.move
	}
	return bad
}

// writable checks what both formats ask of a game: that the seats take turns, in
// moves alone, and that the ending is one of checkers, where every win is worth a
// point and no resignation names a value.
func writable(g engines.Record, first engines.Seat) error {
	if len(g.Turns) > mostTurns {
		return fmt.Errorf("more than %d moves", mostTurns)
	}
	by := first
	for i, t := range g.Turns {
		switch {
		case by == engines.Nobody:
			return errors.New("the board does not say whose move it is, and moves follow")
		case t.By != by:
			return &moveError{i + 1, fmt.Sprintf("is by %s; the seats take turns", t.By)}
		case t.Dice != "":
			return &moveError{i + 1, "has dice"}
		}
		by = by.Opponent()
	}
	worth := 0
	if g.End.Winner.Plays() {
		worth = 1
	}
	switch {
	case !g.End.Known && g.End.Winner != engines.Nobody, g.End.Winner > engines.Second:
		return fmt.Errorf("the winner is %s, and the ending is known: %t", g.End.Winner, g.End.Known)
	case g.End.Points != 0 && g.End.Points != worth:
		return fmt.Errorf("%d points for %s; a win is worth 1, and only a win", g.End.Points, g.End.Winner)
	case g.End.Value != "":
		return fmt.Errorf("a resignation of the value %q; checkers has none", clip(g.End.Value))
	}
	return nil
}
