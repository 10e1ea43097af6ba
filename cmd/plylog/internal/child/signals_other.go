//go:build !unix

package child

import "os"

func terminate(p *os.Process) error { return p.Signal(os.Interrupt) }

// Halt does nothing where there is no such thing.
func Halt(*os.Process) error { return nil }

// Resume does nothing either.
func Resume(*os.Process) error { return nil }

// CanHalt: Halt and Resume do something.
const CanHalt = false
