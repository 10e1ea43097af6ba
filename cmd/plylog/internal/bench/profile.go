package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
)

// profile takes one more sample of our side, under the CPU profiler, where
// profiles were asked for. It counts for nothing: being watched takes time. What
// prepare does is not watched.
func (l *lab) profile(ctx context.Context, name string, prepare func() (side, error)) (err error) {
	if l.profiles == "" {
		return nil
	}
	ours, err := prepare()
	if err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(l.profiles, name+".pprof"))
	if err != nil {
		return fmt.Errorf("keeping a profile: %w", err)
	}
	defer func() {
		if cerr := f.Close(); cerr != nil && err == nil {
			err = fmt.Errorf("keeping a profile: %w", cerr)
		}
	}()
	if err := pprof.StartCPUProfile(f); err != nil {
		return fmt.Errorf("taking a profile: %w", err)
	}
	defer pprof.StopCPUProfile()
	_, err = ours(ctx)
	return err
}

// unprepared is what profile is given where there is nothing to prepare.
func unprepared(ours side) func() (side, error) {
	return func() (side, error) { return ours, nil }
}
