package pack

import (
	"bytes"
	"encoding/binary"
	"errors"

	"plylog/events"
)

// ErrCut: the bytes do not go on with an event.
var ErrCut = errors.New("it is cut off")

// The field that is left out, with and without its value. It is the hash of the event
// before, which is worked out anyway, and would be a half of what zstd leaves.
var (
	prevField = []byte(`"prev":"`)
	noPrev    = []byte(`"prev":""`)
)

// Append appends an event that stands behind position at: the distance between the
// two, bytes * 2, + 1 where prev is left out, and the bytes. follows says that whoever
// reads knows the hash of the event before.
func Append(body []byte, at uint64, e *events.Event, follows bool) []byte {
	raw, left := e.Raw, uint64(0)
	if follows {
		raw, left = leaveOut(e)
	}
	body = binary.AppendUvarint(body, e.Seq-at)
	body = binary.AppendUvarint(body, uint64(len(raw))<<1|left)
	return append(body, raw...)
}

// leaveOut returns an event's bytes without the value of prev, and 1; the bytes as they
// are, and 0, where that could not be undone.
func leaveOut(e *events.Event) (raw []byte, left uint64) {
	at := bytes.Index(e.Raw, prevField)
	if at < 0 {
		return e.Raw, 0
	}
	at += len(prevField)
	raw = append(raw, e.Raw[:at]...)
	raw = append(raw, e.Raw[min(at+2*len(e.Prev), len(e.Raw)):]...)
	if !bytes.Equal(putBack(raw, e.Prev), e.Raw) {
		return e.Raw, 0
	}
	return raw, 1
}

// putBack is leaveOut undone; nil where nothing was left out.
func putBack(raw []byte, prev events.Hash) []byte {
	at := bytes.Index(raw, noPrev)
	if at < 0 {
		return nil
	}
	at += len(prevField)
	full := make([]byte, 0, len(raw)+2*len(prev))
	full = append(full, raw[:at]...)
	full = append(full, prev.String()...)
	return append(full, raw[at:]...)
}

// Skip passes over an event at the beginning of a body. Errors are ErrCut.
func Skip(body []byte) (rest []byte, err error) {
	_, _, _, rest, err = cut(body)
	return rest, err
}

// cut cuts an event off a body as it lies there. Errors are ErrCut.
func cut(body []byte) (distance uint64, raw []byte, left bool, rest []byte, err error) {
	distance, read := binary.Uvarint(body)
	if read <= 0 {
		return 0, nil, false, nil, ErrCut
	}
	body = body[read:]
	length, read := binary.Uvarint(body)
	if read <= 0 || length>>1 > uint64(len(body)-read) {
		return 0, nil, false, nil, ErrCut
	}
	end := read + int(length>>1)
	return distance, body[read:end:end], length&1 == 1, body[end:], nil
}

// Next reads an event off a body: its position, given the one before, and its stored
// bytes, given the hash of the event before; they may share the body's memory. Errors
// are ErrCut.
func Next(body []byte, at uint64, prev events.Hash) (seq uint64, raw, rest []byte, err error) {
	distance, raw, left, rest, err := cut(body)
	if err != nil || distance == 0 || at+distance < at {
		return 0, nil, nil, ErrCut
	}
	if left {
		if raw = putBack(raw, prev); raw == nil {
			return 0, nil, nil, ErrCut
		}
	}
	return at + distance, raw, rest, nil
}
