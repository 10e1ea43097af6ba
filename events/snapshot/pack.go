package snapshot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/klauspost/compress/zstd"

	"plylog/events"
	"plylog/events/pack"
)

// A packed snapshot is, numbers being varints:
//
//	magic, and HMAC-SHA-256 under the store's key over all that follows
//	game (16 bytes), N, the hash of event N (32 bytes), bytes unpacked
//	zstd of N events as package pack writes them
const (
	magic     = "plysnap1"
	macAt     = len(magic)
	headAt    = macAt + sha256.Size
	mostBytes = 64 << 20 // unpacked
)

// errSnapshot: the snapshot is not one that can be used.
var errSnapshot = errors.New("not a snapshot of this game")

// head is what a snapshot says of itself.
type head struct {
	game  events.GameID
	n     int
	hash  events.Hash // of event n
	bytes int         // of its body, unpacked
}

// packer packs and unpacks. Safe for concurrent use.
type packer struct {
	key []byte
	zip *zstd.Encoder
	raw *zstd.Decoder
}

func newPacker(key []byte) (*packer, error) {
	if len(key) < 16 {
		return nil, errors.New("snapshot: the key is shorter than 16 bytes")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("plylog snapshot/1"))
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithWindowSize(1<<18))
	if err != nil {
		return nil, fmt.Errorf("snapshot: %w", err)
	}
	raw, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(mostBytes))
	if err != nil {
		return nil, fmt.Errorf("snapshot: %w", err)
	}
	return &packer{key: mac.Sum(nil), zip: zip, raw: raw}, nil
}

// pack makes the snapshot of a game's first events, whose chain was checked.
func (p *packer) pack(list []*events.Event) ([]byte, error) {
	var body []byte
	var seq uint64
	for i, e := range list {
		if e.Seq <= seq {
			return nil, fmt.Errorf("%w: event %d lies at %d, behind %d", errSnapshot, i+1, e.Seq, seq)
		}
		body = pack.Append(body, seq, e, true)
		seq = e.Seq
	}
	if len(list) == 0 || len(body) > mostBytes {
		return nil, fmt.Errorf("%w: %d events of %d bytes", errSnapshot, len(list), len(body))
	}
	last := list[len(list)-1]
	hash := last.Hash()
	b := append(make([]byte, 0, len(body)/4+256), magic...)
	b = append(b, make([]byte, sha256.Size)...)
	b = append(b, last.Game[:]...)
	b = binary.AppendUvarint(b, uint64(len(list)))
	b = append(b, hash[:]...)
	b = binary.AppendUvarint(b, uint64(len(body)))
	b = p.zip.EncodeAll(body, b)
	copy(b[macAt:], p.mac(b))
	return b, nil
}

func (p *packer) mac(b []byte) []byte {
	mac := hmac.New(sha256.New, p.key)
	mac.Write(b[headAt:])
	return mac.Sum(nil)
}

// readHead reads what a snapshot says of itself, unchecked, and what lies behind.
func readHead(b []byte) (h head, body []byte, err error) {
	if len(b) < headAt+len(h.game) || string(b[:len(magic)]) != magic {
		return h, nil, fmt.Errorf("%w: it does not begin like one", errSnapshot)
	}
	rest := b[headAt:]
	rest = rest[copy(h.game[:], rest):]
	n, read := binary.Uvarint(rest)
	if read <= 0 || n < 1 || n > math.MaxInt32 || len(rest) < read+len(h.hash) {
		return h, nil, fmt.Errorf("%w: it does not say how many events it has", errSnapshot)
	}
	h.n, rest = int(n), rest[read:]
	rest = rest[copy(h.hash[:], rest):]
	size, read := binary.Uvarint(rest)
	if read <= 0 || size > mostBytes {
		return h, nil, fmt.Errorf("%w: it does not say how long it is", errSnapshot)
	}
	h.bytes = int(size)
	return h, rest[read:], nil
}

// unpack reads the snapshot of a game. Whatever is not as it was packed is an
// errSnapshot; the chain is checked all the same.
func (p *packer) unpack(game events.GameID, b []byte) ([]*events.Event, error) {
	h, zipped, err := readHead(b)
	if err != nil {
		return nil, err
	}
	if h.game != game || !hmac.Equal(b[macAt:headAt], p.mac(b)) {
		return nil, fmt.Errorf("%w: it is another's, or was changed", errSnapshot)
	}
	body, err := p.raw.DecodeAll(zipped, make([]byte, 0, h.bytes))
	if err != nil || len(body) != h.bytes {
		return nil, fmt.Errorf("%w: %d bytes were unpacked of %d (%w)", errSnapshot, len(body), h.bytes, err)
	}
	list := make([]*events.Event, 0, min(h.n, len(body)))
	prev, seq := events.Genesis(game), uint64(0)
	for len(body) > 0 {
		var raw []byte
		var e *events.Event
		if seq, raw, body, err = pack.Next(body, seq, prev); err == nil {
			e, err = events.Decode(raw)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: event %d: %w", errSnapshot, len(list)+1, err)
		}
		if e.Game != game || e.N != len(list)+1 || e.Prev != prev {
			return nil, fmt.Errorf("%w: event %d does not follow", errSnapshot, len(list)+1)
		}
		e.Seq, prev = seq, e.Hash()
		list = append(list, e)
	}
	if len(list) != h.n || prev != h.hash {
		return nil, fmt.Errorf("%w: it does not end where it says", errSnapshot)
	}
	return list, nil
}
