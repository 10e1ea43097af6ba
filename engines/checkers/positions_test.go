package checkers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"plylog/engines"
)

// TestPositions compares testdata/positions.jsonl: every legal move, what each
// capture takes, how many results there are, and what is illegal.
func TestPositions(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/positions.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); n++ {
		var c struct {
			Name     string
			Setup    struct{ FEN string }
			Count    int
			Distinct int `json:"distinct_results"`
			Legal    []string
			Captures map[string][]int
			Illegal  []string `json:"illegal_examples"`
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) {
			engine, err := New().Parse(c.Setup.FEN)
			if err != nil {
				t.Fatal(err)
			}
			p := engine.(*position)
			if len(c.Legal) != c.Count {
				t.Fatalf("the line holds %d moves and says %d", len(c.Legal), c.Count)
			}
			var got []string
			results := map[board]bool{}
			for _, m := range p.b.moves(nil) {
				text := string(m.text())
				got = append(got, text)
				results[p.b.after(m)] = true
				if takes := numbers(m.taken); !slices.Equal(takes, slices.Sorted(slices.Values(c.Captures[text]))) {
					t.Errorf("%s takes %v; want %v", text, takes, c.Captures[text])
				}
			}
			slices.Sort(got)
			slices.Sort(c.Legal)
			if !slices.Equal(got, c.Legal) {
				t.Errorf("legal %q; want %q", got, c.Legal)
			}
			if len(results) != c.Distinct || p.Perft(1, true) != uint64(c.Distinct) {
				t.Errorf("%d results, %d unique moves; want %d", len(results), p.Perft(1, true), c.Distinct)
			}
			for _, m := range c.Illegal {
				if _, err := p.Play(p.Turn(), engines.Move(m)); err == nil {
					t.Errorf("%s is accepted", m)
				}
			}
		})
	}
	if n != 30 {
		t.Errorf("%d positions; want 30", n)
	}
}

// numbers lists the squares of a mask as they are written, ascending.
func numbers(mask uint32) (list []int) {
	for sq := range squares {
		if mask&bit(uint8(sq)) != 0 {
			list = append(list, sq+1)
		}
	}
	return list
}
