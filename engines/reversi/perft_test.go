package reversi_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"plylog/engines"
	"plylog/engines/reversi"
)

// fullCounts reads the published counts by depth in which a pass is a ply and
// games that have ended count nothing.
func fullCounts(t testing.TB) []uint64 {
	t.Helper()
	data, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Othello struct{ Full []uint64 } }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Othello.Full
}

func counter(t testing.TB, board string) engines.Counter {
	t.Helper()
	p, err := reversi.New().New(nil, board)
	if err != nil {
		t.Fatal(err)
	}
	return p.(engines.Counter)
}

// TestPerft reaches depth 9; BenchmarkPerft goes on to 11 and checks the counts too.
func TestPerft(t *testing.T) {
	p := counter(t, "")
	for depth, want := range fullCounts(t)[:10] {
		for _, unique := range []bool{false, true} {
			if unique && depth > 8 {
				continue
			}
			if got := p.Perft(depth, unique); got != want {
				t.Errorf("Perft(%d, %t) is %d, want %d", depth, unique, got, want)
			}
		}
	}
	if got := p.Perft(-1, false); got != 0 {
		t.Errorf("Perft(-1) is %d, want 0", got)
	}
}

// TestPerftAtTheEnd counts positions with passes and ends close by.
func TestPerftAtTheEnd(t *testing.T) {
	for _, tc := range []struct {
		board string
		most  int
	}{
		{"OX-------------------------------------------------------------- X 31 31", 3},
		{"--------------------------XXXXX---XXX-X---XXXXXX----X-X------OOO X 22 22", 4},
		{"XXXX----XXXX---------------------------------------------------- O 28 28", 3},
		{"-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-OXXXXXX X 0 2", 5},
		{"-XXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X 0 2", 5},
	} {
		p, ref := counter(t, tc.board), readReference(tc.board)
		for depth := range tc.most + 1 {
			if got, want := p.Perft(depth, false), ref.perft(depth); got != want {
				t.Errorf("%s: Perft(%d) is %d, want %d", tc.board, depth, got, want)
			}
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	want := fullCounts(b)
	for _, depth := range []int{9, 10, 11} {
		b.Run(fmt.Sprint(depth), func(b *testing.B) {
			p := counter(b, "")
			b.ReportAllocs()
			for b.Loop() {
				if got := p.Perft(depth, false); got != want[depth] {
					b.Fatalf("Perft(%d) is %d, want %d", depth, got, want[depth])
				}
			}
			b.ReportMetric(float64(want[depth])*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}
