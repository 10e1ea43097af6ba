package bench

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"plylog/cmd/plylog/internal/child"
)

// weigh asks a server how much memory it has: first as it is, then what is left of the
// heap after a garbage collection, once the store has forgotten what it read.
func (l *lab) weigh(ctx context.Context, c *child.Server, s *start) error {
	before, err := gauges(ctx, c)
	if err != nil {
		return err
	}
	s.rss, s.cpu = before["process_resident_memory_bytes"], before["process_cpu_seconds_total"]
	if err := l.rest(ctx); err != nil {
		return err
	}
	if _, err := fetch(ctx, "http://"+c.Admin+"/debug/pprof/heap?gc=1"); err != nil {
		return err
	}
	after, err := gauges(ctx, c)
	if err != nil {
		return err
	}
	s.heap, s.retained = after["go_memstats_heap_alloc_bytes"], after["process_resident_memory_bytes"]
	if s.rss == 0 || s.heap == 0 {
		return fmt.Errorf("the server at %s does not say how much memory it has", c.Admin)
	}
	return nil
}

// gauges reads the metrics that have no labels.
func gauges(ctx context.Context, c *child.Server) (map[string]float64, error) {
	text, err := fetch(ctx, "http://"+c.Admin+"/metrics")
	if err != nil {
		return nil, err
	}
	all := make(map[string]float64)
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		name, value, ok := strings.Cut(lines.Text(), " ")
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			all[name] = v
		}
	}
	return all, nil
}

// fetch gets what stands at an address.
func fetch(ctx context.Context, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s: %.200s", url, resp.Status, body)
	}
	return string(body), err
}
