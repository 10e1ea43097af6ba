package blocks

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// The index says for every subject how many messages there are and in which
// blocks, and for every block where it begins and ends. The server writes it now
// and then and when it stops, not atomically and not through to the disk. It
// believes it, without reading the blocks, if its checksum is right, the last
// block ends with the record that the index says, every block is there and none
// is newer; otherwise it makes it anew from the blocks. So an index can hide
// messages whose records are all in order.

// Index is what the index of a stream says.
type Index struct {
	Messages, Bytes uint64
	First, Last     uint64
	Blocks          []IndexBlock
	LastBlock       uint32
	LastSum         [sumSize]byte // the checksum at the end of the last block
	subjects        []byte        // encoded
	count           uint64
}

// IndexBlock is what an index says of a block.
type IndexBlock struct {
	Number      uint32
	Bytes       uint64 // of the records that count
	First, Last uint64
	Removed     uint64
}

// ErrIndex: an index that the server will not believe.
var ErrIndex = errors.New("the index is not one that was written whole")

const (
	indexMagic = 11
	indexOlder = 4 // the version in which the last block of every subject is written
	mostIndex  = 8 << 30
)

// IndexFile is the path of the index.
func (s Stream) IndexFile() string { return filepath.Join(s.Dir, messages, indexFile) }

// Index reads the index. Errors wrap fs.ErrNotExist where there is none, and
// ErrIndex where the server would not believe it either; a *Damage is one that it
// might believe, and should not.
func (s Stream) Index() (*Index, error) {
	path := s.IndexFile()
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostIndex {
		return nil, &Damage{File: path, Offset: -1, Err: errStranger}
	}
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(b) < 32 || b[0] != indexMagic {
		return nil, ErrIndex
	}
	b, sum := b[:len(b)-sumSize], b[len(b)-sumSize:]
	if !bytes.Equal(newHasher(s.Name).of(b), sum) {
		return nil, ErrIndex
	}
	x, err := parseIndex(b)
	if err != nil {
		return nil, &Damage{File: path, Offset: -1, Err: err}
	}
	return x, nil
}

var (
	errIndexVersion = errors.New("an index of another version")
	errIndexRemoved = errors.New("the index says that messages were removed, and nothing is ever removed")
	errIndexShort   = errors.New("the index ends too soon")
	errIndexLong    = errors.New("the index goes on behind its end")
)

// numbers reads the variable-length numbers that an index is made of. After the
// first that is not there it reads zeros.
type numbers struct {
	rest []byte
	bad  bool
}

func (n *numbers) uint() uint64 {
	v, size := binary.Uvarint(n.rest)
	return n.took(v, size)
}

func (n *numbers) int() {
	_, size := binary.Varint(n.rest)
	n.took(0, size)
}

func (n *numbers) took(v uint64, size int) uint64 {
	if size <= 0 {
		n.bad, n.rest = true, nil
		return 0
	}
	n.rest = n.rest[size:]
	return v
}

func (n *numbers) bytes(size uint64) []byte {
	if size > uint64(len(n.rest)) {
		n.bad, n.rest = true, nil
		return nil
	}
	b := n.rest[:size]
	n.rest = n.rest[size:]
	return b
}

// parseIndex reads an index without its checksum.
func parseIndex(b []byte) (*Index, error) {
	if len(b) < 2 || b[0] != indexMagic || b[1] != indexOlder {
		return nil, errIndexVersion
	}
	n := &numbers{rest: b[2:]}
	x := &Index{Messages: n.uint(), Bytes: n.uint(), First: n.uint()}
	n.int()
	x.Last = n.uint()
	n.int()
	x.count = n.uint()
	begin := n.rest
	for range x.count {
		n.bytes(n.uint())
		n.uint()
		n.uint()
		n.uint()
		if n.bad {
			return nil, errIndexShort
		}
	}
	x.subjects = begin[:len(begin)-len(n.rest)]
	for blocks := n.uint(); blocks > 0 && !n.bad; blocks-- {
		k := IndexBlock{Number: uint32(n.uint()), Bytes: n.uint(), First: n.uint()}
		n.int()
		k.Last = n.uint()
		n.int()
		k.Removed = n.uint()
		n.uint() // messages that expire
		n.uint() // messages that are scheduled
		if k.Removed > 0 {
			return nil, fmt.Errorf("%w: %d in block %d", errIndexRemoved, k.Removed, k.Number)
		}
		x.Blocks = append(x.Blocks, k)
	}
	x.LastBlock = uint32(n.uint())
	copy(x.LastSum[:], n.bytes(sumSize))
	if n.bad {
		return nil, errIndexShort
	}
	if len(n.rest) > 0 {
		return nil, errIndexLong
	}
	return x, nil
}

// IndexSubject is what an index says of a subject.
type IndexSubject struct {
	Messages    uint64
	First, Last uint32 // blocks
}

// Subjects calls each for every subject, until it says false.
func (x *Index) Subjects(each func(subject []byte, s IndexSubject) bool) {
	n := &numbers{rest: x.subjects}
	for range x.count {
		name := n.bytes(n.uint())
		if !each(name, IndexSubject{Messages: n.uint(), First: uint32(n.uint()), Last: uint32(n.uint())}) {
			return
		}
	}
}

// Count is the number of subjects in the index.
func (x *Index) Count() uint64 { return x.count }

// Trusted reports whether the server would believe the index: whether the last
// block that there is is the one that the index says, and ends as it says.
func (s Stream) Trusted(x *Index) (bool, error) {
	e, err := s.Extent()
	return err == nil && e.Last == x.LastBlock && e.Sum == x.LastSum, err
}
