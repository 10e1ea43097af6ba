package datadir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"plylog/events/durable"
)

const (
	logFolder = "log"
	nextEnd   = ".next" // ends the name of a log that is to take the place of another
)

// ReplaceLog puts a folder, which is on disk and lies in this one, in the place of the
// log, which stays under the name aside. Cut off at any moment it leaves the one or the
// other: until the old log has another name it is the log, and from then on the new one
// is, which whoever opens the data folder next finds and puts in its place.
func (d *Dir) ReplaceLog(made, aside string) error {
	log := filepath.Join(d.path, logFolder)
	next := log + nextEnd
	if err := os.RemoveAll(next); err != nil { // what was cut off before it counted
		return err
	}
	if err := d.rename(made, next); err != nil {
		return err
	}
	if !missing(log) {
		if err := d.rename(log, aside); err != nil {
			return err
		}
	}
	return d.finish()
}

// finish puts the next log in its place where there is no other any more.
func (d *Dir) finish() error {
	log := filepath.Join(d.path, logFolder)
	if next := log + nextEnd; missing(log) && !missing(next) {
		return d.rename(next, log)
	}
	return nil
}

// rename renames in the folder, and returns when that is on disk.
func (d *Dir) rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return durable.Path(d.path)
}

func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}
