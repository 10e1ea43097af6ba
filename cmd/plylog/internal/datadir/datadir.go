package datadir

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"plylog/events/filelock"
)

// ErrInUse is wrapped when another process holds the folder.
var ErrInUse = errors.New("data folder in use")

// Dir is a folder that this process holds.
type Dir struct {
	path string
	lock *os.File
}

// Open makes the folder if there is none, and takes it. Errors wrap ErrInUse
// where another process holds it.
func Open(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("making the data folder: %w", err)
	}
	f, err := filelock.Take(filepath.Join(path, lockFile))
	if errors.Is(err, filelock.ErrTaken) {
		return nil, fmt.Errorf("%s: %w by %s", path, ErrInUse, holder(path))
	}
	if err != nil {
		return nil, fmt.Errorf("locking the data folder %s: %w", path, err)
	}
	if err := sign(f); err != nil {
		return nil, errors.Join(fmt.Errorf("locking the data folder %s: %w", path, err), f.Close())
	}
	d := &Dir{path: path, lock: f}
	if err := d.finish(); err != nil {
		return nil, errors.Join(fmt.Errorf("replacing the log of %s: %w", path, err), f.Close())
	}
	return d, nil
}

// lockFile is held, and says by whom.
const lockFile = "lock"

// InUse reports whether a process holds the folder at a path; the folder is not
// changed.
func InUse(path string) bool { return filelock.Taken(filepath.Join(path, lockFile)) }

// holder says who wrote the lock.
func holder(path string) string {
	f, err := os.Open(filepath.Join(path, lockFile))
	if err != nil {
		return "another process"
	}
	defer f.Close() //nolint:errcheck // read only
	b, err := io.ReadAll(io.LimitReader(f, 32))
	if pid := strings.TrimSpace(string(b)); err == nil && pid != "" {
		return "process " + pid
	}
	return "another process"
}

// sign writes the process's number into the lock, for whoever finds it taken.
func sign(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt(fmt.Appendln(nil, os.Getpid()), 0)
	return err
}

// Log is the folder below for the log.
func (d *Dir) Log() string { return LogIn(d.path) }

// LogIn is the folder for the log in a data folder that nobody holds: the one that was to
// take its place, where that was cut off half-way. Open ends that.
func LogIn(path string) string {
	log := filepath.Join(path, logFolder)
	if next := log + nextEnd; missing(log) && !missing(next) {
		return next
	}
	return log
}

// Snapshots is the folder below for snapshots of games, which may be deleted at any time.
func (d *Dir) Snapshots() string { return filepath.Join(d.path, "snapshots") }

// Close lets the folder go.
func (d *Dir) Close() error {
	if err := d.lock.Close(); err != nil {
		return fmt.Errorf("letting the data folder go: %w", err)
	}
	return nil
}
