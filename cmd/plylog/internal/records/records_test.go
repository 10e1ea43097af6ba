package records_test

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"plylog/cmd/plylog/internal/records"
	"plylog/engines"
	"plylog/engines/all"
)

// base writes a WTHOR base of games given as squares (10*row+column).
func base(games ...[]byte) []byte {
	data := make([]byte, 16)
	binary.LittleEndian.PutUint32(data[4:], uint32(len(games)))
	data[12] = 8
	for _, moves := range games {
		game := make([]byte, 68)
		game[6] = 40 // black's score
		copy(game[8:], moves)
		data = append(data, game...)
	}
	return data
}

const (
	mat = " 1 point match\n\n Game 1\n a : 0                      b : 0\n  1) 31: 8/5 6/5\n"
	acf = "10-13 21-17 5-10\t1/2-1/2\n"
	pdn = "[Event \"x\"]\n[Result \"1-0\"]\n1. 11-15 23-19 1-0\n"
)

func formats(t *testing.T) records.Formats {
	t.Helper()
	games, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	return records.Of(games)
}

// TestEveryFormat: what an engine writes in any of its formats is known by what it
// holds, whatever the file is called, and read as a game of the same kind with the
// same moves.
func TestEveryFormat(t *testing.T) {
	turns := map[string][]engines.Turn{
		"backgammon": {
			{By: engines.Chance, Move: engines.Roll, Dice: "3-1"}, {By: engines.First, Move: "8/5 6/5"},
			{By: engines.Second, Move: engines.Roll, Dice: "6-4"}, {By: engines.Second, Move: "24/14"},
		},
		"baghchal": {{By: engines.First, Move: "b2"}, {By: engines.Second, Move: "a1xc3"}, {By: engines.First, Move: "c2"}},
		"checkers": {{By: engines.First, Move: "11-15"}, {By: engines.Second, Move: "22-18"}, {By: engines.First, Move: "15x22"}},
	}
	for i, m := range []engines.Move{"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"} { // all discs are black's
		turns["reversi"] = append(turns["reversi"], engines.Turn{By: engines.First + engines.Seat(i%2), Move: m})
	}
	games, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, kind := range games.Kinds() {
		e, _ := games.Newest(kind)
		f, ok := e.(engines.Formatter)
		if !ok || len(turns[kind]) == 0 {
			t.Fatalf("%s: no formats, or no game to write", kind)
		}
		for _, format := range f.Formats() {
			end := engines.Ending{Known: true, Winner: engines.First}
			if kind == "backgammon" {
				end = engines.Ending{Known: true, Winner: engines.First, Points: 1, Value: "single", Reason: "resigned"}
			}
			data, err := format.Write([]engines.Record{{Turns: turns[kind], End: end}})
			if err != nil {
				t.Errorf("%s, %s: %v", kind, format.Name, err)
				continue
			}
			written++
			found, err := formats(t).Detect("", "game.txt", data)
			if err != nil {
				t.Errorf("%s, %s: %v\n%s", kind, format.Name, err, data)
				continue
			}
			read, err := found.Read(data)
			if err != nil || len(read) != 1 || read[0].Kind != kind || !slices.Equal(read[0].Turns, turns[kind]) {
				t.Errorf("%s, %s, read as %s: %+v, %v\n%s", kind, format.Name, found.Name, read, err, data)
			}
		}
	}
	if want := len(formats(t)) - 1; written != want { // all but the stored events
		t.Errorf("%d formats were written, %d are known", written, want)
	}
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		asked, file, data, want string
	}{
		{"", "a.wtb", "", "wthor"},
		{"", "A.PDN", "", "pdn"},
		{"", "a.mat", "", "mat"},
		{"", "a.sgf", "", "sgf"},
		{"", "a.ggf", "", "ggf"},
		{"", "a.acf", "", "acf"},
		{"", "a.pgn", "", "pgn"},
		{"", "a.jsonl", "", "jsonl"},
		{"", "games.txt", acf, "acf"},
		{"", "games.txt", mat, "mat"},
		{"", "games.txt", pdn, "pdn"},
		{"", "games", "1. 11-15 24-20", "pdn"},
		{"", "games", string(base([]byte{34})), "wthor"},
		{"acf", "games.pdn", pdn, "acf"},
		{"", "games.txt", "a letter to a friend", ""},
		{"", "games.txt", "", ""},
		{"gif", "a.wtb", "", ""},
	} {
		f, err := formats(t).Detect(c.asked, c.file, []byte(c.data))
		if f.Name != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q %s: got %q, %v; want %q", c.asked, c.file, f.Name, err, c.want)
		}
	}
}

