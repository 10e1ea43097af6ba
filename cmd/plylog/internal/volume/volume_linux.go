package volume

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Volume is a file system of its own, in a file, that can lose its power.
type Volume struct {
	image string
	mount string
	up    bool
}

// volumeBytes is the size of a volume: what a server wants free at its start, and more.
const volumeBytes = 1 << 30

// The request that cuts an ext4 off from its disk, and the way that leaves the journal
// unwritten: EXT4_IOC_SHUTDOWN and EXT4_GOING_FLAGS_NOLOGFLUSH of linux/ext4.h.
const (
	ext4Shutdown = 0x8004587d
	noLogFlush   = 2
)

// New makes a volume, or says why this system has none.
func New(ctx context.Context, dir string) (*Volume, error) {
	if os.Geteuid() != 0 {
		return nil, errors.New("only root can mount one")
	}
	v := &Volume{image: filepath.Join(dir, "volume.img"), mount: filepath.Join(dir, "volume")}
	if err := os.Mkdir(v.mount, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(v.image, os.O_CREATE|os.O_RDWR|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Truncate(volumeBytes), f.Close()); err != nil {
		return nil, err
	}
	if err := command(ctx, "mkfs.ext4", "-q", "-m", "0", v.image); err != nil {
		return nil, err
	}
	return v, v.Attach(ctx)
}

func command(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(out))
	}
	return nil
}

// Attach mounts the volume: the power is back.
func (v *Volume) Attach(ctx context.Context) error {
	err := command(ctx, "mount", "-o", "loop,errors=remount-ro", v.image, v.mount)
	v.up = err == nil
	return err
}

// Detach unmounts it. Nobody may have a file of it open.
func (v *Volume) Detach(ctx context.Context) error {
	if !v.up {
		return nil
	}
	v.up = false
	return command(context.WithoutCancel(ctx), "umount", v.mount)
}

// Path is where a file or folder of that name is on the volume.
func (v *Volume) Path(name string) string { return filepath.Join(v.mount, name) }

// ShutDown cuts the power: what was not written through is gone, and a write says EIO
// from then on.
func (v *Volume) ShutDown(context.Context) error {
	f, err := os.Open(v.mount)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := unix.IoctlSetPointerInt(int(f.Fd()), ext4Shutdown, noLogFlush); err != nil {
		return fmt.Errorf("cutting the power of %s: %w", v.mount, err)
	}
	return nil
}

// Freeze makes the volume read-only, as the system does when it finds the file system
// damaged: a write says EROFS from then on, files that are open for writing or not.
func (v *Volume) Freeze(ctx context.Context) error {
	return command(ctx, "mount", "-o", "remount,abort", v.mount)
}

// Fill leaves no room on the volume, until empty is called.
func (v *Volume) Fill() (empty func() error, err error) {
	name := filepath.Join(v.mount, "filler")
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	block := make([]byte, 1<<20)
	for size := len(block); size >= 512; {
		if _, err := f.Write(block[:size]); err != nil {
			size /= 2
		}
	}
	return func() error { return errors.Join(f.Close(), os.Remove(name)) }, nil
}
