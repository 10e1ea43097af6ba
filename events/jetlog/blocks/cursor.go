package blocks

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
)

// A window is how much of a file is read at once: little where single messages are
// looked for, more and more where one is read after the other.
const (
	leastWindow = 8 << 10
	mostWindow  = 128 << 10 // more only for a record that is longer
)

// ErrEnd: the files end before a message that they should hold. A server may have yet
// to write it.
var ErrEnd = errors.New("the files end before it")

// errOther: another message stands where one should follow.
var errOther = errors.New("another message is in its place")

// Cursor is a place in the files of a stream that a server is writing to. It changes
// nothing, and looks at everything that Records looks at. Not for concurrent use.
type Cursor struct {
	places *Places
	next   uint64 // the number of the message that comes next
	number uint32 // of the block
	file   *os.File
	hasher *hasher
	window []byte // of the file, as far as it is filled
	at     int    // where the next record begins in it
	offset int64  // where it begins in the file
}

// Seek goes before a message. The files need not hold it yet, but the one before.
func (c *Cursor) Seek(seq uint64) error {
	p, err := c.places.find(seq)
	if err != nil {
		return err
	}
	if p.block != c.number || c.file == nil {
		if err := c.open(p.block); err != nil {
			return err
		}
	}
	if within := p.offset - c.offset; within >= 0 && within <= int64(len(c.window)) {
		c.at = int(within)
	} else {
		c.window, c.at, c.offset = c.window[:0], 0, p.offset
	}
	for c.next = p.seq; c.next < seq; {
		if err := c.skip(); err != nil {
			return c.fail(err)
		}
	}
	return nil
}

// open goes to the beginning of a block.
func (c *Cursor) open(number uint32) error {
	f, err := os.Open(c.places.stream.Block(number))
	if err != nil {
		return err
	}
	c.Close()
	c.file, c.number, c.hasher = f, number, blockHasher(c.places.stream, number)
	c.window, c.at, c.offset = c.window[:0], 0, 0
	return nil
}

// Next is the number of the message before which the cursor stands.
func (c *Cursor) Next() uint64 { return c.next }

// Close lets the file go.
func (c *Cursor) Close() {
	if c.file != nil {
		c.file.Close() //nolint:errcheck // nothing was written
		c.file = nil
	}
}

// Refresh forgets what was read ahead: it may have been half written then.
func (c *Cursor) Refresh() {
	c.offset += int64(c.at)
	c.window, c.at = c.window[:0], 0
}

// Read yields the messages up to a number that the server has written, and moves the
// cursor on. An error ends it, before the message that it concerns: ErrEnd, or why
// what stands there is not that message.
func (c *Cursor) Read(to uint64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for c.next <= to {
			if r, err := c.step(); !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// Message returns one message, which the server has written, as Read does.
func (c *Cursor) Message(seq uint64) (Record, error) {
	if err := c.Seek(seq); err != nil {
		return Record{}, err
	}
	return c.step()
}

// step returns the next message and moves behind it.
func (c *Cursor) step() (Record, error) {
	r, err := c.record()
	if err != nil {
		return Record{}, c.fail(err)
	}
	c.places.note(r)
	c.at += r.Size
	c.next++
	return r, nil
}

// fail says where something went wrong.
func (c *Cursor) fail(err error) error {
	return fmt.Errorf("message %d in %s at %d: %w", c.next, c.places.stream.Block(c.number), c.offset+int64(c.at), err)
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

// skip steps over the next record and looks at its number alone.
func (c *Cursor) skip() error {
	for len(c.window)-c.at < fixed {
		if err := c.fill(); err != nil {
			return err
		}
	}
	b := c.window[c.at:]
	size := int(binary.LittleEndian.Uint32(b) &^ hasHeader)
	switch {
	case size < least || size > most:
		return errLength
	case binary.LittleEndian.Uint64(b[4:]) != c.next:
		return errOther
	}
	c.next++
	if c.at += size; c.at > len(c.window) {
		c.Refresh()
	}
	return nil
}

// fill reads on in the file, or goes to the next one.
func (c *Cursor) fill() error {
	rest := c.window[c.at:]
	if size := cap(c.window); size == len(rest) || len(c.window) > 0 && size < mostWindow {
		c.window = make([]byte, 0, max(leastWindow, 2*size))
	}
	n := copy(c.window[:cap(c.window)], rest)
	c.offset += int64(c.at)
	c.at = 0
	more, err := c.file.ReadAt(c.window[n:cap(c.window)], c.offset+int64(n))
	c.window = c.window[:n+more]
	switch {
	case more > 0:
		return nil
	case !errors.Is(err, io.EOF):
		return err
	case n > 0:
		return ErrEnd
	}
	if err = c.open(c.number + 1); errors.Is(err, fs.ErrNotExist) {
		return ErrEnd
	}
	return err
}
