package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Path writes a file through to the disk, or the names in a folder: those of files that
// were made in it, renamed or removed.
func Path(path string) error { return through(path, false) }

// Tree writes a folder through, with all files and folders in it at any depth. Links are
// not followed.
func Tree(folder string) error { return tree(folder, false) }

// Afresh is Tree, and has the system forget what it holds of the files in memory (on
// Linux), so that the next reading is of the disk: behind a write that the disk failed
// that memory shows what the disk never took, and no later writing through says so.
func Afresh(folder string) error { return tree(folder, true) }

func tree(folder string, forget bool) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() && !d.Type().IsRegular() {
			return err
		}
		if err := through(path, forget && !d.IsDir()); err != nil {
			return fmt.Errorf("writing %s through: %w", path, err)
		}
		return nil
	})
}

func through(path string, forget bool) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if err == nil && forget {
		err = dropCached(f)
	}
	return errors.Join(err, f.Close())
}
