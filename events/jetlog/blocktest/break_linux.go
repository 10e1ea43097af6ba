package blocktest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Fault is how a disk fails.
type Fault int

// The faults.
const (
	Unwritable Fault = iota // every write fails
	Full                    // there is room for nothing
	Unsynced                // what is written goes nowhere, and writing it through fails
)

// device is what fails so.
func (f Fault) device() (*os.File, error) {
	switch f {
	case Unwritable:
		return os.OpenFile(os.DevNull, os.O_RDONLY, 0)
	case Full:
		return os.OpenFile("/dev/full", os.O_WRONLY, 0)
	case Unsynced:
		return os.OpenFile(os.DevNull, os.O_RDWR, 0)
	}
	return nil, fmt.Errorf("blocktest: no fault is %d", f)
}

// Break puts a device that fails in the place of every block below a folder that the
// server holds open; empty: of every block. It is an error where there is none.
func Break(dir string, fault Fault) error {
	instead, err := fault.device()
	if err != nil {
		return err
	}
	defer instead.Close()
	const fds = "/proc/self/fd"
	list, err := os.ReadDir(fds)
	if err != nil {
		return err
	}
	broken := 0
	for _, e := range list {
		to, err := os.Readlink(filepath.Join(fds, e.Name()))
		if err != nil || !strings.HasPrefix(to, dir) || !strings.HasSuffix(to, ".blk") {
			continue
		}
		fd, err := strconv.Atoi(e.Name())
		if err == nil {
			err = syscall.Dup3(int(instead.Fd()), fd, syscall.O_CLOEXEC)
		}
		if err != nil {
			return err
		}
		broken++
	}
	if broken == 0 {
		return errors.New("blocktest: no block is open")
	}
	return nil
}
