//go:build !unix

package torture

import "os"

func terminate(p *os.Process) error { return p.Signal(os.Interrupt) }
func halt(*os.Process) error        { return nil }
func resume(*os.Process) error      { return nil }

const canHalt = false
