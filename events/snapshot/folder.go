package snapshot

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"

	"plylog/events"
)

// folders is how many folders the files are spread over, by the last byte of the game's
// id: the first ones tell the time, and would put the games of one day together.
const folders = 256

// folder keeps snapshots as files, one a game. Nothing is written through: what a power
// cut leaves is recognised when it is read.
type folder struct {
	path string
	most int64 // bytes of each of the folders
	made atomic.Uint64
	part [folders]struct {
		mu    sync.Mutex
		known bool  // bytes is
		bytes int64 // of its files, by and large
	}
}

func (f *folder) dir(part byte) string {
	return filepath.Join(f.path, string("0123456789abcdef"[part>>4])+string("0123456789abcdef"[part&15]))
}

func (f *folder) name(game events.GameID) string {
	return filepath.Join(f.dir(game[15]), game.String())
}

// read returns a snapshot, nil if there is none.
func (f *folder) read(game events.GameID) ([]byte, error) {
	file, err := os.Open(f.name(game))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // nothing was written
	return io.ReadAll(io.LimitReader(file, mostBytes))
}

// write puts a snapshot in the place of the one before: whoever reads finds the one or
// the other.
func (f *folder) write(game events.GameID, b []byte) error {
	part := &f.part[game[15]]
	part.mu.Lock()
	defer part.mu.Unlock()
	name := f.name(game)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("making a folder for snapshots: %w", err)
	}
	half := filepath.Join(filepath.Dir(name), "new-"+strconv.FormatUint(f.made.Add(1), 10))
	err := os.WriteFile(half, b, 0o600)
	if err == nil {
		err = os.Rename(half, name)
	}
	if err != nil {
		_ = os.Remove(half) // it may not be there
		return fmt.Errorf("writing a snapshot: %w", err)
	}
	part.bytes += int64(len(b))
	if part.known && part.bytes <= f.most {
		return nil
	}
	part.bytes, err = f.tidy(filepath.Dir(name))
	part.known = err == nil
	return err
}

// tidy removes the snapshots that were written longest ago until a fifth of the room is
// free, if there is too little, and what a crash left half written. It returns how many
// bytes are there.
func (f *folder) tidy(dir string) (total int64, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, fmt.Errorf("looking at snapshots: %w", err)
	}
	var list []fs.FileInfo
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // removed meanwhile
		}
		if _, err := events.ParseGameID(e.Name()); err != nil {
			_ = os.Remove(filepath.Join(dir, e.Name())) // half of one
			continue
		}
		list, total = append(list, info), total+info.Size()
	}
	if total <= f.most {
		return total, nil
	}
	slices.SortFunc(list, func(a, b fs.FileInfo) int { return cmp.Compare(a.ModTime().UnixNano(), b.ModTime().UnixNano()) })
	for _, info := range list {
		if total <= f.most-f.most/5 {
			break
		}
		if err := os.Remove(filepath.Join(dir, info.Name())); err == nil || errors.Is(err, fs.ErrNotExist) {
			total -= info.Size()
		}
	}
	return total, nil
}

// remove removes the snapshot of a game, if there is one.
func (f *folder) remove(game events.GameID) error {
	err := os.Remove(f.name(game))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
