//go:build !unix

package bench

import "time"

var started = time.Now()

// cpuTime is the time on the wall where the system does not tell how long
// processors have worked.
func cpuTime() time.Duration { return time.Since(started) }
