//go:build linux || darwin || freebsd

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lock takes an open file without waiting, for one or beside others that do not want it
// for themselves.
func lock(f *os.File, alone bool) error {
	how := unix.LOCK_SH
	if alone {
		how = unix.LOCK_EX
	}
	err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrTaken
	}
	return err
}
