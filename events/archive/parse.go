package archive

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/klauspost/compress/zstd"

	"plylog/events"
	"plylog/events/merkle"
	"plylog/events/pack"
)

// parse reads a segment with everything in it, and what is taken of each of its events,
// in the order of their positions.
func parse[T any](zip *zstd.Decoder, b []byte, take func(*events.Event) T) (*segment, []T, error) {
	if len(b) > mostFile {
		return nil, nil, fmt.Errorf("%w: %d bytes", errSize, len(b))
	}
	h, err := readHead(b)
	if err != nil {
		return nil, nil, err
	}
	body, sum := b[:len(b)-sumSize], [sumSize]byte(b[len(b)-sumSize:])
	if sha256.Sum256(body) != sum {
		return nil, nil, errSum
	}
	s := &segment{head: h, sum: sum, size: int64(len(b))}
	if err := s.layOut(body); err != nil {
		return nil, nil, err
	}
	if s.signed, err = readNote(s.note); err != nil {
		return nil, nil, err
	}
	if s.signed.Size < 1 || uint64(s.signed.Size) < h.last() {
		return nil, nil, fmt.Errorf("%w: it is over %d events", errNote, s.signed.Size)
	}
	all, err := unpack(s, zip, body, take)
	return s, all, err
}

// layOut finds where everything is.
func (s *segment) layOut(body []byte) error {
	tables := chunkSize*s.head.chunks + entrySize*s.games
	if len(body) < headSize+s.head.note+tables {
		return errSize
	}
	s.note = bytes.Clone(body[headSize : headSize+s.head.note])
	s.indexAt = int64(len(body) - entrySize*s.games)
	table := body[len(body)-tables : s.indexAt]
	at, end := int64(headSize+s.head.note), int64(len(body)-tables)
	for len(table) > 0 {
		c := chunk{
			at: at, length: int(binary.LittleEndian.Uint32(table)), raw: int(binary.LittleEndian.Uint32(table[4:])),
			sum: binary.LittleEndian.Uint32(table[8:]),
		}
		if at += int64(c.length); at > end || c.raw > mostChunk {
			return fmt.Errorf("%w: a chunk of %d bytes, %d unpacked", errSize, c.length, c.raw)
		}
		s.chunks = append(s.chunks, c)
		table = table[chunkSize:]
	}
	if at != end {
		return errSize
	}
	return nil
}

// readNote reads the one signed checkpoint that a note is, without its signature.
func readNote(note []byte) (merkle.Checkpoint, error) {
	var found []merkle.Checkpoint
	whole := 0
	torn, err := merkle.ReadArchive(bytes.NewReader(append(bytes.Clone(note), '\n')), func(rec merkle.Record) error {
		if rec.Checkpoint != nil {
			found = append(found, *rec.Checkpoint)
		}
		whole += len(rec.Note)
		return nil
	})
	if err != nil || torn > 0 || len(found) != 1 || whole != len(note) {
		return merkle.Checkpoint{}, fmt.Errorf("%w (%w)", errNote, cmp.Or(err, errSize))
	}
	return found[0], nil
}

// Signed returns over how many events of its shard a signed checkpoint is. Its signature
// is not checked.
func Signed(note []byte) (uint64, error) {
	c, err := readNote(note)
	return uint64(max(c.Size, 0)), err
}

// stored takes the bytes of an event.
func stored(e *events.Event) []byte { return e.Raw }

