package baghchal

import (
	"errors"
	"fmt"
	"strings"

	"plylog/engines"
)

// readAll reads the games of a file: tags, moves with or without numbers, marks
// of endings; comments in braces or behind a semicolon are read over. A game ends
// with its mark, or where the tags of another begin; without a mark the Result
// tag counts. Moves come out in the engine's own notation, not checked against
// the rules. Who makes them follows from the letter G or B before them, or else
// from the turns. Errors are *FormatError.
func (n notation) readAll(data []byte) ([]engines.Record, error) {
	if len(data) > MostFile {
		return nil, &FormatError{Format: n.name, Err: errTooLarge}
	}
	r := reader{notation: n, text: strings.TrimPrefix(string(data), "\ufeff"), line: 1}
	for r.skip(blanks); r.at < len(r.text); r.skip(blanks) {
		if err := r.token(); err != nil {
			bad := &FormatError{Format: n.name, Game: len(r.games) + 1, Line: r.line, Err: err}
			if r.wrongMove {
				bad.Move = len(r.game.Turns) + 1
			}
			return nil, bad
		}
	}
	r.finish(engines.Ending{})
	if len(r.games) == 0 {
		return nil, &FormatError{Format: n.name, Err: errors.New("holds no game")}
	}
	return r.games, nil
}

// blanks may stand between tokens.
const blanks = " \t\r\n\f\v\x1a"

// reader reads a file token by token.
type reader struct {
	notation
	text      string
	at        int // how much of text is read
	line      int // the line that at is on, from 1
	games     []engines.Record
	game      recorded // the one being read
	begun     bool     // there is something of it
	wrongMove bool     // the error is about a move
}

func (r *reader) advance(n int) {
	r.line += strings.Count(r.text[r.at:r.at+n], "\n")
	r.at += n
}

func (r *reader) skip(set string) {
	rest := r.text[r.at:]
	r.advance(len(rest) - len(strings.TrimLeft(rest, set)))
}

// token reads what stands at r.at, which is not blank.
func (r *reader) token() error {
	rest := r.text[r.at:]
	switch rest[0] {
	case '[':
		return r.tag(rest)
	case '{':
		n := strings.IndexByte(rest, '}')
		if n < 0 {
			return errors.New("the comment is never closed with a }")
		}
		r.advance(n + 1)
		return nil
	case ';':
		n := strings.IndexByte(rest, '\n')
		if n < 0 {
			n = len(rest)
		}
		r.advance(n)
		return nil
	default:
		return r.word(rest)
	}
}

func (r *reader) tag(rest string) error {
	if len(r.game.Turns) > 0 {
		r.finish(engines.Ending{})
	}
	t, n, err := engines.CutPair(rest)
	if err != nil {
		return err
	}
	r.begun = true
	r.advance(n)
	if !r.game.take(t) {
		r.game.Tags = append(r.game.Tags, t)
	}
	return nil
}

// word reads the mark of an ending, a move number or a move.
func (r *reader) word(rest string) error {
	word := rest
	if n := strings.IndexAny(rest, blanks+"{};["); n >= 0 {
		word = rest[:n]
	}
	if end, ok := engines.ParseMark(word); ok {
		r.at += len(word)
		r.begun = true
		r.finish(end)
		return nil
	}
	number := len(word) - len(strings.TrimLeft(word, "0123456789"))
	if number > 0 && strings.HasPrefix(word[number:], ".") {
		r.at += number
		r.skip(".")
		return nil
	}
	if marks := strings.Trim(word, "#+!?"); marks == "" && word != "" {
		r.at += len(word)
		return nil
	}
	return r.move(word)
}

// move reads a move, and over what somebody thought of it.
func (r *reader) move(word string) error {
	r.wrongMove = true
	sp, ok := read(engines.Move(strings.TrimRight(word, "#+!?")))
	if !ok {
		return fmt.Errorf("%q is neither a move nor a number nor the mark of an ending", clip(word))
	}
	by := r.next()
	if sp.piece != engines.Nobody {
		by = sp.piece
	}
	switch {
	case by == engines.Nobody:
		return errors.New("the FEN tag does not say whose move it is, and moves follow")
	case len(r.game.Turns) == mostTurns:
		return fmt.Errorf("more than %d moves", mostTurns)
	}
	r.at += len(word)
	r.begun, r.wrongMove = true, false
	r.game.Turns = append(r.game.Turns, engines.Turn{By: by, Move: engines.Move(inWords(by, sp))})
	return nil
}

// next returns whose turn it is.
func (r *reader) next() engines.Seat {
	if n := len(r.game.Turns); n > 0 {
		return r.game.Turns[n-1].By.Opponent()
	}
	return firstMover(r.game.Board)
}

// finish closes the game at its mark, or where the next one begins.
func (r *reader) finish(end engines.Ending) {
	if !r.begun {
		return
	}
	g := r.game
	if g.End = end; !end.Known {
		g.End = g.result
	}
	g.End.Reason = g.reason
	g.Name = fmt.Sprintf("game %d", len(r.games)+1)
	r.games = append(r.games, g.Record)
	r.game, r.begun = recorded{}, false
}

// clip keeps what strangers wrote from filling a sentence.
func clip(s string) string {
	if len(s) > 32 {
		return strings.ToValidUTF8(s[:32], "?") + "…"
	}
	return strings.ToValidUTF8(s, "?")
}
