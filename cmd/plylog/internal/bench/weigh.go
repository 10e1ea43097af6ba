package bench

import (
	"context"
	"fmt"

	"plylog/cmd/plylog/internal/child"
)

// weigh asks a server how much memory it has: first as it is, then what is left of the
// heap after a garbage collection, once the store has forgotten what it read.
func (l *lab) weigh(ctx context.Context, c *child.Server, s *start) error {
	before, err := c.Gauges(ctx)
	if err != nil {
		return err
	}
	s.rss, s.cpu = before["process_resident_memory_bytes"], before["process_cpu_seconds_total"]
	if err := l.rest(ctx); err != nil {
		return err
	}
	if err := c.Collect(ctx); err != nil {
		return err
	}
	after, err := c.Gauges(ctx)
	if err != nil {
		return err
	}
	s.heap, s.retained = after["go_memstats_heap_alloc_bytes"], after["process_resident_memory_bytes"]
	if s.rss == 0 || s.heap == 0 {
		return fmt.Errorf("the server at %s does not say how much memory it has", c.Admin)
	}
	return nil
}
