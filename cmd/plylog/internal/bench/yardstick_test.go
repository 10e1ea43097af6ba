package bench

import (
	"testing"
	"time"
)

func TestReadCount(t *testing.T) {
	out := []byte("lines 56 jumps 80\n1 21 ended 0 0.00s\n2 252 ended 0 0.01s\n")
	reversi := []byte("9 full=3005288 passes_last=24 ended_before=0 (B 0 W 0 D 0) full+ended=3005288 0.71s\n")
	for _, test := range []struct {
		out   []byte
		depth int
		nodes uint64
		took  time.Duration
	}{
		{out, 2, 252, 10 * time.Millisecond},
		{reversi, 9, 3005288, 710 * time.Millisecond},
		{[]byte("3 paths=302 unique=302 1.20s\n"), 3, 302, 1200 * time.Millisecond},
	} {
		nodes, took, err := readCount(test.out, test.depth)
		if err != nil || nodes != test.nodes || took != test.took {
			t.Errorf("depth %d of %q: %d in %s (%v)", test.depth, test.out, nodes, took, err)
		}
	}
	for _, bad := range []string{"", "2 x ended 0.1s", "2 252 ended", "2 252 ended 0 fast"} {
		if nodes, _, err := readCount([]byte(bad), 2); err == nil {
			t.Errorf("%q is read as %d", bad, nodes)
		}
	}
}
