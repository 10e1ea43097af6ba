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
	last, err := ReadSigned(folder)
	if err != nil || len(last) == 0 {
		return nil, err
	}
	s, err := ReadArchiveFile(filepath.Join(folder, ArchiveFile))
	if err != nil {
		return nil, err
	}
	k, err := ReadKey(filepath.Join(folder, KeyFile))
	if err != nil {
		return nil, err
	}
	trust := s.Trust(Trust{k.public})
	f, err := os.Open(filepath.Join(folder, ArchiveFile))
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	all := make(map[int][]Checkpoint)
	_, err = ReadArchive(f, func(rec Record) error {
		if rec.Checkpoint == nil {
			return nil
		}
		store, shard, ok := ShardOf(rec.Checkpoint.Origin)
		if !ok || store != k.public.Name() {
			return nil
		}
		if _, err := trust.Open(rec.Note); err != nil {
			return err
		}
		if n := len(all[shard]); n == 0 || all[shard][n-1].Size < rec.Checkpoint.Size {
			all[shard] = append(all[shard], *rec.Checkpoint)
		}
		return nil
	})
	return all, err
}
