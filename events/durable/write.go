package durable

import (
	"errors"
	"os"
	"path/filepath"
)

// Half ends the name of a file that is being written. A crash may leave one.
const Half = ".half"

// Write puts a file for its owner alone in the place of what is there, through to the
// disk: a crash at any moment leaves all of it or what was there before.
func Write(path string, data []byte) error {
	f, err := os.OpenFile(path+Half, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(path+Half, path); err != nil {
		return err
	}
	return Path(filepath.Dir(path))
}
