//go:build !unix

package child

import "os"

func terminate(p *os.Process) error { return p.Signal(os.Interrupt) }
func halt(*os.Process) error        { return nil }
func resume(*os.Process) error      { return nil }

// CanHalt: Halt and Resume do something.
const CanHalt = false
