package blocks

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"

	"github.com/minio/highwayhash"
)

// A record is, little endian,
//
//	length 4 · number 8 · time 8 · subject length 2 · subject ·
//	[header length 4 · header] · data · checksum 8
//
// The length counts all of it; its highest bit says whether there is a header.
// The two highest bits of the number mark what was removed. The checksum covers
// number, time, subject, header and data; not the lengths, which is why what they
// delimit is looked at as well.
const (
	fixed     = 22 // bytes before the subject
	sumSize   = 8
	least     = fixed + sumSize
	most      = 32 << 20 // the server takes a longer record for damage
	hasHeader = 1 << 31
	erased    = 1 << 63
	tombstone = 1 << 62
)

// Record is one stored message. Subject, Header and Data are only good until the
// next one is read.
type Record struct {
	Seq     uint64 // its number in the stream: 1, 2, 3 …
	Time    int64  // when the server took it, nanoseconds since 1970
	Subject []byte
	Header  []byte // as in the NATS protocol, with its first and its empty last line; nil without
	Data    []byte
	Block   uint32 // the number of the file
	Offset  int64  // in the file
	Size    int    // of the whole record in bytes
}

// What can be wrong with a record.
var (
	errShort   = errors.New("the file ends inside a record")
	errLength  = errors.New("a length that cannot be")
	errSum     = errors.New("the checksum is wrong")
	errRemoved = errors.New("a message is marked as removed, and nothing is ever removed")
	errMark    = errors.New("the stream does not begin where it was made to begin")
	errHeader  = errors.New("the header does not end where it should")
)

// hasher checks the records of one block.
type hasher struct {
	digest *highwayhash.Digest64
	sum    [sumSize]byte
}

// newHasher makes the hasher of a key, of which the server hashes a text.
func newHasher(text string) *hasher {
	key := sha256.Sum256([]byte(text))
	d, err := highwayhash.NewDigest64(key[:])
	if err != nil { // a key of another length
		panic(err)
	}
	return &hasher{digest: d}
}

// blockHasher makes the hasher of a block's records.
func blockHasher(s Stream, number uint32) *hasher {
	return newHasher(s.Name + "-" + strconv.FormatUint(uint64(number), 10))
}

// of returns the checksum over several parts; good until the next call.
func (h *hasher) of(parts ...[]byte) []byte {
	h.digest.Reset()
	for _, p := range parts {
		_, _ = h.digest.Write(p) // a hash takes everything
	}
	return h.digest.Sum(h.sum[:0])
}

// parse reads the record at the beginning of b.
func (h *hasher) parse(b []byte) (Record, error) {
	if len(b) < fixed {
		return Record{}, errShort
	}
	length := binary.LittleEndian.Uint32(b)
	size := int(length &^ hasHeader)
	if size < least || size > most {
		return Record{}, fmt.Errorf("%w: %d bytes of record", errLength, size)
	}
	if size > len(b) {
		return Record{}, errShort
	}
	return h.sized(b[:size], length&hasHeader != 0)
}

// sized reads a record of which it is known how long it is.
func (h *hasher) sized(b []byte, header bool) (Record, error) {
	subject := int(binary.LittleEndian.Uint16(b[20:]))
	body, sum := b[fixed:len(b)-sumSize], b[len(b)-sumSize:]
	rest := subject
	if header {
		rest += 4
	}
	if rest > len(body) {
		return Record{}, fmt.Errorf("%w: %d bytes of subject", errLength, subject)
	}
	r := Record{
		Seq:     binary.LittleEndian.Uint64(b[4:]),
		Time:    int64(binary.LittleEndian.Uint64(b[12:])),
		Subject: body[:subject],
		Data:    body[rest:],
		Size:    len(b),
	}
	if !bytes.Equal(h.of(b[4:20], r.Subject, r.Data), sum) {
		return Record{}, errSum
	}
	if header {
		n := uint64(binary.LittleEndian.Uint32(body[subject:]))
		if n > uint64(len(r.Data)) {
			return Record{}, fmt.Errorf("%w: %d bytes of header", errLength, n)
		}
		r.Header, r.Data = r.Data[:n:n], r.Data[n:]
		if !whole(r.Header) {
			return Record{}, errHeader
		}
	}
	if r.Seq&(erased|tombstone) != 0 || r.Seq == 0 {
		return Record{}, errRemoved
	}
	return r, nil
}

// mark returns the length of the mark that b begins with, by which the server remembers
// that a stream goes on behind a number; 0: there is none.
func (h *hasher) mark(b []byte, number uint64) int {
	const size = least // no subject, no header, no data
	if len(b) < size || binary.LittleEndian.Uint32(b) != size || binary.LittleEndian.Uint64(b[4:]) != number|tombstone {
		return 0
	}
	if binary.LittleEndian.Uint16(b[20:]) != 0 || !bytes.Equal(h.of(b[4:20]), b[fixed:size]) {
		return 0
	}
	return size
}

// whole reports whether a header is one header and no more.
func whole(header []byte) bool {
	return bytes.HasPrefix(header, []byte("NATS/1.0\r\n")) &&
		bytes.Index(header, []byte("\r\n\r\n")) == len(header)-4
}

// subjectAt is the subject of a record that cannot be trusted, as far as it reads
// like one.
func subjectAt(b []byte) string {
	if len(b) < fixed {
		return ""
	}
	n := int(binary.LittleEndian.Uint16(b[20:]))
	if n == 0 || n > 255 || fixed+n > len(b) {
		return ""
	}
	s := b[fixed : fixed+n]
	for _, c := range s {
		if c <= ' ' || c > '~' {
			return ""
		}
	}
	return string(s)
}

const page = 4096 // in which disks and file systems lose what was not written through

// torn reports whether what b holds, from the place where a record should begin
// to the end of the last file, is a write that was cut off: a record that began
// well and whose end is not there, or is there as zeros. next is the number that
// the record should have; offset is where it begins in the file.
func (h *hasher) torn(b []byte, offset int64, next uint64) bool {
	if len(b) == 0 {
		return false
	}
	written := len(bytes.TrimRight(b, "\x00"))
	if written == 0 {
		return true
	}
	if len(b) >= 12 && written >= 12 && binary.LittleEndian.Uint64(b[4:]) != next {
		return false
	}
	if len(b) < fixed {
		return true
	}
	length := binary.LittleEndian.Uint32(b)
	size := int(length &^ hasHeader)
	if size < least || size > most {
		return false
	}
	if size <= len(b) {
		// All of it should be there: were the last pages never written?
		gone := (offset + int64(written) + page - 1) / page * page
		return gone < offset+int64(len(b))
	}
	if len(b) < least {
		return true
	}
	// Or is all of it there, and only the length is wrong?
	for _, header := range []bool{false, true} {
		if _, err := h.sized(b, header); err == nil {
			return false
		}
	}
	return true
}
