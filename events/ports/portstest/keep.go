package portstest

import (
	"testing"

	"plylog/events/ports"
)

// Keep returns n ports of the loopback that are nobody else's while the test runs.
func Keep(t testing.TB, n int) []int {
	t.Helper()
	var numbers []int
	for range n {
		p, err := ports.Keep()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = p.Close() }) // nothing was written to it
		numbers = append(numbers, p.Number)
	}
	return numbers
}
