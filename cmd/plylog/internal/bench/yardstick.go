package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// errNoYardstick: there is nothing to measure an engine against.
var errNoYardstick = errors.New("no yardstick")

// yardstick is a counter in C, ready to run.
type yardstick struct{ program string }

// compile makes the counter of a kind with gcc -O2. Errors wrap errNoYardstick
// where the source or the compiler is not there.
func compile(ctx context.Context, kind, sources, dir string) (*yardstick, error) {
	source := filepath.Join(sources, kind+".c")
	if missing(source) {
		return nil, fmt.Errorf("%w: %s is not there", errNoYardstick, source)
	}
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		return nil, fmt.Errorf("%w: gcc is not there", errNoYardstick)
	}
	program := filepath.Join(dir, kind)
	if out, err := exec.CommandContext(ctx, gcc, "-O2", "-o", program, source).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling %s: %w\n%s", source, err, out)
	}
	return &yardstick{program: program}, nil
}

// count has the counter count to a depth and returns what it found there and
// the processor time that it says it took for it.
func (y *yardstick) count(ctx context.Context, depth int) (nodes uint64, took time.Duration, err error) {
	out, err := exec.CommandContext(ctx, y.program, strconv.Itoa(depth)).Output()
	// The counters fall off the end of main: their exit codes say nothing.
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.Exited()) {
		return 0, 0, fmt.Errorf("running %s: %w", y.program, err)
	}
	return readCount(out, depth)
}

// readCount finds the line of a depth in what a counter wrote: the depth first,
// then the nodes (in some behind a name and "="), the seconds last.
func readCount(out []byte, depth int) (nodes uint64, took time.Duration, err error) {
	for line := range bytes.Lines(out) {
		f := strings.Fields(string(line))
		if len(f) < 3 || f[0] != strconv.Itoa(depth) {
			continue
		}
		number := f[1][strings.IndexByte(f[1], '=')+1:]
		if nodes, err = strconv.ParseUint(number, 10, 64); err != nil {
			return 0, 0, fmt.Errorf("reading %q: %w", line, err)
		}
		if took, err = time.ParseDuration(f[len(f)-1]); err != nil {
			return 0, 0, fmt.Errorf("reading %q: %w", line, err)
		}
		return nodes, took, nil
	}
	return 0, 0, fmt.Errorf("no count to depth %d in %q", depth, out)
}
