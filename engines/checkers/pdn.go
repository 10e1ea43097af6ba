package checkers

import (
	"fmt"
	"strings"

	"plylog/engines"
)

// ReadPDN reads the games of a file in PDN 3.0 (Portable Draughts Notation).
// Moves and start positions come out as written, but for blanks; comments,
// variations, numeric glyphs and move strengths are read over. A game ends at a
// result, at *, or where the tags of another begin; where the moves end without
// a result, the Result tag counts. In American checkers (GameType 21) 1-0 is a
// win of the first player; a file that says that it holds another game is
// refused. Termination tells the reason of the ending, where it is one word or
// "time forfeit"; what no field of a Record takes remains a tag. Errors are
// *FormatError.
func ReadPDN(data []byte) ([]engines.Record, error) {
	if len(data) > MostFile {
		return nil, &FormatError{Format: "PDN", Detail: tooLarge}
	}
	r := pdnReader{text: strings.TrimPrefix(string(data), "\ufeff"), line: 1, game: newPDNGame()}
	if err := r.read(); err != nil {
		return nil, err
	}
	if len(r.games) == 0 {
		return nil, &FormatError{Format: "PDN", Detail: "holds no game"}
	}
	return r.games, nil
}

// pdnReader reads a file token by token.
type pdnReader struct {
	text  string
	at    int // how much of text is read
	line  int // the line that at is on, from 1
	games []engines.Record
	game  pdnGame // the game being read
}

// pdnGame is a game under way.
type pdnGame struct {
	engines.Record
	begun  bool           // a tag or a move of it has been read
	next   engines.Seat   // who makes the next move; Nobody: the FEN does not say
	tagged engines.Ending // by the Result tag
	reason string         // by the Termination tag
}

func newPDNGame() pdnGame { return pdnGame{next: engines.First} }

func (r *pdnReader) fail(format string, args ...any) error {
	return &FormatError{Format: "PDN", Game: len(r.games) + 1, Line: r.line, Detail: fmt.Sprintf(format, args...)}
}

func (r *pdnReader) read() error {
	for r.skipSpace(); r.at < len(r.text); r.skipSpace() {
		if err := r.token(); err != nil {
			return err
		}
	}
	r.finish(engines.Ending{})
	return nil
}

// token reads what stands at r.at, which is not blank.
func (r *pdnReader) token() error {
	switch c := r.text[r.at]; {
	case c == '[':
		if len(r.game.Turns) > 0 {
			r.finish(engines.Ending{})
		}
		return r.tag()
	case c == '{':
		return r.comment()
	case c == '}':
		return r.fail("a } without a comment; comments do not nest")
	case c == ';', c == '%' && r.startsLine():
		r.skipLine()
		return nil
	case c == '(':
		return r.variation()
	case c == ')':
		return r.fail("a ) without a variation")
	case c == '$':
		r.skip("$0123456789")
		return nil
	case c == '!', c == '?', c == '.':
		r.skip("!?.")
		return nil
	case c == '*':
		r.at++
		r.finish(engines.Ending{})
		return nil
	default:
		return r.word()
	}
}

// resultBytes are the bytes of which results are made.
const resultBytes = "0123456789/-"

// word reads a result, a move number or a move.
func (r *pdnReader) word() error {
	rest := r.text[r.at:]
	result := rest[:len(rest)-len(strings.TrimLeft(rest, resultBytes))]
	if end, ok := readResult(result); ok {
		r.at += len(result)
		r.finish(end)
		return nil
	}
	if n := pdnNumber(rest); n > 0 {
		r.at += n
		return nil
	}
	m, n := pdnMove(rest)
	if end, ok := readResult(m); ok { // with blanks around its dash
		r.at += n
		r.finish(end)
		return nil
	}
	switch {
	case n == 0:
		return r.fail("%q is neither a move nor a move number nor a result", clip(firstWord(rest)))
	case len(r.game.Turns) == mostTurns:
		return r.fail("more than %d moves", mostTurns)
	case r.game.next == engines.Nobody:
		return r.fail("the FEN tag does not say whose move it is, and moves follow")
	}
	r.at += n
	r.game.begun = true
	r.game.Turns = append(r.game.Turns, engines.Turn{By: r.game.next, Move: engines.Move(m)})
	r.game.next = r.game.next.Opponent()
	return nil
}

// finish closes the game at a result, at a star, or where the next one begins.
// Where nothing has been read, behind a game that is closed already, it means
// nothing.
func (r *pdnReader) finish(end engines.Ending) {
	if !r.game.begun {
		return
	}
	g := r.game
	g.End = end
	if !end.Known {
		g.End = g.tagged
	}
	g.End.Reason = g.reason
	g.Name = fmt.Sprintf("game %d", len(r.games)+1)
	r.games = append(r.games, g.Record)
	r.game = newPDNGame()
}
