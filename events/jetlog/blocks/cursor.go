package blocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"sort"
)

// window is how much of a file is read at once: more than the longest record of a
// stream whose messages are bounded by 64 KiB and a little.
const window = 128 << 10

// ErrEnd: the files end before a message that they should hold. A server may have yet
// to write it.
var ErrEnd = errors.New("the files end before it")

// errOther: another message stands where one should follow.
var errOther = errors.New("another message is in its place")

// Cursor is a place in the files of a stream that a server is writing to. It changes
// nothing, and looks at everything that Records looks at. Not for concurrent use.
type Cursor struct {
	stream Stream
	next   uint64 // the number of the message that comes next
	number uint32 // of the block
	file   *os.File
	hasher *hasher
	window []byte // of the file, as far as it is filled
	at     int    // where the next record begins in it
	offset int64  // where it begins in the file
}

// From returns a cursor before a message. The files need not hold it yet, but the one
// before.
func (s Stream) From(seq uint64) (*Cursor, error) {
	list, err := s.blocks()
	if err != nil {
		return nil, err
	}
	// The last block that begins at the message or before.
	n := sort.Search(len(list), func(i int) bool {
		first, ferr := s.first(list[i])
		if ferr != nil && !errors.Is(ferr, io.EOF) {
			err = ferr
		}
		return ferr != nil || first > seq
	})
	switch {
	case err != nil:
		return nil, err
	case n == 0:
		return nil, ErrEnd
	}
	c := &Cursor{stream: s, window: make([]byte, 0, window)}
	if err := c.open(list[n-1]); err != nil {
		return nil, err
	}
	if c.next, err = s.first(c.number); err != nil {
		c.Close()
		return nil, err
	}
	for _, err := range c.Read(seq - 1) {
		if err != nil {
			c.Close()
			return nil, err
		}
	}
	return c, nil
}

// first returns the number of a block's first message; io.EOF: there is none yet.
func (s Stream) first(block uint32) (uint64, error) {
	f, err := os.Open(s.Block(block))
	if err != nil {
		return 0, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	var b [12]byte
	if _, err := f.ReadAt(b[:], 0); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b[4:]), nil
}

// open goes to the beginning of a block.
func (c *Cursor) open(number uint32) error {
	f, err := os.Open(c.stream.Block(number))
	if err != nil {
		return err
	}
	c.Close()
	c.file, c.number, c.hasher = f, number, blockHasher(c.stream, number)
	c.window, c.at, c.offset = c.window[:0], 0, 0
	return nil
}

// Next is the number of the message before which the cursor stands.
func (c *Cursor) Next() uint64 { return c.next }

// Close lets the file go.
func (c *Cursor) Close() {
	if c.file != nil {
		c.file.Close() //nolint:errcheck // nothing was written
	}
}

// Read yields the messages up to a number that the server has written, and moves the
// cursor on. An error ends it, before the message that it concerns: ErrEnd, or why
// what stands there is not that message.
func (c *Cursor) Read(to uint64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		// What was read ahead last time may have been half written then.
		c.offset += int64(c.at)
		c.window, c.at = c.window[:0], 0
		for c.next <= to {
			r, err := c.record()
			if err != nil {
				yield(Record{}, fmt.Errorf("message %d in %s at %d: %w", c.next, c.stream.Block(c.number), c.offset+int64(c.at), err))
				return
			}
			c.at += r.Size
			c.next++
			if !yield(r, nil) {
				return
			}
		}
	}
}

// record reads the next record, from the next block where this one is at its end.
func (c *Cursor) record() (Record, error) {
	for {
		r, err := c.hasher.parse(c.window[c.at:])
		switch {
		case err == nil && r.Seq != c.next:
			return r, errOther
		case err == nil:
			r.Block, r.Offset = c.number, c.offset+int64(c.at)
			return r, nil
		case !errors.Is(err, errShort):
			return r, err
		}
		if err := c.fill(); err != nil {
			return r, err
		}
	}
}

// fill reads on in the file, or goes to the next one.
func (c *Cursor) fill() error {
	rest := copy(c.window[:cap(c.window)], c.window[c.at:])
	c.offset += int64(c.at)
	c.at = 0
	n, err := c.file.ReadAt(c.window[rest:cap(c.window)], c.offset+int64(rest))
	c.window = c.window[:rest+n]
	switch {
	case n > 0:
		return nil
	case rest == cap(c.window):
		return errLength
	case !errors.Is(err, io.EOF):
		return err
	case rest > 0:
		return ErrEnd
	}
	if err = c.open(c.number + 1); errors.Is(err, fs.ErrNotExist) {
		return ErrEnd
	}
	return err
}
