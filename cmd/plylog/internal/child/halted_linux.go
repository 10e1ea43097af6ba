package child

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// halted waits until no thread of a child runs that was told to halt: one in the middle
// of a system call, of fsync say, comes to its end first.
func halted(p *os.Process, within time.Duration) error {
	for end := time.Now().Add(within); ; time.Sleep(time.Millisecond) {
		var info unix.Siginfo
		err := unix.Waitid(unix.P_PID, p.Pid, &info, unix.WSTOPPED|unix.WNOWAIT|unix.WNOHANG, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.ECHILD):
			return nil // it has ended, which is as good
		case err != nil:
			return fmt.Errorf("waiting for a server to halt: %w", err)
		case info.Signo != 0:
			return nil
		case time.Now().After(end):
			return fmt.Errorf("told to halt, the server still runs %v later", within)
		}
	}
}
