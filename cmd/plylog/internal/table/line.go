package table

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"plylog/api/client"
	"plylog/cmd/plylog/internal/remote"
)

// mostLine is the length in bytes above which a line is not read.
const mostLine = 1000

// The words that are no commands of a game.
const (
	wordMoves   = "moves"
	wordBoard   = "board"
	wordHistory = "history"
	wordExport  = "export"
	wordUndo    = "undo"
	wordRematch = "rematch"
	wordHelp    = "help"
	wordQuit    = "quit"
)

// word is one of them.
type word struct {
	name, words, short string
	least, most        int // words that follow
	also               []string
}

var words = []word{
	{wordMoves, "[PART]", "List the legal moves, or those that hold a part", 0, 1, []string{"legal"}},
	{wordBoard, "", "Draw the board again", 0, 0, nil},
	{wordHistory, "", "List the moves so far", 0, 0, nil},
	{wordExport, "FORMAT", "Write the game down as a file of the field: jsonl, pdn, mat …", 1, 1, nil},
	{wordUndo, "", "Take your last move back; the opponent has to agree", 0, 0, []string{"takeback"}},
	{wordRematch, "", "Play again when the game is over; a match goes on", 0, 0, []string{"again"}},
	{wordHelp, "", "List these words", 0, 0, []string{"?"}},
	{wordQuit, "", "Leave the table", 0, 0, []string{"exit", "q"}},
}

// line is what somebody has typed.
type line struct {
	word string          // one of words; empty: a command, or nothing at all
	args []string        // what follows the word
	do   *client.Command // nil: a word, or nothing at all
}

// none reports whether there is nothing to do.
func (l *line) none() bool { return l.word == "" && l.do == nil }

// parse reads a line: a word of the table, a command of the game by its name, or
// else a move in the game's own notation. Whether the game knows such a command
// or move is the server's to say. A line that is empty or begins with # is
// nothing.
func parse(text string) (line, error) {
	switch {
	case len(text) > mostLine:
		return line{}, fmt.Errorf("a line has at most %d characters", mostLine)
	case !utf8.ValidString(text):
		return line{}, fmt.Errorf("a line is UTF-8")
	}
	fields := strings.Fields(text)
	if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
		return line{}, nil
	}
	for _, r := range strings.TrimSpace(text) {
		if !unicode.IsPrint(r) && r != '\t' {
			return line{}, fmt.Errorf("a line has no control characters such as %q", r)
		}
	}
	name, args := strings.ToLower(fields[0]), fields[1:]
	if w, ok := findWord(name); ok {
		if len(args) < w.least || len(args) > w.most {
			return line{}, fmt.Errorf("%s is written %s", w.name, strings.TrimSpace(w.name+" "+w.words))
		}
		return line{word: w.name, args: args}, nil
	}
	d, ok := remote.FindDeed(name)
	if !ok {
		d, args = mover, fields
	}
	if d.Name == "roll" && len(args) == 1 {
		dice, err := remote.ReadDice(args[0])
		if err != nil {
			return line{}, fmt.Errorf("roll %w", err)
		}
		do := d.Command(nil)
		do.Dice = dice
		return line{do: &do}, nil
	}
	if err := d.Fits(args); err != nil {
		return line{}, err
	}
	do := d.Command(args)
	return line{do: &do}, nil
}

// mover is the deed that needs no name.
var mover, _ = remote.FindDeed("move")

func findWord(name string) (word, bool) {
	for _, w := range words {
		if w.name == name {
			return w, true
		}
		for _, also := range w.also {
			if also == name {
				return w, true
			}
		}
	}
	return word{}, false
}
