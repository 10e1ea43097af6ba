package backgammon

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/engines"
)

// foreignFile returns a file that is not part of the project and may be absent:
// then the test is skipped, loudly, but fails where CI is set.
func foreignFile(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("PLYLOG_TESTDATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "testdata")
	}
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("NOT TESTED: %v (set PLYLOG_TESTDATA)", err)
		}
		t.Skipf("NOT TESTED: %v (set PLYLOG_TESTDATA)", err)
	}
	return string(data)
}

// readLines decodes each line of a file of JSON objects.
func readLines[T any](t testing.TB, name string) []T {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []T
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var one T
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		list = append(list, one)
	}
	if err := lines.Err(); err != nil || len(list) == 0 {
		t.Fatalf("%s: %d lines, %v", name, len(list), err)
	}
	return list
}

// given is the setup and the roll that both files of positions share.
type given struct {
	Name  string
	Setup struct {
		PositionID string         `json:"position_id"`
		Own        map[string]int `json:"own"`
		OwnBar     int            `json:"own_bar"`
		OwnOff     int            `json:"own_off"`
		Opp        map[string]int `json:"opp_on_my_numbering"`
		OppBar     int            `json:"opp_bar"`
		OppOff     int            `json:"opp_off"`
	}
	Dice [2]int
	Why  string
}

// on returns the position with the roll to be played by a seat, out of the
// counts and not the position id.
func (g *given) on(t testing.TB, seat engines.Seat) engines.Position {
	t.Helper()
	row := []byte(strings.Repeat("-", 26))
	put := func(at, n int, mover bool) {
		one := byte('a')
		if mover == (seat == engines.First) {
			one = 'A'
		}
		if seat == engines.Second {
			at = 25 - at
		}
		if n > 0 {
			row[at] = one + byte(n-1)
		}
	}
	number := func(text string) int {
		n, err := readNumber(text, 24)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for point, n := range g.Setup.Own {
		put(number(point), n, true)
	}
	for point, n := range g.Setup.Opp {
		put(number(point), n, false)
	}
	put(25, g.Setup.OwnBar, true)
	put(0, g.Setup.OppBar, false)
	board := string(row) + " " + string(seatDigit(seat)) + "/" + diceDigits(g.Dice)
	p, err := New().Parse(board)
	if err != nil {
		t.Fatalf("%s: %v", g.Name, err)
	}
	return p
}

func diceDigits(d [2]int) string { return string([]byte{'0' + byte(d[0]), '0' + byte(d[1])}) }

// failer is a *testing.T, or that of a property.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

func mustParse(t failer, line string) engines.Position {
	t.Helper()
	p, err := New().Parse(line)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mustPlay(t failer, p engines.Position, m engines.Move) engines.Position {
	t.Helper()
	next, err := p.Play(p.Turn(), m)
	if err != nil {
		t.Fatalf("%s: %v", p.Board(), err)
	}
	return next
}

func mustDraw(t failer, p engines.Position, dice string) engines.Position {
	t.Helper()
	next, err := p.(engines.Drawer).Draw(dice)
	if err != nil {
		t.Fatalf("%s: %v", p.Board(), err)
	}
	return next
}
