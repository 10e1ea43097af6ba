package backgammon

import (
	"strings"
	"testing"

	"plylog/engines"
)

// TestDrawnNumbers: whoever is on turn finds the numbers that its moves are
// written in; the checkers stay where they are.
func TestDrawnNumbers(t *testing.T) {
	p, err := New().New(nil, "")
	if err != nil {
		t.Fatal(err)
	}
	first, second := mustDraw(t, p, "3-1"), mustDraw(t, p, "1-3")
	if first.Turn() != engines.First || second.Turn() != engines.Second {
		t.Fatalf("on turn: %s, %s", first.Turn(), second.Turn())
	}
	a, b := strings.Split(New().Draw(first), "\n"), strings.Split(New().Draw(second), "\n")
	if len(a) != len(b) {
		t.Fatalf("%d and %d lines", len(a), len(b))
	}
	top, bottom := 1, 13
	if !strings.Contains(a[top], "24") || !strings.Contains(a[bottom], "-1-") || b[top] != a[bottom] || b[bottom] != a[top] {
		t.Errorf("drawn for first\n%s\nand for second\n%s", strings.Join(a, "\n"), strings.Join(b, "\n"))
	}
	for i := top + 1; i < bottom; i++ {
		if a[i][1:] != b[i][1:] { // before it stands who is on turn
			t.Errorf("line %d: %q and %q", i, a[i], b[i])
		}
	}
}
