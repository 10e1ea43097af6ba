package checkers

import (
	"encoding/json"
	"os"
	"testing"
)

// perftTable reads the counts from the start by depth: with every path a move,
// and with moves of the same start, end and captures once.
func perftTable(tb testing.TB) (paths, unique []uint64) {
	tb.Helper()
	data, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		tb.Fatal(err)
	}
	var table struct {
		Checkers struct{ Paths, Unique []uint64 }
	}
	if err := json.Unmarshal(data, &table); err != nil {
		tb.Fatal(err)
	}
	return table.Checkers.Paths, table.Checkers.Unique
}

func TestPerft(t *testing.T) {
	t.Parallel()
	paths, unique := perftTable(t)
	p := begin(startBoard(), usualDraws())
	for depth := range 11 {
		if got := p.Perft(depth, false); got != paths[depth] {
			t.Errorf("depth %d: %d paths; want %d", depth, got, paths[depth])
		}
		if got := p.Perft(depth, true); got != unique[depth] {
			t.Errorf("depth %d: %d unique; want %d", depth, got, unique[depth])
		}
	}
}

// TestPerftUnique compares the unique count two plies deep with a count over
// boards: moves of one piece that lead to the same board are one move.
func TestPerftUnique(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"B:W7,8,15,16,K28,29,30:BK12,13,20,K27",
		"W:WK10:B6,7,8,15,16",
		"B:W10,11,18,19,26,27,32:BK6",
		"B:WK1,K4,K9,K10,17,K18,25,K30,32:BK22,K29",
		"W:WK10,K28:B6,7,8,15,16,K1",
	} {
		b, err := readFEN(line)
		if err != nil {
			t.Fatal(err)
		}
		type key struct {
			from uint8
			b    board
		}
		var want [3]uint64
		firsts := map[key]bool{}
		for _, m := range b.moves(nil) {
			firsts[key{m.from, b.after(m)}] = true
		}
		want[0], want[1] = 1, uint64(len(firsts))
		for first := range firsts {
			seconds := map[key]bool{}
			for _, m := range first.b.moves(nil) {
				seconds[key{m.from, first.b.after(m)}] = true
			}
			want[2] += uint64(len(seconds))
		}
		p := begin(b, usualDraws())
		for depth := range want {
			if got := p.Perft(depth, true); got != want[depth] {
				t.Errorf("%s, depth %d: %d; want %d", line, depth, got, want[depth])
			}
		}
		if p.Perft(1, false) <= p.Perft(1, true) {
			t.Errorf("%s: no move was counted twice; the line shows nothing", line)
		}
	}
}

// TestPerftOver counts nothing below the end of a game, and drawn positions are
// ends too.
func TestPerftOver(t *testing.T) {
	t.Parallel()
	lost, err := New().Parse("W:W5:B1")
	if err != nil {
		t.Fatal(err)
	}
	drawn := playAll(t, `{"repetition":"auto"}`, "B:WK32:BK1",
		"1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1", "28-32")
	for _, p := range []interface{ Perft(int, bool) uint64 }{lost.(*position), drawn} {
		for depth, want := range []uint64{1, 0, 0} {
			if got := p.Perft(depth, false); got != want {
				t.Errorf("depth %d: %d; want %d", depth, got, want)
			}
		}
		if got := p.Perft(-1, false); got != 0 {
			t.Errorf("depth -1: %d; want 0", got)
		}
	}
}
