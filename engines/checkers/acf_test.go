package checkers

import (
	"strings"
	"testing"
)

func TestReadACF(t *testing.T) {
	t.Parallel()
	games, err := ReadACF([]byte("10-13 21-17 13-18\t1-0\r\n\n10-14\t1/2-1/2\n21-14-5 0-4\t0-1\n11-15\t*"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range games {
		got = append(got, g.Name+": "+short(g))
	}
	want := []string{ // PDN = 4*(i div 4) + 4 - (i mod 4)
		"game 1: f10-15 s23-19 f15-18 => first",
		"game 2: f10-14 => nobody",
		"game 3: f23x14x7 s4-8 => second",
		"game 4: f9-13 => ?",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

func TestReadACFRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		game, line int
		says       string
	}{
		{"nothing", "\n\n", 0, 0, "no game"},
		{"no tab", "10-13 21-17 1-0", 1, 1, "no tab"},
		{"no result", "10-13\t1-0\n\n10-13\twon", 2, 3, `"won"`},
		{"no square", "10-32\t1-0", 1, 1, `"10-32"`},
		{"one square", "10\t1-0", 1, 1, `"10"`},
		{"no number", "10-x\t1-0", 1, 1, `"10-x"`},
		{"three digits", "10-013\t1-0", 1, 1, `"10-013"`},
		{"endless move", strings.Repeat("1-", 20) + "1\t1-0", 1, 1, "no move"},
		{"endless game", strings.Repeat("10-13 ", mostTurns+1) + "\t1-0", 1, 1, "more than"},
		{"large file", strings.Repeat("\n", MostFile+1), 0, 0, "larger"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadACF([]byte(c.text))
			wantFormatError(t, err, "ACF", c.game, c.line, c.says)
		})
	}
}

func FuzzACF(f *testing.F) {
	f.Add([]byte("10-13 21-17 6-10\t1-0\n21-14-5\t*"))
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := ReadACF(data)
		checkRecords(t, games, err)
		rewrite(t, games, WriteACF, ReadACF)
	})
}
