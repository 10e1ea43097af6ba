package backup

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"plylog/events/durable"
	"plylog/events/merkle"
)

// half ends the name of a file that is being written.
const half = ".next"

// checkpoints copies the checkpoints as they are now to a file beside those of the
// backup, which must be how these began, and returns it with the newest of each
// shard.
func (b *backup) checkpoints(key *merkle.Key) (next string, signed map[int]merkle.Checkpoint, err error) {
	from := filepath.Join(b.data, merkle.ArchiveFile)
	s, err := merkle.ReadArchiveFile(from)
	if err != nil {
		return "", nil, err
	}
	if err := s.Check(merkle.Trust{key.Public()}); err != nil {
		return "", nil, err
	}
	old := filepath.Join(b.to, merkle.ArchiveFile)
	begun, err := begins(from, old, s.Size)
	if err != nil {
		return "", nil, err
	}
	if !begun {
		return "", nil, fmt.Errorf("%w: the checkpoints in %s do not go on from those in %s", errOther, from, old)
	}
	next = old + half
	if err := durable.Copy(next, from, s.Size); err != nil {
		return "", nil, copying(err, "the checkpoints")
	}
	signed = make(map[int]merkle.Checkpoint)
	for origin, rec := range s.Last {
		if store, shard, ok := merkle.ShardOf(origin); ok && store == key.Public().Name() {
			signed[shard] = *rec.Checkpoint
		}
	}
	return next, signed, nil
}

// begins reports whether a file is how the first size bytes of another begin. One
// that is not there is.
func begins(whole, part string, size int64) (bool, error) {
	p, err := os.Open(part)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer p.Close() //nolint:errcheck // read only
	info, err := p.Stat()
	if err != nil || info.Size() > size {
		return false, err
	}
	w, err := os.Open(whole)
	if err != nil {
		return false, err
	}
	defer w.Close() //nolint:errcheck // read only
	a, b := bufio.NewReader(w), bufio.NewReader(p)
	x, y := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(b, y)
		if n == 0 && errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return false, err
		}
		if _, err := io.ReadFull(a, x[:n]); err != nil {
			return false, err
		}
		if !bytes.Equal(x[:n], y[:n]) {
			return false, nil
		}
	}
}

// secrets copies the secret, and when the server was last known to run: whoever
// serves the backup gives players the time back that has passed since.
func (b *backup) secrets() error {
	for _, name := range []string{"secret", "alive"} {
		data, err := os.ReadFile(filepath.Join(b.data, name))
		if name == "alive" && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = durable.Write(filepath.Join(b.to, name), data)
		}
		if err != nil {
			return copying(err, "the file "+name)
		}
	}
	return nil
}
