package blocks

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Sound looks at a stream from which messages are removed, as one beside the log is: at
// its set-up, and at the checksum of every record. What is not there is not missed, and
// what was removed may be marked so. A last write that was cut off is no damage. The error
// is the first *Damage that is found, or says that the folder could not be read; nil where
// there is no such stream.
func (s Stream) Sound(ctx context.Context) error {
	entries, err := os.ReadDir(filepath.Join(s.Dir, messages))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var numbers []uint32
	for _, e := range entries { // other files are the server's own, and made anew
		if n, ok := blockNumber(e.Name()); ok {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	w, size := &walk{stream: s}, 0
	for i, n := range numbers {
		if err := ctx.Err(); err != nil {
			return err
		}
		b, err := w.read(s.Block(n))
		if err != nil {
			return err
		}
		if d := blockHasher(s, n).unsound(b, i == len(numbers)-1); d != nil {
			d.File = s.Block(n)
			return d
		}
		size += len(b)
	}
	if size == 0 { // as it is while the server makes it
		return nil
	}
	_, err = s.Meta()
	return err
}

// unsound finds the first record of a block that is not what was written.
func (h *hasher) unsound(b []byte, last bool) *Damage {
	for at := 0; at < len(b); {
		_, err := h.parse(b[at:])
		if err != nil && !errors.Is(err, errRemoved) {
			if last && cutOff(b[at:], err) {
				return nil
			}
			return &Damage{Offset: int64(at), Err: err}
		}
		at += int(binary.LittleEndian.Uint32(b[at:]) &^ hasHeader)
	}
	return nil
}

// cutOff reports whether what should be the last record is the beginning of one: the file
// ends inside it, or the rest of it is zeros.
func cutOff(b []byte, err error) bool {
	written := len(bytes.TrimRight(b, "\x00"))
	if errors.Is(err, errShort) || written < fixed {
		return true
	}
	return written < int(binary.LittleEndian.Uint32(b)&^hasHeader)
}
