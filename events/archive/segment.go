package archive

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"plylog/events"
	"plylog/events/merkle"
)

// A segment is, numbers being little endian,
//
//	magic 8 · shard 2 · shards 2 · events 4 · games 4 · chunks 4 · note length 4 · first 8
//	note:   the signed checkpoint over what the archive held when it was written
//	chunks: zstd frames
//	table:  for every chunk its length 4 · length unpacked 4 · CRC-32C 4
//	index:  for every game its id 16 · chunk 4 · events 4 · number of the last one 4 ·
//	        position of the last one 8 · CRC-32C of these 4
//	SHA-256 of all that
//
// An unpacked chunk is one game after the other, in the order of the index: the id, the
// number of events as a varint, and the events as package pack writes them.
const (
	magic      = "plyarch1"
	headSize   = len(magic) + 28
	chunkSize  = 12
	entrySize  = 40
	sumSize    = 32
	mostEvents = 1 << 14                        // of a segment
	mostRaw    = 16 << 20                       // bytes of its events, stored
	mostNote   = 8 << 10                        // bytes of the note
	mostChunk  = mostRaw + 1<<20                // bytes of a chunk, unpacked: one game may be all there is
	mostFile   = 2*mostRaw + 1<<20              // bytes of a file: nothing that is written comes near it
	fullChunk  = 64 << 10                       // bytes from which on a chunk takes no further game
	mostShards = 100                            // what two digits can name
	mostFirst  = 1_000_000_000_000 - mostEvents // the largest position that a segment may begin with: what twelve digits can name
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// head is what a segment begins with.
type head struct {
	shard, shards         int
	events, games, chunks int
	note                  int // bytes
	first                 uint64
}

// last is the position of the last event.
func (h head) last() uint64 { return h.first + uint64(h.events) - 1 }

// name is the name of the file.
func (h head) name() string {
	return fmt.Sprintf("%02d-%012d-%012d%s", h.shard, h.first, h.last(), ending)
}

const ending = ".segment"

func (h head) append(b []byte) []byte {
	b = append(b, magic...)
	b = binary.LittleEndian.AppendUint16(b, uint16(h.shard))
	b = binary.LittleEndian.AppendUint16(b, uint16(h.shards))
	for _, n := range []int{h.events, h.games, h.chunks, h.note} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return binary.LittleEndian.AppendUint64(b, h.first)
}

// What can be wrong with a segment.
var (
	errMagic   = errors.New("it does not begin like a segment")
	errSize    = errors.New("it is cut off, or has something behind its end")
	errSum     = errors.New("the checksum is wrong")
	errCount   = errors.New("a number that cannot be")
	errNote    = errors.New("its checkpoint cannot be read")
	errChunk   = errors.New("a chunk cannot be unpacked")
	errIndex   = errors.New("the index says otherwise than the events")
	errEvent   = errors.New("an event that does not belong there")
	errRoot    = errors.New("the Merkle root is not the one that was signed")
	errName    = errors.New("it has another's name")
	errForeign = errors.New("a file that does not belong here")
	errMissing = errors.New("the file is missing")
)

func readHead(b []byte) (head, error) {
	var h head
	if len(b) < headSize+sumSize || string(b[:len(magic)]) != magic {
		return h, errMagic
	}
	rest := b[len(magic):]
	h.shard, h.shards = int(binary.LittleEndian.Uint16(rest)), int(binary.LittleEndian.Uint16(rest[2:]))
	for i, n := range []*int{&h.events, &h.games, &h.chunks, &h.note} {
		*n = int(binary.LittleEndian.Uint32(rest[4+4*i:]))
	}
	h.first = binary.LittleEndian.Uint64(rest[20:])
	switch {
	case h.shards < 1 || h.shards > mostShards || h.shard >= h.shards:
		return h, fmt.Errorf("%w: shard %d of %d", errCount, h.shard, h.shards)
	case h.events < 1 || h.events > mostEvents || h.first < 1 || h.first > mostFirst:
		return h, fmt.Errorf("%w: %d events from %d on", errCount, h.events, h.first)
	case h.games < 1 || h.games > h.events || h.chunks < 1 || h.chunks > h.games:
		return h, fmt.Errorf("%w: %d games in %d chunks", errCount, h.games, h.chunks)
	case h.note < 1 || h.note > mostNote:
		return h, fmt.Errorf("%w: %d bytes of checkpoint", errCount, h.note)
	}
	return h, nil
}

// chunk is where the events of some games are.
type chunk struct {
	at     int64 // in the file
	length int
	raw    int // bytes unpacked
	sum    uint32
}

// entry is what the index says of a game.
type entry struct {
	game  events.GameID
	chunk int
	count int
	n     int    // number of the last event
	last  uint64 // and its position
}

func (e entry) append(b []byte) []byte {
	at := len(b)
	b = append(b, e.game[:]...)
	for _, n := range []int{e.chunk, e.count, e.n} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	b = binary.LittleEndian.AppendUint64(b, e.last)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[at:], castagnoli))
}

// readEntry reads the entry that b is.
func readEntry(b []byte) (entry, error) {
	if crc32.Checksum(b[:entrySize-4], castagnoli) != binary.LittleEndian.Uint32(b[entrySize-4:]) {
		return entry{}, errSum
	}
	var e entry
	b = b[copy(e.game[:], b):]
	e.chunk, e.count, e.n = int(binary.LittleEndian.Uint32(b)), int(binary.LittleEndian.Uint32(b[4:])), int(binary.LittleEndian.Uint32(b[8:]))
	e.last = binary.LittleEndian.Uint64(b[12:])
	return e, nil
}

// tail is what the index is in the order of, before the whole id: the end of an id is
// by chance, its beginning tells the time.
func tail(game events.GameID) uint32 { return binary.BigEndian.Uint32(game[12:]) }

// segment is what is kept in memory of a segment that was read through.
type segment struct {
	head
	path    string
	sum     [sumSize]byte
	size    int64
	note    []byte
	signed  merkle.Checkpoint // of the note; its signature is not checked here
	chunks  []chunk
	indexAt int64
	tails   []uint32 // of its games, in order
}
