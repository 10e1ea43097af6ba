//go:build unix

package bench

import (
	"syscall"
	"time"
)

// cpuTime is how long processors have worked for this process so far, in its own
// code and in the system's. A machine that is busy with something else slows the
// clock on the wall, not this one; the counters in C are timed the same way.
func cpuTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // fails on bad arguments only
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
