package filelock

import (
	"errors"
	"io/fs"
	"os"
)

// ErrTaken: another holds the file.
var ErrTaken = errors.New("another process holds it")

// Take makes the file if there is none and takes it; closing it gives it back. Errors:
// ErrTaken.
func Take(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(f, true); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Taken reports whether anybody may hold the file: where there is none nobody does, and
// where it cannot be asked somebody may.
func Taken(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	return lock(f, false) != nil
}