// unpack reads all chunks of a segment and holds the index against them.
func unpack[T any](s *segment, zip *zstd.Decoder, body []byte, take func(*events.Event) T) ([]T, error) {
	all, there := make([]T, s.events), make([]bool, s.events)
	index := body[s.indexAt:]
	s.tails = make([]uint32, 0, s.games)
	room, before := 0, entry{}
	for i, c := range s.chunks {
		if room += c.raw; room > mostChunk {
			return nil, fmt.Errorf("%w: more than %d bytes unpacked", errSize, mostChunk)
		}
		content, err := c.unpack(zip, body[c.at:c.at+int64(c.length)])
		if err != nil {
			return nil, err
		}
		if len(content) == 0 {
			return nil, fmt.Errorf("%w: chunk %d is empty", errIndex, i)
		}
		for len(content) > 0 {
			if len(index) == 0 {
				return nil, fmt.Errorf("%w: there are more games", errIndex)
			}
			says, err := readEntry(index[:entrySize])
			if err != nil {
				return nil, err
			}
			index = index[entrySize:]
			if len(s.tails) > 0 && inOrder(before.game, says.game) >= 0 {
				return nil, fmt.Errorf("%w: game %s follows %s", errIndex, says.game, before.game)
			}
			is, rest, err := s.game(content, func(seq uint64, e *events.Event) error {
				at := seq - s.first
				if there[at] {
					return fmt.Errorf("%w: two at %d", errEvent, seq)
				}
				all[at], there[at] = take(e), true
				return nil
			})
			if err != nil {
				return nil, err
			}
			if is.chunk = i; is != says {
				return nil, fmt.Errorf("%w of game %s", errIndex, is.game)
			}
			before, content = says, rest
			s.tails = append(s.tails, tail(says.game))
		}
	}
	if len(index) > 0 {
		return nil, fmt.Errorf("%w: there are fewer games", errIndex)
	}
	if i := slices.Index(there, false); i >= 0 {
		return nil, fmt.Errorf("%w: none at %d", errEvent, s.first+uint64(i))
	}
	return all, nil
}

// inOrder compares games by their place in an index.
func inOrder(a, b events.GameID) int {
	return cmp.Or(cmp.Compare(tail(a), tail(b)), bytes.Compare(a[:], b[:]))
}

// unpack unpacks a chunk.
func (c chunk) unpack(zip *zstd.Decoder, packed []byte) ([]byte, error) {
	if crc32.Checksum(packed, castagnoli) != c.sum {
		return nil, errSum
	}
	content, err := zip.DecodeAll(packed, make([]byte, 0, c.raw))
	if err != nil || len(content) != c.raw {
		return nil, fmt.Errorf("%w: %d bytes of %d (%w)", errChunk, len(content), c.raw, cmp.Or(err, errSize))
	}
	return content, nil
}

// begin reads how the first game of an unpacked chunk begins: its id, and how many events
// it has.
func (s *segment) begin(content []byte) (is entry, rest []byte, err error) {
	if len(content) < len(is.game) {
		return is, nil, fmt.Errorf("%w: %w", errChunk, errSize)
	}
	rest = content[copy(is.game[:], content):]
	count, read := binary.Uvarint(rest)
	if read <= 0 || count < 1 || count > uint64(s.events) {
		return is, nil, fmt.Errorf("%w: %d events", errCount, count)
	}
	is.count = int(count)
	return is, rest[read:], nil
}

// behind passes over the games of an unpacked chunk before one.
func (s *segment) behind(content []byte, game events.GameID) ([]byte, error) {
	for {
		is, rest, err := s.begin(content)
		if err != nil || is.game == game {
			return content, err
		}
		for range is.count {
			if rest, err = pack.Skip(rest); err != nil {
				return nil, fmt.Errorf("%w: %w", errChunk, err)
			}
		}
		content = rest
	}
}

// game reads the first game of an unpacked chunk: every event of it, which was checked
// as far as the game goes, is given to each with its position.
func (s *segment) game(content []byte, each func(seq uint64, e *events.Event) error) (is entry, rest []byte, err error) {
	if is, rest, err = s.begin(content); err != nil {
		return is, nil, err
	}
	if events.ShardOf(is.game, s.shards) != s.shard {
		return is, nil, fmt.Errorf("%w: game %s is of another shard", errEvent, is.game)
	}
	at, prev := s.first-1, events.Genesis(is.game)
	for i := range is.count {
		var raw []byte
		if at, raw, rest, err = pack.Next(rest, at, prev); err != nil {
			return is, nil, fmt.Errorf("%w: %w", errChunk, err)
		}
		e, err := events.Decode(raw)
		if err != nil {
			return is, nil, fmt.Errorf("%w: at %d: %w", errEvent, at, err)
		}
		follows := e.N == is.n+1 && e.Prev == prev || i == 0 && e.N > 1
		if at > s.last() || e.Game != is.game || !follows {
			return is, nil, fmt.Errorf("%w: event %d of game %s at %d", errEvent, e.N, e.Game, at)
		}
		e.Seq = at
		e.KeepHash() // whoever reads on asks for it too
		is.n, is.last, prev = e.N, at, e.Hash()
		if err := each(at, e); err != nil {
			return is, nil, err
		}
	}
	return is, rest, nil
}
