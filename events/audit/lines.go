package audit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"plylog/events"
)

// Entry is one stored event as it was found.
type Entry struct {
	Raw   []byte // not changed any more
	File  string
	Line  int   // or the position in its shard
	Shard int   // -1: follows from the game
	Err   error // why the event could not be read at all; Raw is then what there is
}

// errLine: a line that is longer than any event.
var errLine = fmt.Errorf("longer than the %d bytes that an event has at most", events.MostBytes)

// errHalf: a file that does not end where a line does.
var errHalf = errors.New("the last line is cut off")

// Lines yields the lines of an export, one event each.
func Lines(file string, r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		in := bufio.NewReaderSize(r, 256<<10)
		for n := 1; ; n++ {
			line, err := in.ReadSlice('\n')
			e := Entry{File: file, Line: n, Shard: -1}
			end := errors.Is(err, io.EOF)
			switch {
			case end && len(line) == 0:
				return
			case end:
				e.Err = errHalf
			case errors.Is(err, bufio.ErrBufferFull), err == nil && len(line) > events.MostBytes+1:
				e.Err = errLine
				line = line[:0]
			case err != nil:
				yield(Entry{}, fmt.Errorf("reading %s: %w", file, err))
				return
			}
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			e.Raw = bytes.Clone(bytes.TrimSuffix(line, []byte("\n")))
			if !yield(e, nil) || end {
				return
			}
		}
	}
}
