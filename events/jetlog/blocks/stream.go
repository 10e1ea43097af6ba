package blocks

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	messages  = "msgs"     // the folder of a stream's blocks
	blockEnd  = ".blk"     //
	indexFile = "index.db" // among the blocks
	mostBlock = 64 << 20   // the server makes them of 8 MiB and at most one record
)

// replacements are folders that the server takes the place of the blocks with
// when it starts: half of a purge, and nothing is ever purged.
var replacements = []string{"__msgs__", "__new_msgs__"}

var (
	errStranger = errors.New("a file that does not belong here")
	errNoBlock  = errors.New("the file is missing")
	errEmpty    = errors.New("the file is empty")
	errTooLarge = errors.New("larger than any block")
	errMissing  = errors.New("messages are missing before this one")
	errRepeated = errors.New("a message that was there already")
)

// Stream is the folder of one stream of a server that does not run.
type Stream struct {
	Dir  string // path of the folder
	Name string // of the stream; the checksums depend on it
	// First is the number of the first message, as the stream was made; 0: 1. A stream
	// that begins later the server makes by emptying a new one: its blocks begin with
	// number 2, and the first record is the mark of the number before.
	First uint64
}

// begins is where the stream begins: its first number, and the number of its first block.
func (s Stream) begins() (first uint64, block uint32) {
	if s.First > 1 {
		return s.First, 2
	}
	return 1, 1
}

// Block is the path of a block.
func (s Stream) Block(number uint32) string {
	return filepath.Join(s.Dir, messages, strconv.FormatUint(uint64(number), 10)+blockEnd)
}

// blockNumber is the number of the block that a file is, by its name; false: it is none.
func blockNumber(name string) (uint32, bool) {
	text, ok := strings.CutSuffix(name, blockEnd)
	n, err := strconv.ParseUint(text, 10, 32)
	return uint32(n), ok && err == nil && n > 0 && strconv.FormatUint(n, 10) == text
}

// blocks lists the numbers of the blocks, in order. A file that the server would
// take for something is damage if it is not a block or the index.
func (s Stream) blocks() ([]uint32, error) {
	for _, name := range replacements {
		path := filepath.Join(s.Dir, name)
		if _, err := os.Lstat(path); err == nil {
			return nil, &Damage{File: path, Offset: -1, Err: errStranger}
		}
	}
	entries, err := os.ReadDir(filepath.Join(s.Dir, messages))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Damage{File: filepath.Join(s.Dir, messages), Offset: -1, Err: err}
	}
	if err != nil {
		return nil, err
	}
	var list []uint32
	for _, e := range entries {
		name := e.Name()
		if name == indexFile || strings.HasSuffix(name, ".tmp") {
			continue // a .tmp is what a server leaves that was killed; it never reads one
		}
		n, ok := blockNumber(name)
		if !ok || !e.Type().IsRegular() {
			return nil, &Damage{File: filepath.Join(s.Dir, messages, name), Offset: -1, Err: errStranger}
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return list, nil
}

// Records yields every message of the stream in order. Where something is wrong
// it yields a *Damage and goes on behind it; any other error ends it.
func (s Stream) Records(ctx context.Context) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		list, err := s.blocks()
		if err != nil {
			yield(Record{}, err)
			return
		}
		first, expect := s.begins()
		w := &walk{stream: s, next: first, yield: yield, mark: expect > 1}
		for i, number := range list {
			if ctx.Err() != nil {
				yield(Record{}, ctx.Err())
				return
			}
			if number != expect {
				w.doubt(&Damage{File: s.Block(expect), Offset: -1, Err: errNoBlock})
			}
			expect = number + 1
			if !w.block(number, i == len(list)-1) {
				return
			}
		}
		if w.mark { // there is no block at all
			w.suspect(&Damage{File: s.Block(expect), Offset: -1, Err: errNoBlock})
		}
		w.end()
	}
}

// walk is a way through the blocks of a stream.
type walk struct {
	stream  Stream
	next    uint64  // the number of the next message
	pending *Damage // found, and where it ends is not yet known
	doubted *Damage // a block that may have held messages: what comes next tells
	mark    bool    // the next record must be the mark before the first number
	buffer  []byte
	yield   func(Record, error) bool
}

// doubt notes a block that is missing or empty. A server that was killed while its last
// block was empty goes on in one with another number, and may leave that one empty or
// remove it: it is damage only where messages are missing.
func (w *walk) doubt(d *Damage) {
	if w.doubted == nil {
		w.doubted = d
	}
}

