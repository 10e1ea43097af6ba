package repair

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"plylog/events/archive"
	"plylog/events/jetlog"
	"plylog/events/jetlog/blocks"
	"plylog/events/merkle"
)

// Shelved is a store that Shelve made.
type Shelved struct {
	Archived archive.Extent `json:"archived"`
	Written  uint64         `json:"written"`            // events that were archived now
	Events   uint64         `json:"events"`             // in all, archived or not
	HotBytes int64          `json:"hotBytes,omitempty"` // of the records in the streams, where they were made anew
}

// Shelve makes in a new folder a store of the same events as that in the folder from,
// which no server runs on and which is not changed: those up to the signed checkpoints of
// notes, by shard, are archived, besides what was archived before. Both stores are read
// through and held against what was signed, and then against each other, event by event;
// the new one is on disk. Errors are those of Extend, or say that from is damaged. What
// was made before an error stays where it is.
func Shelve(ctx context.Context, dir, from string, shards int, notes map[int][]byte, signed map[int]merkle.Checkpoint) (Shelved, error) {
	var made Shelved
	list, err := jetlog.CheckStore(ctx, jetlog.StoreFolder(from), jetlog.Check{Signed: signed})
	if err != nil {
		return made, err
	}
	if len(list) != shards {
		return made, fmt.Errorf("%w: %d shards of %d are there", ErrMissing, len(list), shards)
	}
	sizes := make([]uint64, shards)
	for i, c := range list {
		sizes[i] = c.Events
		made.Events += c.Events
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return made, err
	}
	if made.Written, err = shelve(ctx, dir, from, shards, notes); err != nil {
		return made, err
	}
	if _, err := extend(ctx, dir, sizes, Stopped(from, shards)); err != nil {
		return made, err
	}
	if err := carryStreams(dir, from); err != nil {
		return made, err
	}
	if list, err = settle(ctx, dir, signed, sizes); err != nil {
		return made, err
	}
	for i, c := range list {
		made.HotBytes += c.Bytes
		if err := same(ctx, dir, from, i, shards); err != nil {
			return made, fmt.Errorf("shard %d: %w", i, err)
		}
	}
	a, err := archive.Open(ctx, jetlog.ArchiveFolder(dir))
	if err == nil {
		made.Archived = a.Extent()
	}
	return made, err
}

// shelve writes the archive.
func shelve(ctx context.Context, dir, from string, shards int, notes map[int][]byte) (written uint64, err error) {
	to := jetlog.ArchiveFolder(dir)
	if err := archive.Carry(to, jetlog.ArchiveFolder(from)); err != nil {
		return 0, err
	}
	before, err := archive.Open(ctx, to)
	if err != nil {
		return 0, err
	}
	for i := range shards {
		if notes[i] == nil {
			continue
		}
		end, err := archive.Signed(notes[i])
		if err != nil {
			return written, err
		}
		after := before.End(i)
		if end <= after {
			continue
		}
		if _, err := archive.Write(ctx, to, i, shards, after, notes[i], Stopped(from, shards)(ctx, i, after, end)); err != nil {
			return written, fmt.Errorf("archiving shard %d: %w", i, err)
		}
		written += end - after
	}
	return written, nil
}

// carryStreams copies what else is kept beside the log.
func carryStreams(dir, from string) error {
	names, err := jetlog.OtherStreams(jetlog.StoreFolder(from))
	if err != nil {
		return err
	}
	for _, name := range names {
		to := jetlog.StreamFolder(jetlog.StoreFolder(dir), name)
		if err := os.CopyFS(to, os.DirFS(jetlog.StreamFolder(jetlog.StoreFolder(from), name))); err != nil {
			return fmt.Errorf("copying the stream %s: %w", name, err)
		}
	}
	return nil
}

// same reads a shard of two stores side by side. Where they differ, the error wraps
// ErrContradiction.
func same(ctx context.Context, dir, from string, shard, shards int) error {
	next, stop := iter.Pull2(jetlog.Stored(ctx, jetlog.StoreFolder(dir), shard, shards))
	defer stop()
	for want, err := range jetlog.Stored(ctx, jetlog.StoreFolder(from), shard, shards) {
		var d *blocks.Damage
		if errors.As(err, &d) && d.Torn {
			continue
		}
		if err != nil {
			return err
		}
		got, err, ok := next()
		if err != nil {
			return err
		}
		if !ok || got.Seq != want.Seq || !bytes.Equal(got.Data, want.Data) {
			return fmt.Errorf("%w: event %d was not copied as it is", ErrContradiction, want.Seq)
		}
	}
	if _, err, more := next(); err != nil || more {
		return errors.Join(fmt.Errorf("%w: there is more than was copied", ErrContradiction), err)
	}
	return nil
}
