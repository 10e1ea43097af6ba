package reversi

import (
	"errors"
	"fmt"
	"regexp"

	"plylog/engines"
)

// MostFile is the size in bytes above which a file of games is neither read nor
// written.
const MostFile = 16 << 20

// errTooLarge says so.
var errTooLarge = fmt.Errorf("larger than %d bytes", MostFile)

// FormatError says where a file of recorded games is not what it should be, or
// which game cannot be written as one. Where a move is illegal it wraps the
// *engines.IllegalError.
type FormatError struct {
	Format string // "WTHOR", "transcript" or "GGF"
	Game   int    // which game of the file, from 1; 0: the file as a whole
	Line   int    // which line of a text, from 1; 0: no one line
	Move   int    // which move of the game, from 1, passes not counted; 0: none of them
	Err    error  // what is wrong
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
	return where + ": " + e.Err.Error()
}

// Unwrap implements the interface that errors.Is and errors.As look for.
func (e *FormatError) Unwrap() error { return e.Err }

// Formats implements engines.Formatter.
func (engine) Formats() []engines.Format {
	return []engines.Format{
		{Name: "transcript", Media: "text/plain; charset=utf-8", Fits: transcriptHead.Match, Read: ReadTranscripts, Write: WriteTranscripts},
		{Name: "ggf", Media: "text/x-ggf", Ext: "ggf", Fits: ggfHead.Match, Read: ReadGGF, Write: WriteGGF},
		{Name: "wthor", Media: "application/x-wthor", Ext: "wtb", Fits: fitsWTHOR, Read: ReadWTHOR, Write: WriteWTHOR},
	}
}

// What texts of the formats are known by.
var (
	transcriptHead = regexp.MustCompile(`^\s*[a-hA-H][1-8]\s*[a-hA-H][1-8](\s|[a-hA-H]|$)`)
	ggfHead        = regexp.MustCompile(`^[\s\d]*\(\s*;\s*GM\s*\[(Othello|Reversi)`)
)

// unwritable turns what is wrong with the n-th of the games to write into the
// error that the caller gets.
func unwritable(format string, n int, err error) error {
	bad := &FormatError{Format: format, Game: n, Err: err}
	if m := (*moveError)(nil); errors.As(err, &m) {
		bad.Move, bad.Err = m.move, m.err
	}
	return bad
}

// moveError says which move of a game is wrong.
type moveError struct {
	move int // from 1
	err  error
}

// Error implements error.
func (e *moveError) Error() string { return fmt.Sprintf("move %d: %v", e.move, e.err) }

// barred says why a game cannot go into a format that has no room for more than
// moves and what the tags named may hold.
func barred(g engines.Record, players bool, tags ...string) error {
	set, err := readSettings(g.Options)
	switch {
	case err != nil:
		return err
	case set != usual:
		return errors.New("has options, for which there is no room")
	case !players && g.Players != [2]string{}:
		return errors.New("has names of players, for which there is no room")
	}
	if g.Board != "" {
		p, err := parse(g.Board)
		if err != nil {
			return err
		}
		if p != start() {
			return errors.New("begins from a given board, for which there is no room")
		}
	}
	seen := map[string]bool{}
	for _, t := range g.Tags {
		room := false
		for _, name := range tags {
			room = room || name == t.Name
		}
		if !room || seen[t.Name] {
			return fmt.Errorf("has the tag %q, for which there is no room", t.Name)
		}
		seen[t.Name] = true
	}
	return nil
}
