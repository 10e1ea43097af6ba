package baghchal

import (
	"errors"
	"fmt"
	"regexp"

	"plylog/engines"
)

// MostFile is the size in bytes above which a file of games is neither read nor
// written.
const MostFile = 16 << 20

// mostTurns is the number of moves above which a recorded game is neither read
// nor written.
const mostTurns = 10_000

// errTooLarge says that a file is.
var errTooLarge = fmt.Errorf("larger than %d bytes", MostFile)

// FormatError says why a file of recorded games cannot be read or written.
type FormatError struct {
	Format string // "text" or "pgn"
	Game   int    // which game of the file, from 1; 0: the file as a whole
	Line   int    // which line of a file that is read, from 1; 0: no one line
	Move   int    // which move of the game, from 1; 0: no one move
	Err    error  // what is wrong
}

// Error implements error.
func (e *FormatError) Error() string {
	where := Name + " " + e.Format
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

// Formats implements engines.Formatter: text in the notation of this engine, and
// PGN in that of the Python library baghchal, "G33", "B1122", "Bx1133". Both have
// the tags and the marks of endings of PGN, 1-0 being a win of the goats. Each is
// read in either notation.
func (Engine) Formats() []engines.Format {
	return []engines.Format{text.format(), pgn.format()}
}

// notation is one of the two formats, which differ in how moves are written.
type notation struct {
	name, media string
	ext         string // of the files, where it says which game they hold
	write       func(by engines.Seat, sp spelling) string
}

var (
	text = notation{"text", "text/plain; charset=utf-8", "", inWords}
	pgn  = notation{"pgn", "text/x-baghchal-pgn", "pgn", inDigits}
)

func (n notation) format() engines.Format {
	return engines.Format{Name: n.name, Media: n.media, Ext: n.ext, Fits: head.Match, Read: n.readAll, Write: n.writeAll}
}

// head is what files of games are known by: the players, or goats that are placed.
var head = regexp.MustCompile(`(?m)^\s*\[(Goats|Tigers)\s+"|(^|\s)1\.\s*([a-e][1-5]|G[1-5]{2})(\s|$)`)

// The tags that say what a Record has fields for.
const (
	tagGoats       = "Goats"
	tagTigers      = "Tigers"
	tagResult      = "Result"
	tagSetUp       = "SetUp"
	tagFEN         = "FEN" // the board in the engine's own line
	tagTermination = "Termination"
)

// recorded is a record being put together from its tags.
type recorded struct {
	engines.Record
	result engines.Ending // by the Result tag
	reason string         // by the Termination tag
}

// take fills the field that a tag is for; false where there is none, or where the
// value is nothing that the field can hold.
func (g *recorded) take(t engines.Tag) bool {
	switch t.Name {
	case tagGoats:
		g.Players[0] = t.Value
	case tagTigers:
		g.Players[1] = t.Value
	case tagResult:
		g.result, _ = engines.ParseMark(t.Value)
	case tagFEN:
		g.Board = t.Value
	case tagTermination:
		reason, ok := engines.ParseTermination(t.Value)
		if ok {
			g.reason = reason
		}
		return ok
	default:
		return t.Name == tagSetUp
	}
	return true
}

// tagsOf lists the tags of a game as they are written: those that it came with,
// which must be none of ours, and then ours.
func tagsOf(g engines.Record) ([]engines.Tag, error) {
	var taken recorded
	tags := make([]engines.Tag, 0, len(g.Tags)+6)
	for _, t := range g.Tags {
		if taken.take(t) {
			return nil, fmt.Errorf("the tag %s is written from another field of the record", t.Name)
		}
		tags = append(tags, t)
	}
	put := func(name, value string) { tags = append(tags, engines.Tag{Name: name, Value: value}) }
	put(tagGoats, g.Players[0])
	put(tagTigers, g.Players[1])
	put(tagResult, g.End.Mark())
	if g.Board != "" {
		put(tagSetUp, "1")
		put(tagFEN, g.Board)
	}
	if g.End.Reason != "" {
		value, ok := engines.Termination(g.End.Reason)
		if !ok {
			return nil, errors.New("the reason of its ending is not a word")
		}
		put(tagTermination, value)
	}
	return tags, nil
}
