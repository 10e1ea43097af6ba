package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"plylog/cmd/plylog/internal/datadir"
)

// How slow a disk may be. A move is answered after one write that is on disk.
const (
	writes    = 21
	slowWrite = 50 * time.Millisecond
)

// folder looks at the data folder: whose it is, who can read the secret, who holds it.
func (d *doctor) folder() {
	info, err := os.Stat(d.cfg.Data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.add(note("folder", "%s is not there yet; the server makes it", d.cfg.Data))
		return
	case err != nil:
		d.add(bad("folder", err.Error(), "let the user of the server into the folder"))
		return
	case !info.IsDir():
		d.add(bad("folder", d.cfg.Data+" is a file", "name a folder with --data"))
		return
	case info.Mode().Perm()&0o077 != 0:
		d.add(warn("folder", fmt.Sprintf("others can look into %s (mode %04o)", d.cfg.Data, info.Mode().Perm()), "chmod 0700 "+d.cfg.Data))
	default:
		d.add(good("folder", "%s", d.cfg.Data))
	}
	secret := filepath.Join(d.cfg.Data, datadir.SecretFile)
	_, err = datadir.ReadSecret(d.cfg.Data)
	switch {
	case err == nil:
		d.add(good("secret", "readable by its owner only"))
	case errors.Is(err, fs.ErrNotExist) && isThere(datadir.LogIn(d.cfg.Data)):
		d.add(bad("secret", "it is gone, and there are games that were made with it", "put back the one that was there: a backup has it, and so has every other node of a cluster"))
	case errors.Is(err, fs.ErrNotExist):
		d.add(note("secret", "there is none yet; the server makes it"))
	case errors.Is(err, datadir.ErrOpen):
		d.add(bad("secret", err.Error()+": who has it can play for everybody", "chmod 0600 "+secret))
	case errors.Is(err, fs.ErrPermission):
		d.add(bad("secret", err.Error(), "let the user of the server read it"))
	default:
		d.add(bad("secret", err.Error(), "put back the one that was there: a backup has it, and so has every other node of a cluster"))
	}
}

// isThere reports whether there is something at a path.
func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// disk looks at the disk below the folder: space, kind, and how long a write takes
// until it is on disk.
func (d *doctor) disk() {
	dir := d.cfg.Data
	for {
		if _, err := os.Stat(dir); err == nil || filepath.Dir(dir) == dir {
			break
		}
		dir = filepath.Dir(dir) // the folder is not there yet: where it will be made
	}
	space, err := spaceOf(dir)
	if err != nil {
		d.add(note("space", "how much is free could not be found out: %v", err))
	} else {
		d.add(graded("space", space.free, leastFree, comfortable, "free space", "make room, or move the data folder to a larger disk (with the server stopped)"))
		d.add(graded("inodes", space.files, leastFiles, 10*leastFiles, "free file entries", "remove small files that are not plylog's from this disk"))
		d.add(kindOf(space))
	}
	took, err := measure(dir)
	switch {
	case errors.Is(err, fs.ErrPermission):
		d.add(bad("disk", err.Error(), "let the user of the server write to "+dir))
	case err != nil:
		d.add(bad("disk", fmt.Sprintf("a write was not taken: %v", err), "look at the kernel's log (dmesg): a full, broken or read-only disk"))
	case took > slowWrite:
		d.add(warn("disk", fmt.Sprintf("a write takes %v until it is on disk: every move waits for one", took.Round(time.Millisecond)), "put the data folder on a disk of its own, an SSD, not on a network"))
	default:
		d.add(good("disk", "a write is on disk after %v (median of %d)", took.Round(10*time.Microsecond), writes))
	}
}

const (
	leastFree   = 256 << 20 // bytes: the server does not start with less
	comfortable = 2 << 30   //
	leastFiles  = 1000
)

// graded judges how much is left of something.
func graded(check string, left, least, enough uint64, what, fix string) Finding {
	says := fmt.Sprintf("%s: %d", what, left)
	if least >= 1<<20 {
		says = fmt.Sprintf("%s: %d MiB", what, left>>20)
	}
	switch {
	case left < least:
		return bad(check, says, fix)
	case left < enough:
		return warn(check, says, fix)
	default:
		return good(check, "%s", says)
	}
}

// kindOf judges what kind of disk it is.
func kindOf(s space) Finding {
	switch {
	case s.memory:
		return warn("filesystem", s.kind+": what is written is gone with the machine's power", "put the data folder on a disk")
	case s.network:
		return warn("filesystem", s.kind+": a disk behind a network may say that something is written when it is not", "put the data folder on a local disk")
	default:
		return good("filesystem", "%s", s.kind)
	}
}

// measure returns the median time that a small write takes until it is on disk.
func measure(dir string) (median time.Duration, err error) {
	f, err := os.CreateTemp(dir, ".plylog-doctor-*")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(f.Name())) }()
	block := make([]byte, 512)
	took := make([]time.Duration, writes)
	for i := range took {
		from := time.Now()
		if _, err := f.Write(block); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
		took[i] = time.Since(from)
	}
	slices.Sort(took)
	return took[writes/2], nil
}
