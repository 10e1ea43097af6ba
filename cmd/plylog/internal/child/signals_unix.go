//go:build unix

package child

import (
	"os"
	"syscall"
)

func terminate(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// halt stops a process where it is; resume lets it go on. CanHalt: there is such a thing.
func halt(p *os.Process) error   { return p.Signal(syscall.SIGSTOP) }
func resume(p *os.Process) error { return p.Signal(syscall.SIGCONT) }

// CanHalt: Halt and Resume do something.
const CanHalt = true
