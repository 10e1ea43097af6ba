package jetlog

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// settle writes everything below a folder through to the disk, before any of it is
// looked at. A process that was killed leaves what it had written but not yet written
// through: whole in the memory of the system, so that it is found, checked and served
// after the start, and gone with the power a moment later. Where unsure, what the
// system has in its memory is dropped as well: after a write that the disk failed that
// memory shows what the disk never took, and no later writing through says so.
func settle(folder string, unsure bool) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() && !d.Type().IsRegular() {
			return nil
		}
		if err := settlePath(path, unsure && !d.IsDir()); err != nil {
			return fmt.Errorf("writing %s through: %w", path, err)
		}
		return nil
	})
}

func settlePath(path string, unsure bool) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if err == nil && unsure {
		err = dropCached(f)
	}
	return errors.Join(err, f.Close())
}
