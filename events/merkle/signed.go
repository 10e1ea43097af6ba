package merkle

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ReadSigned returns the newest checkpoint of each shard that a data folder has
// signed, and changes nothing there: for whoever holds the store against them
// before it is opened. A folder without key and archive has signed nothing. Errors
// are those of OpenFolder.
func ReadSigned(folder string) (map[int]Checkpoint, error) {
	archive := filepath.Join(folder, ArchiveFile)
	s, err := ReadArchiveFile(archive)
	if err != nil {
		return nil, err
	}
	k, err := ReadKey(filepath.Join(folder, KeyFile))
	switch {
	case errors.Is(err, fs.ErrNotExist) && s.Count == 0:
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %s is gone, and there are checkpoints that were signed with it; put it back", ErrArchive, filepath.Join(folder, KeyFile))
	case err != nil:
		return nil, err
	}
	if _, err := os.Stat(archive); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s is gone, and its key is there; put back a copy", ErrArchive, archive)
	}
	// A rotation that a crash cut off still trusts the key that signed it.
	if err := s.Check(Trust{k.public}); err != nil {
		return nil, err
	}
	signed := make(map[int]Checkpoint)
	for origin, rec := range s.Last {
		if store, shard, ok := ShardOf(origin); ok && store == k.public.Name() {
			signed[shard] = *rec.Checkpoint
		}
	}
	return signed, nil
}

// ReadCheckpoints returns every checkpoint that a data folder has signed, by shard
// and in the order of their sizes, each size once; every signature is checked.
// Otherwise it is as ReadSigned.
func ReadCheckpoints(folder string) (map[int][]Checkpoint, error) {
	var all map[int][]Checkpoint
	err := eachSigned(folder, func(shard int, s Signed) {
		if all == nil {
			all = make(map[int][]Checkpoint)
		}
		if n := len(all[shard]); n == 0 || all[shard][n-1].Size < s.Size {
			all[shard] = append(all[shard], s.Checkpoint)
		}
	})
	return all, err
}

// ReadSignedUpTo returns of some shards the newest checkpoint that a data folder has
// signed over at most so many events, and over one at least; the signatures are checked.
// Otherwise it is as ReadSigned.
func ReadSignedUpTo(folder string, most map[int]int64) (map[int]Signed, error) {
	found := make(map[int]Signed)
	err := eachSigned(folder, func(shard int, s Signed) {
		if s.Size > 0 && s.Size <= most[shard] { // sizes never go back
			found[shard] = s
		}
	})
	return found, err
}

// eachSigned hands over every checkpoint that a data folder has signed, in their order;
// every signature is checked.
func eachSigned(folder string, each func(shard int, s Signed)) error {
	last, err := ReadSigned(folder)
	if err != nil || len(last) == 0 {
		return err
	}
	s, err := ReadArchiveFile(filepath.Join(folder, ArchiveFile))
	if err != nil {
		return err
	}
	k, err := ReadKey(filepath.Join(folder, KeyFile))
	if err != nil {
		return err
	}
	trust := s.Trust(Trust{k.public})
	f, err := os.Open(filepath.Join(folder, ArchiveFile))
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // read only
	_, err = ReadArchive(f, func(rec Record) error {
		if rec.Checkpoint == nil {
			return nil
		}
		store, shard, ok := ShardOf(rec.Checkpoint.Origin)
		if !ok || store != k.public.Name() {
			return nil
		}
		signed, err := trust.Open(rec.Note)
		if err == nil {
			each(shard, signed)
		}
		return err
	})
	return err
}
