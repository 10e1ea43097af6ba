package durable

import (
	"errors"
	"io"
	"os"
)

// Copy makes a file, for its owner alone, of the first bytes of another, so many (all of
// them, where it is negative), through to the disk. What an error leaves is not whole.
func Copy(to, from string, size int64) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read only
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if size < 0 {
		_, err = io.Copy(out, in)
	} else {
		_, err = io.CopyN(out, in, size)
	}
	return errors.Join(err, out.Sync(), out.Close())
}
