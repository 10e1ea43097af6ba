package jetlog

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"plylog/events/filelock"
)

// The server stages an atomic batch in files of its own before it writes the batch
// to the stream: new files in new folders, each written through, which takes a disk
// tens of times as long as the one write that counts. They are there so that a
// batch that a power cut tore apart can be completed. The log has no use for that:
// the appends of a batch have nothing to do with each other, none of them was
// acknowledged, and what became of each is found out by reading. So the staging may
// happen in memory: the folder for it is replaced by a link.
//
// The link leads through a folder name of the server's own making. Should another
// version use another name, batches are staged on disk again, and slower.

// memory is where a system keeps files in memory, if it has such a place.
const memory = "/dev/shm"

const (
	stagingPrefix = "plylog-staging-" // of folders in memory
	stagingNote   = "staging"         // file in the data folder: which of them is ours
	leastMemory   = 64 << 20          // to begin with; a batch that finds none is refused, and its appends travel singly
	accountFolder = "jetstream/$G/streams"
	batchesFolder = "batches"
)

// errNoMemory: there is no room to stage batches in memory.
var errNoMemory = errors.New("too little free memory for files")

// Open opens the log of the store that the server keeps, as the function of that
// name does, and has batches staged in memory where the system keeps files there
// (/dev/shm). Where it does not, appends by many at once are slower and just as
// safe. Appends are refused before the disk is full: see room. Shards and games are
// read from the server's files.
func (s *Server) Open(ctx context.Context, o Options) (*Log, error) {
	o.Archive = s.archive
	if o.Room == nil {
		o.Room = s.room
	}
	if o.Broken == nil {
		o.Broken = s.broken
	}
	o.Files = filepath.Join(s.dir, storeFolder)
	if o.Full == nil {
		o.Full = s.full
	}
	l, err := Open(ctx, s.Connect, o)
	if err != nil {
		return nil, err
	}
	if err := s.stageInMemory(l.Shards()); err != nil {
		l.options.Logger.Warn("batches are staged on disk, which is slower", "err", err)
	}
	return l, nil
}

// stageInMemory links the folders in which the streams stage batches to memory. No
// batch may be under way.
func (s *Server) stageInMemory(shards int) error {
	if _, err := os.Stat(memory); err != nil {
		return nil // there is no such place here
	}
	if err := s.takeMemory(); err != nil {
		return fmt.Errorf("staging in memory: %w", err)
	}
	for i := range shards {
		stream := StreamName(i)
		to := filepath.Join(s.staging, stream)
		if err := os.MkdirAll(to, 0o700); err != nil {
			return fmt.Errorf("staging in memory: %w", err)
		}
		from := filepath.Join(s.dir, storeFolder, accountFolder, stream, batchesFolder)
		if err := os.RemoveAll(from); err != nil { // a link, or what an earlier run left
			return fmt.Errorf("staging in memory: %w", err)
		}
		if err := os.Symlink(to, from); err != nil {
			return fmt.Errorf("staging in memory: %w", err)
		}
	}
	return nil
}

// takeMemory makes the server's folder in memory, once. It is noted in the data
// folder, so that it can be removed even if this process is killed, and locked, so
// that nobody else does it.
func (s *Server) takeMemory() error {
	if s.staging != "" {
		return nil
	}
	free, err := freeSpace(memory)
	if err != nil {
		return err
	}
	if free < leastMemory {
		return fmt.Errorf("%w: %d MiB", errNoMemory, free>>20)
	}
	dir, err := os.MkdirTemp(memory, stagingPrefix)
	if err != nil {
		return err
	}
	s.staging = dir
	if s.stagingLock, err = filelock.Take(filepath.Join(dir, lockFile)); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, stagingNote), []byte(dir), 0o600)
}

// noted returns the folder in memory that the data folder names; empty: none.
func (s *Server) noted() (string, error) {
	text, err := os.ReadFile(filepath.Join(s.dir, stagingNote))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	dir := string(text)
	if filepath.Dir(dir) != memory || !strings.HasPrefix(filepath.Base(dir), stagingPrefix) {
		return "", nil // not of our making: never touched
	}
	return dir, nil
}

// cutMemory removes the links to memory where they lead to what another process
// has in use: the data folder is a copy of one that is being served. It goes before
// the server, which completes a batch that it finds there, and then deletes it.
func (s *Server) cutMemory() error {
	dir, err := s.noted()
	if err != nil || dir == "" || !inUse(dir) {
		return err
	}
	links, err := filepath.Glob(filepath.Join(s.dir, storeFolder, accountFolder, "*", batchesFolder))
	if err != nil {
		return err
	}
	for _, link := range links {
		if err := os.RemoveAll(link); err != nil {
			return err
		}
	}
	return nil
}

// forgetMemory removes the folder in memory that a killed process left behind. The
// server must have had the use of it: it completes what it finds there.
func (s *Server) forgetMemory() error {
	dir, err := s.noted()
	if err != nil {
		return err
	}
	if dir != "" && !inUse(dir) {
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	if err := os.Remove(filepath.Join(s.dir, stagingNote)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// inUse reports whether a process holds a folder in memory.
func inUse(dir string) bool { return filelock.Taken(filepath.Join(dir, lockFile)) }

// leaveMemory gives the server's folder in memory back. The server has stopped.
func (s *Server) leaveMemory() {
	if s.staging == "" {
		return
	}
	if s.stagingLock != nil {
		s.stagingLock.Close()
	}
	// What stays is removed at the next start.
	if os.RemoveAll(s.staging) == nil {
		_ = os.Remove(filepath.Join(s.dir, stagingNote))
	}
}
