package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/pprof"
)

// profile takes one more sample of our side, under the CPU profiler, where
// profiles were asked for. It counts for nothing: being watched takes time.
func (l *lab) profile(ctx context.Context, name string, ours side) (err error) {
	if l.profiles == "" {
		return nil
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
