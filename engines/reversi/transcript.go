package reversi

import (
	"errors"
	"fmt"
	"strings"

	"plylog/engines"
)

// mostTranscript is the size in bytes above which a transcript is not read: a
// game has at most 60 moves and as many passes.
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
