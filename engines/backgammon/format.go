package backgammon

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"plylog/engines"
)

// MostFile is the size in bytes above which a file of recorded games is neither
// read nor written. A game with all of a program's analysis takes a tenth of a
// megabyte.
const MostFile = 16 << 20

// Above these a file is neither read nor written either.
const (
	mostGames  = 1000
	mostActs   = 4000 // of one game
	mostPoints = 3 * MostCube
)

// FormatError says why a file of recorded games could not be read or written.
type FormatError struct {
	Format string // "mat" or "SGF"
	Game   int    // as numbered in the file, or from 1; 0: no one game
	Line   int    // of a file that is read, from 1; 0: no one line
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
	return where + ": " + e.Detail
}

var _ engines.Formatter = engine{}

// Formats implements engines.Formatter.
func (engine) Formats() []engines.Format {
	return []engines.Format{
		{Name: "mat", Media: "text/x-mat", Ext: "mat", Fits: matMark.Match, Read: ReadMAT, Write: WriteMAT},
		{Name: "sgf", Media: "application/x-sgf", Ext: "sgf", Fits: sgfMark.Match, Read: ReadSGF, Write: WriteSGF},
	}
}

// What files of the formats are known by.
var (
	matMark = regexp.MustCompile(`(?m)^\s*\d+ point match`)
	sgfMark = regexp.MustCompile(`^\s*\(\s*;[^;]*GM\s*\[\s*6\s*\]`)
)

// readable is the text of a file: UTF-8, with or without a mark in front, or
// else Latin-1, which both formats were written in before.
func readable(data []byte) string {
	text := strings.TrimPrefix(string(data), "\ufeff")
	if utf8.ValidString(text) {
		return text
	}
	runes := make([]rune, len(data))
	for i, c := range data {
		runes[i] = rune(c)
	}
	return string(runes)
}

// written is a game to be written, taken apart, with what its file has to say of
// it when it is read again.
type written struct {
	start *position // where it begins, and under which terms
	course
	want engines.Record
}

// take takes a game apart and checks what both formats ask of it.
func take(g engines.Record) (*written, error) {
	for _, text := range append([]string{g.Players[0], g.Players[1]}, tagTexts(g.Tags)...) {
		if !utf8.ValidString(text) {
			return nil, fmt.Errorf("%.40q is not UTF-8", text)
		}
	}
	begin, err := New().New(g.Options, g.Board)
	if err != nil {
		return nil, err
	}
	w := &written{start: begin.(*position), want: g}
	if w.start.phase != opening || w.start.men != [2][26]int8{startSide(), startSide()} {
		return nil, errors.New("it begins from a position of its own")
	}
	afresh := w.start.terms.afresh
	if w.course, err = courseOf(g.Turns, afresh); err != nil {
		return nil, err
	}
	if w.want.End, err = w.settled(g.End, w.start.terms); err != nil {
		return nil, err
	}
	w.want.Turns = w.turns(afresh)
	return w, nil
}

func tagTexts(tags []engines.Tag) []string {
	list := make([]string, 0, 2*len(tags))
	for _, t := range tags {
		list = append(list, t.Name, t.Value)
	}
	return list
}

// confirm reads what was written of games and compares: whatever a file cannot
// hold, in spite of all checks before, is an error and no silent loss.
func confirm(data []byte, games []*written, read func([]byte) ([]engines.Record, error)) error {
	list, err := read(data)
	if err != nil {
		return fmt.Errorf("what was written cannot be read: %w", err)
	}
	if len(list) != len(games) {
		return fmt.Errorf("%d games were written and %d are read", len(games), len(list))
	}
	for i, w := range games {
		if what := w.unlike(list[i]); what != "" {
			return &FormatError{Game: i + 1, Detail: "the format cannot hold its " + what}
		}
	}
	return nil
}

// unlike names what a record that was read differs in from the one that was
// written; empty if nothing. Its place in its file is no part of a game.
func (w *written) unlike(g engines.Record) string {
	start, err := New().New(g.Options, g.Board)
	switch {
	case err != nil || start.(*position).terms.plain() != w.start.terms.plain():
		return "options"
	case g.Players != w.want.Players:
		return "players"
	case len(g.Tags) != len(w.want.Tags) || len(g.Turns) != len(w.want.Turns):
		return "tags or turns"
	case g.End != w.want.End:
		return "ending"
	}
	for i := range g.Tags {
		if g.Tags[i] != w.want.Tags[i] {
			return fmt.Sprintf("tag %.40q", w.want.Tags[i].Name)
		}
	}
	for i := range g.Turns {
		if g.Turns[i] != w.want.Turns[i] {
			return fmt.Sprintf("turn %d", i+1)
		}
	}
	return ""
}

// plain are the terms without what has no effect in a game of their length.
func (t *terms) plain() terms {
	u := *t
	if u.length <= 1 {
		u.crawford, u.after = false, false
	}
	u.after = u.after && u.crawford
	return u
}

// unwritable turns what is wrong with the n-th of the games to write, or with
// all of them where n is 0, into the error that the caller gets.
func unwritable(format string, n int, err error) error {
	bad := &FormatError{Format: format, Game: n, Detail: err.Error()}
	if inner := (*FormatError)(nil); n == 0 && errors.As(err, &inner) {
		bad.Game, bad.Detail = inner.Game, inner.Detail
	}
	return bad
}
