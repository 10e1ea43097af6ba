package archive

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/klauspost/compress/zstd"

	"plylog/events"
	"plylog/events/durable"
	"plylog/events/pack"
)

// ErrOrder: what was to be archived is not what comes next in the shard.
var ErrOrder = errors.New("these events do not come next")

// Write writes the events of a shard behind a position, up to those of the signed
// checkpoint that note is, as further segments in a folder, made if there is none. from
// yields them, and no others. When it returns they are on disk under their names; they
// are not yet read back: Open does. Errors wrap ErrOrder, or are from's.
func Write(ctx context.Context, dir string, shard, shards int, after uint64, note []byte, from iter.Seq2[*events.Event, error]) (segments int, err error) {
	return write(ctx, dir, shard, shards, after, note, from, mostEvents, durable.Write)
}

// write is Write with at most so many events in a segment, and its own way to the disk.
func write(ctx context.Context, dir string, shard, shards int, after uint64, note []byte, from iter.Seq2[*events.Event, error], most int, put putting) (segments int, err error) {
	signed, err := readNote(note)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, err
	}
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return 0, err
	}
	w := &writing{
		head: head{shard: shard, shards: shards, first: after + 1}, dir: dir, zip: zip, note: note, most: most, put: put,
		parts: make(map[events.GameID][]*events.Event),
	}
	for e, err := range from {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return w.segments, err
		}
		if e.Seq != w.first+uint64(w.events) || e.Seq > uint64(signed.Size) {
			return w.segments, fmt.Errorf("%w: one at %d", ErrOrder, e.Seq)
		}
		if err := w.add(e); err != nil {
			return w.segments, err
		}
	}
	if w.first+uint64(w.events)-1 != uint64(signed.Size) {
		return w.segments, fmt.Errorf("%w: they end at %d, and %d were signed", ErrOrder, w.first+uint64(w.events)-1, signed.Size)
	}
	return w.segments, w.flush()
}

// writing is a segment that is being filled.
type writing struct {
	head
	dir      string
	zip      *zstd.Encoder
	note     []byte
	most     int // events of a segment
	put      putting
	raw      int // bytes of its events
	parts    map[events.GameID][]*events.Event
	segments int // that were written
}

// putting writes a file.
type putting func(path string, b []byte) error

// add adds the next event.
func (w *writing) add(e *events.Event) error {
	if w.events == w.most || w.events > 0 && w.raw+len(e.Raw) > mostRaw {
		if err := w.flush(); err != nil {
			return err
		}
	}
	w.parts[e.Game] = append(w.parts[e.Game], e)
	w.events, w.raw = w.events+1, w.raw+len(e.Raw)
	return nil
}

// flush writes the segment and begins the next one.
func (w *writing) flush() error {
	if w.events == 0 {
		return nil
	}
	b := w.encode()
	if err := w.put(filepath.Join(w.dir, w.name()), b); err != nil {
		return fmt.Errorf("writing a segment: %w", err)
	}
	w.segments++
	w.first, w.events, w.raw = w.last()+1, 0, 0
	clear(w.parts)
	return nil
}

// encode writes the segment.
func (w *writing) encode() []byte {
	var packed, table, index, content []byte
	w.chunks, w.games, w.head.note = 0, len(w.parts), len(w.note)
	seal := func() {
		at := len(packed)
		packed = w.zip.EncodeAll(content, packed)
		table = binary.LittleEndian.AppendUint32(table, uint32(len(packed)-at))
		table = binary.LittleEndian.AppendUint32(table, uint32(len(content)))
		table = binary.LittleEndian.AppendUint32(table, crc32.Checksum(packed[at:], castagnoli))
		w.chunks++
		content = content[:0]
	}
	for _, game := range slices.SortedFunc(maps.Keys(w.parts), inOrder) {
		list := w.parts[game]
		if len(content) >= fullChunk {
			seal()
		}
		last := list[len(list)-1]
		index = entry{game: game, chunk: w.chunks, count: len(list), n: last.N, last: last.Seq}.append(index)
		content = append(content, game[:]...)
		content = binary.AppendUvarint(content, uint64(len(list)))
		at := w.first - 1
		for i, e := range list {
			content = pack.Append(content, at, e, i > 0 || e.N == 1)
			at = e.Seq
		}
	}
	seal()
	b := w.head.append(make([]byte, 0, headSize+len(w.note)+len(packed)+len(table)+len(index)+sumSize))
	for _, part := range [][]byte{w.note, packed, table, index} {
		b = append(b, part...)
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// Carry makes the segments of one folder be in another one as well, which is made: as
// further names of the same files where the disk can do that, else as copies. A folder
// that is not there has none.
func Carry(to, from string) error {
	list, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, e := range list {
		a, b := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		if os.Link(a, b) == nil {
			continue
		}
		if err := durable.Copy(b, a, -1); err != nil {
			return fmt.Errorf("carrying a segment over: %w", err)
		}
	}
	return durable.Path(to)
}
