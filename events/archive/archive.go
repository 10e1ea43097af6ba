package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"

	"plylog/events"
	"plylog/events/merkle"
)

// Damage is a file of an archive that is not what was written. It is an events.ErrDamaged.
type Damage struct {
	File     string
	From, To uint64 // the positions that are in it, by its name; 0: none, or it is not known
	Err      error
}

// Error implements error.
func (d *Damage) Error() string {
	what := ""
	if d.From > 0 {
		what = fmt.Sprintf(" (events %d to %d)", d.From, d.To)
	}
	return fmt.Sprintf("%s: %s: %v%s", events.ErrDamaged, d.File, d.Err, what)
}

// Unwrap makes it an events.ErrDamaged that keeps its cause.
func (d *Damage) Unwrap() []error { return []error{events.ErrDamaged, d.Err} }

// Archive is the segments of a store, all of them read through. Safe for concurrent use.
// A nil Archive is one without segments.
type Archive struct {
	zip    *zstd.Decoder
	shards []archived
}

// archived is what is archived of a shard.
type archived struct {
	segments []*segment // from position 1 on
	tree     merkle.Tree
}

// Open reads every segment in a folder: that none is changed or missing between two
// others, that nothing else lies there, and that each run of segments comes to the root
// in its checkpoint. Whether the last one is missing only the log behind can tell, and
// whose signature is under a checkpoint whoever has the key. A folder that is not there
// is an empty archive. Errors are a *Damage, or the disk's.
func Open(ctx context.Context, dir string) (*Archive, error) {
	zip, err := newDecoder()
	if err != nil {
		return nil, err
	}
	a := &Archive{zip: zip}
	files, err := list(dir)
	if err != nil {
		return nil, err
	}
	width := runtime.GOMAXPROCS(0)
	for len(files) > 0 {
		n := min(width, len(files))
		loads := make([]loaded, n)
		var all sync.WaitGroup
		for i, f := range files[:n] {
			all.Go(func() { loads[i].segment, loads[i].leaves, loads[i].err = load(zip, f, leaf) })
		}
		all.Wait()
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i, l := range loads {
			if l.err != nil {
				return nil, l.err
			}
			if err := a.join(files[i], l); err != nil {
				return nil, err
			}
		}
		files = files[n:]
	}
	return a, a.ended()
}

// loaded is a segment that was read.
type loaded struct {
	segment *segment
	leaves  []merkle.Hash
	err     error
}

func newDecoder() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(mostChunk))
}

// file is a segment by its name.
type file struct {
	path        string
	shard       int
	first, last uint64
}

// damage says what is wrong with it.
func (f file) damage(err error) error {
	return &Damage{File: f.path, From: f.first, To: f.last, Err: err}
}

// list lists the segments of a folder by shard and position. What is none is a *Damage.
func list(dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var files []file
	for _, e := range entries {
		f := file{path: filepath.Join(dir, e.Name())}
		// The name is what is written for these numbers, or another's.
		_, err := fmt.Sscanf(e.Name(), "%02d-%012d-%012d"+ending, &f.shard, &f.first, &f.last)
		if err != nil || !e.Type().IsRegular() || f.shard < 0 || f.first < 1 || f.last < f.first || f.last-f.first >= mostEvents ||
			(head{shard: f.shard, first: f.first, events: int(f.last-f.first) + 1}).name() != e.Name() {
			return nil, &Damage{File: f.path, Err: errForeign}
		}
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b file) int { return cmp.Or(cmp.Compare(a.shard, b.shard), cmp.Compare(a.first, b.first)) })
	return files, nil
}

// read reads a file as a whole. One that cannot be a segment is not read.
func (f file) read() ([]byte, error) {
	in, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer in.Close() //nolint:errcheck // read only
	info, err := in.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > mostFile {
		return nil, f.damage(fmt.Errorf("%w: %d bytes", errSize, info.Size()))
	}
	b := make([]byte, info.Size())
	if _, err := io.ReadFull(in, b); err != nil {
		return nil, fmt.Errorf("reading %s: %w", f.path, err)
	}
	return b, nil
}

// load reads and parses a file, and takes something of every event in it.
func load[T any](zip *zstd.Decoder, f file, take func(*events.Event) T) (*segment, []T, error) {
	b, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, f.damage(errMissing)
	}
	if err != nil {
		return nil, nil, err
	}
	s, all, err := parse(zip, b, take)
	if err == nil && s.name() != filepath.Base(f.path) {
		err = fmt.Errorf("%w: it should be called %s", errName, s.name())
	}
	if err != nil {
		return nil, nil, f.damage(err)
	}
	s.path = f.path
	return s, all, nil
}

