package positions_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"plylog/cmd/plylog/internal/console"
	"plylog/cmd/plylog/internal/positions"
	"plylog/engines"
	"plylog/engines/all"
)

// engineData is where the engines keep the tables that this package shares.
const engineData = "../../../../engines"

func games(t *testing.T) *engines.Registry {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// run runs one of the commands and returns what it wrote.
func run(t *testing.T, command func(*console.Console, *engines.Registry) *cobra.Command, args ...string) (string, error) {
	t.Helper()
	reg := games(t)
	var out, talk bytes.Buffer
	c := &console.Console{Out: &out, Err: &talk, Getenv: func(string) string { return "" }}
	cmd := command(c, reg)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetOut(&out)
	cmd.SetErr(&talk)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(context.Background())
	return out.String(), err
}

// entry is a line of any of the tables of positions.
type entry struct {
	Name  string
	Setup struct {
		Board    string   `json:"board_rows_a1_h8"` // reversi
		ToMove   string   `json:"to_move"`
		FEN      string   // checkers
		Rows     []string `json:"rows_top_to_bottom"` // Bagh-Chal
		Hand     int      `json:"goats_in_hand"`
		Captured int
		Position string `json:"position_id"` // backgammon
	}
	Dice   []int
	Barred []string `json:"illegal_by_repetition"`
	Legal  []string
}

// table reads the positions of a kind.
func table(t *testing.T, kind string) []entry {
	t.Helper()
	f, err := os.Open(filepath.Join(engineData, kind, "testdata", "positions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []entry
	scan := bufio.NewScanner(f)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		var e entry
		if err := json.Unmarshal(scan.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	if err := scan.Err(); err != nil || len(out) == 0 {
		t.Fatalf("%s: %d positions, %v", kind, len(out), err)
	}
	return out
}

// TestLegalTables holds plylog legal to every position of the tables that a
// board alone describes.
func TestLegalTables(t *testing.T) {
	for kind, c := range map[string]struct {
		args func(e entry) []string
		move func(s string) string // the table's spelling to ours
	}{
		"reversi":    {func(e entry) []string { return []string{"--board", e.Setup.Board + " " + e.Setup.ToMove} }, nil},
		"checkers":   {func(e entry) []string { return []string{"--board", e.Setup.FEN} }, nil},
		"baghchal":   {func(e entry) []string { return []string{"--board", baghchalBoard(e)} }, baghchalMove},
		"backgammon": {func(e entry) []string { return []string{"--board", e.Setup.Position, "--dice", dice(e.Dice)} }, nil},
	} {
		t.Run(kind, func(t *testing.T) {
			checked := 0
			for _, e := range table(t, kind) {
				if len(e.Barred) > 0 {
					continue // needs the game's past, which a board does not tell
				}
				checked++
				want := e.Legal
				if c.move != nil {
					want = nil
					for _, m := range e.Legal {
						want = append(want, c.move(m))
					}
				}
				args := c.args(e)
				if kind == "backgammon" {
					want = canonical(t, e)
				}
				slices.Sort(want)
				out, err := run(t, positions.Legal, append([]string{kind}, args...)...)
				if err != nil {
					t.Errorf("%s: %v", e.Name, err)
					continue
				}
				if got := strings.Fields(strings.ReplaceAll(out, " ", "_")); !slices.Equal(got, spaceless(want)) {
					t.Errorf("%s %q:\ngot  %v\nwant %v", e.Name, args, got, want)
				}
			}
			if checked == 0 {
				t.Error("no position was checked")
			}
		})
	}
}

func spaceless(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.ReplaceAll(s, " ", "_")
	}
	return out
}

func dice(d []int) string { return fmt.Sprintf("%d-%d", d[0], d[1]) }

// canonical writes a backgammon table's moves as the engine does.
func canonical(t *testing.T, e entry) []string {
	t.Helper()
	reg := games(t)
	eng, _ := reg.Newest("backgammon")
	p, err := eng.Parse(e.Setup.Position)
	if err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	by := p.Turn()
	if p, err = p.Play(by, engines.Roll); err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	if p, err = p.(engines.Drawer).Draw(dice(e.Dice)); err != nil {
		t.Fatalf("%s: %v", e.Name, err)
	}
	var out []string
	for _, m := range e.Legal {
		c, err := p.Canonical(by, engines.Move(m))
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
			continue
		}
		out = append(out, string(c))
	}
	return out
}

// baghchalBoard writes a table's rows as our board line.
func baghchalBoard(e entry) string {
	rows := make([]string, len(e.Setup.Rows))
	for i, r := range e.Setup.Rows {
		for n := 5; n > 0; n-- {
			r = strings.ReplaceAll(r, strings.Repeat(".", n), strconv.Itoa(n))
		}
		rows[i] = r
	}
	return fmt.Sprintf("%s %s %d %d", strings.Join(rows, "/"), e.Setup.ToMove, e.Setup.Hand, e.Setup.Captured)
}

// baghchalMove turns rows and columns from the top left (G33, 1122, x1133) into
// points (c3, a5-b4, a5xc3).
func baghchalMove(s string) string {
	point := func(rc string) string { return string("abcde"[rc[1]-'1']) + string("54321"[rc[0]-'1']) }
	switch {
	case s[0] == 'G':
		return point(s[1:])
	case s[0] == 'x':
		return point(s[1:]) + "x" + point(s[3:])
	default:
		return point(s) + "-" + point(s[2:])
	}
}

// TestPerftTables counts to the depths that take no time.
func TestPerftTables(t *testing.T) {
	var tables struct {
		Othello    struct{ Full []uint64 }
		Checkers   struct{ Paths, Unique []uint64 }
		Baghchal   struct{ Counts []uint64 }
		Backgammon struct {
			Rolls map[string]uint64 `json:"distinct_end_positions_per_roll_from_start"`
			All   uint64            `json:"all_21"`
			Two   uint64            `json:"perft2_all_21x21"`
		}
	}
	raw, err := os.ReadFile(filepath.Join(engineData, "reversi", "testdata", "perft.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &tables); err != nil {
		t.Fatal(err)
	}
	count := func(want uint64, args ...string) {
		t.Helper()
		out, err := run(t, positions.Perft, args...)
		if err != nil || out != fmt.Sprintln(want) {
			t.Errorf("perft %v: got %q, %v; want %d", args, out, err, want)
		}
	}
	for depth, n := range tables.Othello.Full[:9] {
		count(n, "reversi", strconv.Itoa(depth))
	}
	for depth, n := range tables.Checkers.Paths[:9] {
		count(n, "checkers", strconv.Itoa(depth))
	}
	for depth, n := range tables.Checkers.Unique[:9] {
		count(n, "checkers", strconv.Itoa(depth), "--unique")
	}
	for depth, n := range tables.Baghchal.Counts[:5] {
		count(n, "baghchal", strconv.Itoa(depth))
	}
	for roll, n := range tables.Backgammon.Rolls {
		count(n, "backgammon", "1", "--dice", roll[:1]+"-"+roll[1:])
	}
	count(tables.Backgammon.All, "backgammon", "1")
	count(tables.Backgammon.Two, "backgammon", "2")
}

// TestDivide checks that the shares add up to the whole, along a way that does
// not use the engine's own counting for the first ply.
func TestDivide(t *testing.T) {
	for _, args := range [][]string{
		{"reversi", "5"}, {"checkers", "5"}, {"checkers", "4", "--unique", "--board", "W:WK31:B26,18,19,27"},
		{"baghchal", "3"}, {"backgammon", "1"}, {"backgammon", "1", "--dice", "6-6"},
	} {
		whole, err := run(t, positions.Perft, args...)
		if err != nil {
			t.Errorf("%v: %v", args, err)
			continue
		}
		out, err := run(t, positions.Perft, append(args, "--divide")...)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if err != nil || len(lines) < 2 || lines[len(lines)-1] != strings.TrimSpace(whole) {
			t.Errorf("%v --divide: %q, %v; the whole is %s", args, out, err, whole)
		}
	}
}

// TestRefusals is the table of what cannot be counted or listed.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		command func(*console.Console, *engines.Registry) *cobra.Command
		args    []string
		code    console.Exit
	}{
		{positions.Legal, []string{"chess", "--board", "x"}, console.NotFound},
		{positions.Legal, []string{"reversi"}, console.Usage},
		{positions.Legal, []string{"reversi", "--board", "-", "--dice", "6-5"}, 0},
		{positions.Legal, []string{"reversi", "--board", strings.Repeat("-", 64)}, 0},
		{positions.Legal, []string{"checkers", "--board", "W:W1:B32"}, 0},
		{positions.Legal, []string{"checkers", "--board", "B:W30:B5", "--dice", "6-5"}, console.Usage},
		{positions.Legal, []string{"backgammon", "--board", "4HPwATDgc/ABMA", "--dice", "7-1"}, console.Usage},
		{positions.Legal, []string{"backgammon", "--board", "4HPwATDgc/ABM"}, 0},
		{positions.Perft, []string{"reversi", "--", "-1"}, console.Usage},
		{positions.Perft, []string{"reversi", "1000"}, console.Usage},
		{positions.Perft, []string{"reversi", "two"}, console.Usage},
		{positions.Perft, []string{"chess", "2"}, console.NotFound},
	} {
		_, err := run(t, c.command, c.args...)
		var exit *console.ExitError
		var board *engines.BadBoardError
		switch {
		case c.code == 0 && !errors.As(err, &board):
			t.Errorf("%v: got %v, want a refused board", c.args, err)
		case c.code != 0 && (!errors.As(err, &exit) || exit.Code != c.code):
			t.Errorf("%v: got %v, want exit code %d", c.args, err, c.code)
		}
	}
}
