package trust

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/datadir"
	"plylog/events/audit"
	"plylog/events/jetlog"
	"plylog/events/jetlog/blocks"
	"plylog/events/merkle"
)

// folder takes the data folder of a stopped server: its log, and, where nothing
// better was given, its own checkpoints and key.
func (v *verifying) folder(ctx context.Context, path string) (done func(), err error) {
	store := jetlog.StoreFolder(datadir.LogIn(path))
	shards, err := jetlog.StoredShards(store)
	if err != nil {
		return nil, err
	}
	if shards == 0 { // before anything is written to a folder that is somebody else's
		return nil, console.Fail(console.Usage, "%s is the data folder of no server: it has no log", path)
	}
	dir, err := datadir.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, dir.Close())
		}
	}()
	store = jetlog.StoreFolder(dir.Log()) // it may have been put in its place just now
	v.shards = shards
	archive := ours(path, merkle.ArchiveFile)
	if len(v.keys) == 0 {
		k, err := merkle.ReadKey(ours(path, merkle.KeyFile))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			v.anchors.Trust = append(v.anchors.Trust, k.Public())
			v.notes = append(v.notes, "the key is the folder's own: whoever could change the log could use it")
		}
	}
	if _, err := os.Stat(archive); err == nil {
		v.checkpoints = append(v.checkpoints, archive)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for shard := range shards {
		v.logs = append(v.logs, stored(ctx, store, shard, shards))
	}
	return func() { _ = dir.Close() }, nil
}

// stored yields the events of a shard of a stopped store.
func stored(ctx context.Context, store string, shard, shards int) source {
	name := jetlog.StreamName(shard)
	return func(yield func(audit.Entry, error) bool) {
		for r, err := range jetlog.Stored(ctx, store, shard, shards) {
			e := audit.Entry{File: name, Line: int(r.Seq), Shard: shard}
			var bad *blocks.Damage
			switch {
			case errors.As(err, &bad):
				e.Err, e.File, e.Line = bad, bad.File, 0
			case err != nil:
				yield(audit.Entry{}, fmt.Errorf("reading %s: %w", name, err))
				return
			default:
				e.Raw = bytes.Clone(r.Data)
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}
