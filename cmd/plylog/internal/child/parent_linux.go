package child

import (
	"os/exec"
	"syscall"
)

// dieWithParent leaves no server behind if this program is killed.
func dieWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