// suspect notes damage that reaches to the next good record.
func (w *walk) suspect(d *Damage) {
	if w.pending != nil {
		return
	}
	if w.doubted != nil && !d.Torn { // one that was cut off is the next message
		d, w.doubted = w.doubted, nil
	}
	d.From = w.next
	w.pending = d
}

// end tells the damage that nothing good came after. That messages are missing at the end,
// with the blocks that they were in, is for those to see who know how many there were.
func (w *walk) end() {
	if w.pending != nil {
		w.yield(Record{}, w.pending)
	}
}

// block goes through one block; false: whoever reads has had enough.
func (w *walk) block(number uint32, last bool) bool {
	path := w.stream.Block(number)
	b, err := w.read(path)
	var wrong *Damage
	switch {
	case errors.As(err, &wrong):
		w.suspect(wrong)
		return true
	case err != nil:
		return w.yield(Record{}, err) && false
	case len(b) == 0 && !last:
		w.doubt(&Damage{File: path, Offset: -1, Err: errEmpty})
		return true
	}
	h := blockHasher(w.stream, number)
	at := 0
	if w.mark {
		w.mark = false
		if at = h.mark(b, w.next-1); at == 0 {
			w.suspect(&Damage{File: path, Offset: 0, Err: errMark})
		}
	}
	for at < len(b) {
		r, err := h.parse(b[at:])
		if err != nil {
			behind := w.resume(h, b, at+1)
			w.suspect(&Damage{
				File: path, Offset: int64(at), Subject: subjectAt(b[at:]), Err: err,
				Torn: last && behind < 0 && !errors.Is(err, errRemoved) && h.torn(b[at:], int64(at), w.next),
			})
			if behind < 0 {
				return true
			}
			at = behind
			continue
		}
		r.Block, r.Offset = number, int64(at)
		if !w.record(path, r) {
			return false
		}
		at += r.Size
	}
	return true
}

// record hands a good record over, after what was wrong before it.
func (w *walk) record(path string, r Record) bool {
	if r.Seq < w.next {
		d := &Damage{File: path, Offset: r.Offset, From: r.Seq, To: r.Seq, Subject: string(r.Subject), Err: errRepeated}
		return w.yield(Record{}, d)
	}
	if r.Seq > w.next {
		w.suspect(&Damage{File: path, Offset: r.Offset, Err: errMissing})
	}
	w.doubted = nil
	if d := w.pending; d != nil {
		w.pending = nil
		if d.To = r.Seq - 1; d.To < d.From {
			d.From, d.To = 0, 0 // nothing is missing; what lies between is still too much
		}
		if !w.yield(Record{}, d) {
			return false
		}
	}
	w.next = r.Seq + 1
	return w.yield(r, nil)
}

// mostLost bounds how many messages may be lost between two records of a block: a
// block has no room for more.
const mostLost = mostBlock / least

// resume looks for the next good record from a place on; -1: there is none.
func (w *walk) resume(h *hasher, b []byte, from int) int {
	for at := from; at+least <= len(b); at++ {
		seq := binary.LittleEndian.Uint64(b[at+4:])
		if seq < w.next || seq-w.next > mostLost {
			continue
		}
		if _, err := h.parse(b[at:]); err == nil {
			return at
		}
	}
	return -1
}

// read reads a block into the one buffer.
func (w *walk) read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > mostBlock {
		return nil, &Damage{File: path, Offset: -1, Err: fmt.Errorf("%w: %d bytes", errTooLarge, info.Size())}
	}
	if int64(cap(w.buffer)) < info.Size() {
		w.buffer = make([]byte, info.Size())
	}
	b := w.buffer[:info.Size()]
	if _, err := io.ReadFull(f, b); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return b, nil
}

// Extent is how far the blocks of a stream go.
type Extent struct {
	Blocks int
	Bytes  int64         // of all files
	Last   uint32        // the number of the last block; 0: there is none
	Sum    [sumSize]byte // the checksum that the last block ends with
}

// Extent returns how far the blocks go, without reading them.
func (s Stream) Extent() (Extent, error) {
	list, err := s.blocks()
	if err != nil || len(list) == 0 {
		return Extent{}, err
	}
	e := Extent{Blocks: len(list), Last: list[len(list)-1]}
	var last int64
	for _, number := range list {
		info, err := os.Stat(s.Block(number))
		if err != nil {
			return e, err
		}
		last = info.Size()
		e.Bytes += last
	}
	if last < sumSize {
		return e, nil
	}
	f, err := os.Open(s.Block(e.Last))
	if err != nil {
		return e, err
	}
	defer f.Close() //nolint:errcheck // nothing was written
	_, err = f.ReadAt(e.Sum[:], last-sumSize)
	return e, err
}
