package config

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// entry is one line of a file.
type entry struct {
	value string
	line  int
}

// readFile reads "name = value" lines. known tells which names there are.
func readFile(r io.Reader, name string, known func(string) bool) (map[string]entry, error) {
	out := make(map[string]entry)
	scan := bufio.NewScanner(r)
	for line := 1; scan.Scan(); line++ {
		text := strings.TrimSpace(scan.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(text, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch _, twice := out[key]; {
		case !ok:
			return nil, fmt.Errorf("%s:%d: want name = value", name, line)
		case !known(key):
			return nil, fmt.Errorf("%s:%d: there is no setting %q", name, line, key)
		case twice:
			return nil, fmt.Errorf("%s:%d: %s is set twice, first on line %d", name, line, key, out[key].line)
		}
		out[key] = entry{value: value, line: line}
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	return out, nil
}
