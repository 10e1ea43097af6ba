package reversi

import (
	"errors"
	"fmt"
	"strings"

	"plylog/engines"
)

// mostTranscript is the size in bytes above which the transcript of a game is not
// read: a game has at most 60 moves and as many passes.
const mostTranscript = 4096

// ReadTranscript reads the moves of one game as the field writes them down:
// square after square in either case, with or without blanks between
// ("f5d6c3…"). Passes ("--", "pa", "ps", "pass") may be left out; those that are
// there must be forced, and are dropped from the record. Where the moves end the
// game the record says how. Errors are *FormatError.
func ReadTranscript(s string) (engines.Record, error) {
	r := newRecorder()
	bad := func(move int, err error) (engines.Record, error) {
		return engines.Record{}, &FormatError{Format: "transcript", Move: move, Err: err}
	}
	if len(s) > mostTranscript {
		return bad(0, fmt.Errorf("longer than %d bytes", mostTranscript))
	}
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		if s == "" {
			break
		}
		move := len(r.turns) + 1
		if n := passLength(s); n > 0 {
			if err := r.pass(); err != nil {
				return bad(move, err)
			}
			s = s[n:]
			continue
		}
		if len(s) < 2 || readSquare(s[:2]) < 0 {
			return bad(move, errors.New("is neither a square from a1 to h8 nor a pass"))
		}
		if err := r.move(engines.Move(s[:2])); err != nil {
			return bad(move, err)
		}
		s = s[2:]
	}
	record := engines.Record{Name: "transcript", Turns: r.turns}
	if result, over := r.at.Result(); over {
		record.End = engines.Ending{Known: true, Winner: result.Winner, Points: result.Points}
	}
	return record, nil
}

// passLength returns how many bytes of a pass s begins with.
func passLength(s string) int {
	for _, pass := range passes {
		if len(s) >= len(pass) && strings.EqualFold(s[:len(pass)], pass) {
			return len(pass)
		}
	}
	return 0
}

// ReadTranscripts reads a file of transcripts, one game a line, as ReadTranscript
// reads one. A text that is not that may be one game over several lines. Errors
// are *FormatError.
func ReadTranscripts(data []byte) ([]engines.Record, error) {
	if len(data) > MostFile {
		return nil, &FormatError{Format: "transcript", Err: errTooLarge}
	}
	var games []engines.Record
	line := 0
	for text := range strings.Lines(string(data)) {
		line++
		if strings.TrimSpace(text) == "" {
			continue
		}
		g, err := ReadTranscript(text)
		if err != nil {
			if whole, err := ReadTranscript(string(data)); err == nil {
				whole.Name = "game 1"
				return []engines.Record{whole}, nil
			}
			if bad := (*FormatError)(nil); errors.As(err, &bad) {
				bad.Game, bad.Line = len(games)+1, line
			}
			return nil, err
		}
		g.Name = fmt.Sprintf("game %d", len(games)+1)
		games = append(games, g)
	}
	if len(games) == 0 {
		return nil, &FormatError{Format: "transcript", Err: errors.New("holds no game")}
	}
	return games, nil
}

// WriteTranscripts writes games as ReadTranscripts reads them, passes left out.
// The format holds moves alone, and those tell who made them and how the game
// ended: a game with players, tags, options other than the defaults, a start
// position, or an ending that the moves do not bring about is an error, as is an
// illegal move. Errors are *FormatError.
func WriteTranscripts(games []engines.Record) ([]byte, error) {
	var b strings.Builder
	for i, g := range games {
		if err := writeTranscript(&b, g); err != nil {
			return nil, unwritable("transcript", i+1, err)
		}
	}
	if b.Len() > MostFile {
		return nil, &FormatError{Format: "transcript", Err: errTooLarge}
	}
	return []byte(b.String()), nil
}

func writeTranscript(b *strings.Builder, g engines.Record) error {
	if err := barred(g, false); err != nil {
		return err
	}
	if len(g.Turns) == 0 {
		return errors.New("has no move, so there would be nothing to read")
	}
	at, err := replay(g, func(_ *position, square int) {
		if square != passing {
			b.WriteString(nameOf(square))
		}
	})
	if err != nil {
		return err
	}
	b.WriteByte('\n')
	return checkEnding(g.End, at)
}
