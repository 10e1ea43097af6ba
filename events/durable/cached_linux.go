package durable

import (
	"os"

	"golang.org/x/sys/unix"
)

// dropCached has the system forget what it holds of a file in memory, so that the next
// reading is of the disk.
func dropCached(f *os.File) error {
	return unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
}