func read(t *testing.T, name, data string) []records.Game {
	t.Helper()
	f, err := formats(t).Detect(name, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	games, err := f.Read([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// TestOneBadGame checks that a game with an illegal move hides no other, and
// that what leads up to the move is kept with it.
func TestOneBadGame(t *testing.T) {
	games := read(t, "wthor", string(base([]byte{34, 33}, []byte{34, 11, 33}, []byte{43})))
	if len(games) != 3 || games[0].Err != nil || len(games[0].Turns) != 2 || len(games[2].Turns) != 1 {
		t.Fatalf("got %+v", games)
	}
	bad := games[1]
	want := []engines.Turn{{By: engines.First, Move: "d3"}, {By: engines.Second, Move: "a1"}}
	if bad.Err != nil || len(bad.Turns) != 2 || bad.Turns[0] != want[0] || bad.Turns[1] != want[1] || bad.Name != "game 2" {
		t.Errorf("got %+v, want the turns %v", bad, want)
	}
}

func TestOneBadLine(t *testing.T) {
	games := read(t, "acf", acf+"\n10-13 nonsense\t1-0\n"+acf)
	if len(games) != 3 || games[0].Err != nil || games[1].Err == nil || games[2].Err != nil || games[2].Name != "game 3" {
		t.Errorf("got %+v", games)
	}
}

// TestSquareThatIsNone checks a WTHOR game that no move can be read from.
func TestSquareThatIsNone(t *testing.T) {
	games := read(t, "wthor", string(base([]byte{34}, []byte{99})))
	if len(games) != 2 || games[0].Err != nil || games[1].Err == nil {
		t.Errorf("got %+v", games)
	}
	if _, err := mustFormat(t, "wthor").Read(base([]byte{34})[:40]); err == nil {
		t.Error("a base that is cut short was read")
	}
}

func mustFormat(t *testing.T, name string) records.Format {
	t.Helper()
	f, err := formats(t).Detect(name, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestTooLarge(t *testing.T) {
	if _, err := mustFormat(t, "mat").Read(make([]byte, records.MostBytes+1)); err == nil {
		t.Error("read")
	}
}

// TestCollections reads every recorded game that lies next to the repository.
func TestCollections(t *testing.T) {
	dir := os.Getenv("PLYLOG_TESTDATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "..", "..", "shared", "testdata")
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		if os.Getenv("CI") != "" {
			t.Fatalf("CI is set and %s is not there", dir)
		}
		t.Skipf("RECORDED GAMES ARE MISSING: %s is not there", dir)
	}
	for pattern, least := range map[string]int{
		"reversi/wthor/*.wtb": 3000, "checkers/ACF_*.txt": 1500, "backgammon/mat/*.mat": 100, "checkers/pdn/OCA_2.0.pdn": 1,
	} {
		files, err := filepath.Glob(filepath.Join(dir, filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			f, err := formats(t).Detect("", file, data)
			if err != nil {
				t.Error(err)
				continue
			}
			games, err := f.Read(data)
			if err != nil {
				t.Errorf("%s: %v", file, err)
			}
			for _, g := range games {
				if g.Err != nil {
					t.Errorf("%s, %s: %v", file, g.Name, g.Err)
				}
			}
			n += len(games)
		}
		t.Logf("%s: %d games", pattern, n)
		if n < least {
			t.Errorf("%s: %d games, want at least %d", pattern, n, least)
		}
	}
}
