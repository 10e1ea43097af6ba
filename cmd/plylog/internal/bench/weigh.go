package bench

import (
	"context"
	"fmt"
	"math"

	"plylog/cmd/plylog/internal/child"
)

// weighings is how often the heap is weighed: the least of it counts, since the audit in
// the background always holds something of what it reads.
const weighings = 5

// weigh asks a server how much memory it has: first as it is, then what is left of the
// heap after a garbage collection, once the store has forgotten what it read.
func (l *lab) weigh(ctx context.Context, c *child.Server, s *start) error {
	before, err := c.Gauges(ctx)
	if err != nil {
		return err
	}
	s.rss, s.cpu = before["process_resident_memory_bytes"], before["process_cpu_seconds_total"]
	s.heap = math.Inf(1)
	for i := range weighings {
		rest := l.forget
		if i > 0 {
			rest /= weighings
		}
		if err := l.rest(ctx, rest); err != nil {
			return err
		}
		if err := c.Collect(ctx); err != nil {
			return err
		}
		after, err := c.Gauges(ctx)
		if err != nil {
			return err
		}
		s.heap, s.retained = min(s.heap, after["go_memstats_heap_alloc_bytes"]), after["process_resident_memory_bytes"]
	}
	if s.rss == 0 || s.heap == 0 {
		return fmt.Errorf("the server at %s does not say how much memory it has", c.Admin)
	}
	return nil
}
