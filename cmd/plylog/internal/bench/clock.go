package bench

import (
	"runtime"
	"time"
)

// onOneCore runs f on one processor and returns how long it took by the clock on
// the wall and how much of the processor it had.
func onOneCore(f func() error) (wall, cpu time.Duration, err error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	began, worked := time.Now(), cpuTime()
	err = f()
	return time.Since(began), cpuTime() - worked, err
}

// perSecond is a rate.
func perSecond[N int | int64 | uint64](n N, took time.Duration) float64 {
	return float64(n) / max(took, time.Nanosecond).Seconds()
}
