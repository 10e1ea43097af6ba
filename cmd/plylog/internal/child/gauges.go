package child

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// Collect has it collect its garbage, so that what Gauges then says of its heap is what
// it holds.
func (c *Server) Collect(ctx context.Context) error {
	_, err := Fetch(ctx, "http://"+c.Admin+"/debug/pprof/heap?gc=1")
	return err
}

// Gauges reads those of its metrics that have no labels.
func (c *Server) Gauges(ctx context.Context) (map[string]float64, error) {
	text, err := Fetch(ctx, "http://"+c.Admin+"/metrics")
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

// Fetch gets what stands at an address.
func Fetch(ctx context.Context, url string) (string, error) {
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
