//go:build unix

package child

import (
	"os"
	"syscall"
)

func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// Halt stops a process where it is, as soon as it may.
func Halt(p *os.Process) error { return p.Signal(syscall.SIGSTOP) }

// Resume lets one go on.
func Resume(p *os.Process) error { return p.Signal(syscall.SIGCONT) }

// CanHalt: Halt and Resume do something.
const CanHalt = true
