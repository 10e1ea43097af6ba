package jetlog

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"plylog/events"
	"plylog/events/archive"
	"plylog/events/jetlog/blocks"
)

// The beginning of the shards may lie in an archive beside the store. The stream of a
// shard is then made to begin behind it, which its configuration says for ever, and so
// the one is never taken without the other.

// archiveFolder is the folder in a data folder that has the archive.
const archiveFolder = "archive"

// ArchiveFolder is the folder of the archive in a data folder: beside what the server
// keeps, so that whoever replaces a store replaces both.
func ArchiveFolder(dir string) string { return filepath.Join(dir, archiveFolder) }

// archiveOf is the folder of the archive that belongs to the folder of the streams.
func archiveOf(store string) string { return ArchiveFolder(filepath.Dir(store)) }

// errBegins: a stream and an archive that do not fit together.
var errBegins = errors.New("stream and archive do not fit together")

// openArchive reads through what is archived of a store. What is wrong with it is noted.
func openArchive(ctx context.Context, store string, wrong *StoreError) (*archive.Archive, error) {
	a, err := archive.Open(ctx, archiveOf(store))
	if err = damageOf(err); errors.Is(err, events.ErrDamaged) {
		wrong.add(err)
		return nil, wrong
	}
	return a, err
}

// damageOf makes damage of an archive that of a store.
func damageOf(err error) error {
	var d *archive.Damage
	if errors.As(err, &d) {
		return &blocks.Damage{File: d.File, Offset: -1, From: d.From, To: d.To, Err: d.Err}
	}
	return err
}

// storedArchive yields what can be read of the archived events of a shard, and returns
// the position behind which the stream begins; false: whoever reads has had enough.
func storedArchive(ctx context.Context, store string, shard int, yield func(blocks.Record, error) bool) (end uint64, more bool) {
	for e, err := range archive.All(ctx, archiveOf(store), shard) {
		var d *archive.Damage
		switch {
		case errors.As(err, &d):
			end = max(end, d.To)
		case err != nil:
			yield(blocks.Record{}, fmt.Errorf("reading the archive: %w", err))
			return end, false
		default:
			end = e.Seq
		}
		if !yield(blocks.Record{Seq: e.Seq, Data: e.Raw}, damageOf(err)) {
			return end, false
		}
	}
	return end, true
}

// Archive is what is archived of the store, read through at the start.
func (s *Server) Archive() *archive.Archive { return s.archive }
