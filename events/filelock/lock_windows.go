package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lock takes an open file without waiting, for one or beside others that do not want it
// for themselves. A byte is locked that no file has: one that has it could be read by its
// holder alone.
func lock(f *os.File, alone bool) error {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if alone {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrTaken
	}
	return err
}
