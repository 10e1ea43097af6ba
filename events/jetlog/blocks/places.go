package blocks

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
	"sort"
	"sync"
)

// stride is how many messages lie between two places of a block that are remembered.
const stride = 8

// Places is where the messages of a stream are in its files, as far as cursors have
// read them from the first one on: half a byte for each. Safe for concurrent use.
type Places struct {
	stream Stream

	mu   sync.RWMutex
	next uint64 // the message behind those that are known
	list []blockPlaces
}

// blockPlaces are the places of a block.
type blockPlaces struct {
	number  uint32
	first   uint64   // the number of its first message
	offsets []uint32 // of every so many messages from that one on
}

// place is where a message begins.
type place struct {
	block  uint32
	offset int64
	seq    uint64
}

// NewPlaces knows of no place yet.
func NewPlaces(s Stream) *Places {
	first, _ := s.begins()
	return &Places{stream: s, next: first}
}

// Cursor returns a cursor that has yet to Seek.
func (p *Places) Cursor() *Cursor { return &Cursor{places: p} }

// From returns a cursor before a message. The files need not hold it yet, but the one
// before.
func (p *Places) From(seq uint64) (*Cursor, error) {
	c := p.Cursor()
	if err := c.Seek(seq); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Known reports whether it is known about where a message is.
func (p *Places) Known(seq uint64) bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return seq < p.next
}

// note remembers where a message is, if it is the next one.
func (p *Places) note(r Record) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Seq != p.next {
		return
	}
	p.next++
	n := len(p.list)
	if n == 0 || p.list[n-1].number != r.Block {
		p.list = append(p.list, blockPlaces{number: r.Block, first: r.Seq})
		n++
	}
	if b := &p.list[n-1]; (r.Seq-b.first)%stride == 0 {
		b.offsets = append(b.offsets, uint32(r.Offset))
	}
}

// find returns a place from which on a message will be found.
func (p *Places) find(seq uint64) (place, error) {
	if at, ok := p.known(seq); ok {
		return at, nil
	}
	list, err := p.stream.blocks()
	if err != nil {
		return place{}, err
	}
	// The last block that begins at the message or before.
	var at place
	n := sort.Search(len(list), func(i int) bool {
		begins, offset, ferr := p.stream.first(list[i])
		if ferr != nil && !errors.Is(ferr, io.EOF) {
			err = ferr
		}
		if ferr != nil || begins > seq {
			return true
		}
		if begins >= at.seq {
			at = place{list[i], offset, begins}
		}
		return false
	})
	switch {
	case err != nil:
		return place{}, err
	case n == 0:
		return place{}, ErrEnd
	}
	return at, nil
}

// known is find for what was read before.
func (p *Places) known(seq uint64) (place, bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if seq >= p.next {
		return place{}, false
	}
	n := sort.Search(len(p.list), func(i int) bool { return p.list[i].first > seq })
	b := &p.list[n-1]
	i := (seq - b.first) / stride
	return place{block: b.number, offset: int64(b.offsets[i]), seq: b.first + i*stride}, true
}

// first returns the number of a block's first message, and where it is or will be; io.EOF:
// there is none yet.
func (s Stream) first(block uint32) (seq uint64, offset int64, err error) {
	if first, begins := s.begins(); first > 1 && block == begins { // behind the mark
		return first, least, nil
	}
	f, err := os.Open(s.Block(block))
	if err != nil {
		return 0, 0, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	var b [12]byte
	if _, err := f.ReadAt(b[:], 0); err != nil {
		return 0, 0, err
	}
	return binary.LittleEndian.Uint64(b[4:]), 0, nil
}