// leaf takes the leaf that an event is in the tree.
func leaf(e *events.Event) merkle.Hash { return merkle.Leaf(e.Raw) }

// join puts a segment behind those that were read.
func (a *Archive) join(f file, l loaded) error {
	s := l.segment
	if a.shards == nil {
		a.shards = make([]archived, s.shards)
	}
	if s.shards != len(a.shards) {
		return f.damage(fmt.Errorf("%w: it is of a store of %d shards, others of %d", errForeign, s.shards, len(a.shards)))
	}
	to := &a.shards[s.shard]
	if have := uint64(to.tree.Size()); s.first != have+1 {
		return f.damage(fmt.Errorf("%w before it: events %d to %d", errMissing, have+1, s.first-1))
	}
	if err := to.open(s); err != nil {
		return f.damage(err)
	}
	for _, leaf := range l.leaves {
		to.tree.AddLeaf(leaf)
	}
	to.segments = append(to.segments, s)
	if to.tree.Size() == s.signed.Size && to.tree.Root() != s.signed.Root {
		return f.damage(errRoot)
	}
	return nil
}

// open checks that a segment may be the next one: of the checkpoint that is not yet
// reached, or of a further one of the same tree.
func (h *archived) open(s *segment) error {
	if _, shard, ok := merkle.ShardOf(s.signed.Origin); !ok || shard != s.shard {
		return fmt.Errorf("%w: it is of %s", errNote, s.signed.Origin)
	}
	if len(h.segments) == 0 {
		return nil
	}
	before := h.segments[len(h.segments)-1]
	if before.signed.Origin != s.signed.Origin || h.tree.Size() < before.signed.Size && before.signed != s.signed {
		return fmt.Errorf("%w: it is another than before", errNote)
	}
	return nil
}

// ended checks that every shard ends where its checkpoint says.
func (a *Archive) ended() error {
	for _, h := range a.shards {
		if len(h.segments) == 0 {
			continue
		}
		if last := h.segments[len(h.segments)-1]; h.tree.Size() < last.signed.Size {
			next := head{shard: last.shard, first: last.last() + 1}
			return &Damage{
				File: filepath.Join(filepath.Dir(last.path), fmt.Sprintf("%02d-%012d-…", next.shard, next.first)),
				From: next.first, To: uint64(last.signed.Size), Err: errMissing,
			}
		}
	}
	return nil
}

// Shards is the number of shards of the store; 0: nothing is archived.
func (a *Archive) Shards() int {
	if a == nil {
		return 0
	}
	return len(a.shards)
}

// of returns what is archived of a shard.
func (a *Archive) of(shard int) *archived {
	if a == nil || shard < 0 || shard >= len(a.shards) {
		return &archived{}
	}
	return &a.shards[shard]
}

// End is the position of the last event of a shard that is archived; 0: none.
func (a *Archive) End(shard int) uint64 { return uint64(a.of(shard).tree.Size()) }

// Tree is the Merkle tree of what is archived of a shard; the caller's own.
func (a *Archive) Tree(shard int) *merkle.Tree { return a.of(shard).tree.Clone() }

// Note is the signed checkpoint over all that is archived of a shard; nil: nothing is.
// Its root was checked, its signature was not.
func (a *Archive) Note(shard int) []byte {
	list := a.of(shard).segments
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1].note
}

// Extent is what an archive comes to.
type Extent struct {
	Events   uint64 `json:"events"`
	Segments int    `json:"segments"`
	Bytes    int64  `json:"bytes"` // of the files
	// Games counts a game in every segment that has events of it.
	Games int `json:"games"`
}

// Extent returns what there is in all shards.
func (a *Archive) Extent() Extent {
	var all Extent
	for i := range a.Shards() {
		x := a.ExtentOf(i)
		all.Events += x.Events
		all.Segments += x.Segments
		all.Bytes += x.Bytes
		all.Games += x.Games
	}
	return all
}

// ExtentOf returns what there is in one shard; its events are those up to End.
func (a *Archive) ExtentOf(shard int) Extent {
	h := a.of(shard)
	x := Extent{Events: a.End(shard), Segments: len(h.segments)}
	for _, s := range h.segments {
		x.Bytes += s.size
		x.Games += s.games
	}
	return x
}
