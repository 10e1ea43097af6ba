package play

import (
	"bytes"
	"fmt"

	"plylog/engines"
	"plylog/events"
)

// FormatLines is the name of the format that every kind of game has: the stored
// events themselves, one a line.
const FormatLines = "jsonl"

// lineHead is what the lines of FormatLines begin with.
var lineHead = []byte(`{"v":`)

// FitsLines reports whether a file looks like stored events.
func FitsLines(data []byte) bool { return bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), lineHead) }

// Logged is a game of a file of stored events.
type Logged struct {
	Kind string
	engines.Record
}

// LinesError says why a file of stored events cannot be read.
type LinesError struct {
	Line int   // from 1
	Err  error // what is wrong with it
}

// Error implements error.
func (e *LinesError) Error() string {
	return fmt.Sprintf("%s, line %d: %v", FormatLines, e.Line, e.Err)
}

// Unwrap returns what is wrong.
func (e *LinesError) Unwrap() error { return e.Err }

// ReadLines reads the games of a file of stored events, one game behind the other.
// Every event must follow from the one before by its hash, so that a file that was
// touched is refused; whether moves are legal is for whoever plays them. Errors
// are *LinesError.
func ReadLines(games *engines.Registry, data []byte) ([]Logged, error) {
	var list []Logged
	var log []*events.Event
	n := 0
	end := func() error {
		if len(log) == 0 {
			return nil
		}
		eng, ok := games.Find(log[0].Kind, log[0].Ruleset)
		if !ok {
			return &LinesError{Line: n, Err: fmt.Errorf("%w: %s under ruleset %d", ErrUnknownKind, log[0].Kind, log[0].Ruleset)}
		}
		r, err := Record(eng, log)
		if err != nil {
			return &LinesError{Line: n, Err: err}
		}
		list, log = append(list, Logged{log[0].Kind, r}), nil
		return nil
	}
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			n++
			continue
		}
		e, err := events.Decode(bytes.Clone(line))
		if err != nil {
			return nil, &LinesError{Line: n + 1, Err: err}
		}
		if e.N == 1 {
			if err := end(); err != nil {
				return nil, err
			}
		}
		n++
		if err := follows(log, e); err != nil {
			return nil, &LinesError{Line: n, Err: err}
		}
		log = append(log, e)
	}
	if err := end(); err != nil {
		return nil, err
	}
	return list, nil
}

// follows makes sure that an event comes next in a game's log.
func follows(log []*events.Event, e *events.Event) error {
	want, prev := 1, events.Genesis(e.Game)
	if len(log) > 0 {
		last := log[len(log)-1]
		if e.Game != last.Game {
			return fmt.Errorf("event %d of game %s is not the first", e.N, e.Game)
		}
		want, prev = last.N+1, last.Hash()
	}
	switch {
	case e.N != want:
		return fmt.Errorf("event %d of game %s where event %d follows", e.N, e.Game, want)
	case e.Prev != prev:
		return fmt.Errorf("event %d of game %s does not follow from what stands before it", e.N, e.Game)
	}
	return nil
}
