package checkers

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/engines"
)

// short writes a record as tests compare it: start, moves with their seats,
// result.
func short(g engines.Record) string {
	var sb strings.Builder
	if g.Board != "" {
		sb.WriteString(g.Board + " | ")
	}
	for _, turn := range g.Turns {
		fmt.Fprintf(&sb, "%c%s ", turn.By.String()[0], turn.Move)
	}
	if g.End.Known {
		sb.WriteString("=> " + g.End.Winner.String())
	} else {
		sb.WriteString("=> ?")
	}
	return sb.String()
}

func TestReadPDN(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"moves and result", "1. 11-15 22-18 2. 15x22 25x18 1-0",
			[]string{"f11-15 s22-18 f15x22 s25x18 => first"}},
		{"white won", "11-15 22-18 0-1", []string{"f11-15 s22-18 => second"}},
		{"draw", "11-15 1/2-1/2", []string{"f11-15 => nobody"}},
		{"two points", "11-15 2-0 11-16 0-2 12-16 1-1", []string{"f11-15 => first", "f11-16 => second", "f12-16 => nobody"}},
		{"both lost", "11-15 0-0", []string{"f11-15 => ?"}},
		{"star", "11-15 *", []string{"f11-15 => ?"}},
		{"star with a tag", `[Result "1-0"] 11-15 *`, []string{"f11-15 => first"}},
		{"no end with a tag", `[Result "0-1"] 11-15`, []string{"f11-15 => second"}},
		{"the moves outdo the tag", `[Result "0-1"] 11-15 1-0`, []string{"f11-15 => first"}},
		{"tags end a game", "[Event \"a\"]\n11-15\n[Event \"b\"]\n11-16", []string{"f11-15 => ?", "f11-16 => ?"}},
		{"tags alone", `[Event "a"]`, []string{"=> ?"}},
		{"a star behind a result", "11-15 1-0 * 11-16 *", []string{"f11-15 => first", "f11-16 => ?"}},
		{"comments", "{one} 11-15 {two\n(three)} ; four 1. 9-13\n% five\n22-18 *", []string{"f11-15 s22-18 => ?"}},
		{"a comment at the end", "11-15 * ; a", []string{"f11-15 => ?"}},
		{"a brace in a comment", "11-15 { a { b } 22-18 *", []string{"f11-15 s22-18 => ?"}},
		{"variations", "11-15 (11-16 22-18 (23-19 {)} ;)\n)) 22-18 *", []string{"f11-15 s22-18 => ?"}},
		{"strengths and glyphs", "1.11-15!? 22-18(?!) $12 2. 15x22? *", []string{"f11-15 s22-18 f15x22 => ?"}},
		{"separators", "11 - 15 22- 18 15 x 22 25:18x9 *", []string{"f11-15 s22-18 f15x22 s25:18x9 => ?"}},
		{"numbers", "1... 11-15 1 . 22-18 12.15x22 *", []string{"f11-15 s22-18 f15x22 => ?"}},
		{"files and ranks", "1.a3b4 c3-d4 2. e3xc5:a7 *", []string{"fa3b4 sc3-d4 fe3xc5:a7 => ?"}},
		{"start position", `[FEN "W:W21,K29:B5."] 21-17 5-9 *`, []string{"W:W21,K29:B5. | s21-17 f5-9 => ?"}},
		{"start position of nobody", `[FEN "?:W21:B5"] *`, []string{"?:W21:B5 | => ?"}},
		{"game type", `[GameType "21,B,8,8,N1,0"] 11-15 *`, []string{"f11-15 => ?"}},
		{"escapes", `[White "a \" b"] [Black "c "d" e"] 11-15 *`, []string{"f11-15 => ?"}},
		{"a mark and an old end of file", "\ufeff11-15 *\r\n\x1a", []string{"f11-15 => ?"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			games, err := ReadPDN([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, g := range games {
				got = append(got, short(g))
				if want := fmt.Sprintf("game %d", i+1); g.Name != want {
					t.Errorf("name %q; want %q", g.Name, want)
				}
			}
			if g, w := strings.Join(got, "\n"), strings.Join(c.want, "\n"); g != w {
				t.Errorf("got\n%s\nwant\n%s", g, w)
			}
		})
	}
}

func TestReadPDNRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		game, line int
		says       string
	}{
		{"nothing", " \n", 0, 0, "no game"},
		{"nested comment", "11-15 *\n11-16 {a {b} c}", 2, 2, "neither"},
		{"closing brace", "11-15\n}", 1, 2, "do not nest"},
		{"open comment", "11-15\n{ a", 1, 2, "never closed"},
		{"open variation", "\n11-15 ( 11-16\n\n", 1, 2, "never closed"},
		{"brace in a variation", "11-15 (\n}", 1, 2, "do not nest"},
		{"comment in a variation", "11-15 (\n{", 1, 2, "never closed"},
		{"closing bracket", "11-15 )", 1, 1, "without a variation"},
		{"words", "1. 11-15 resigns", 1, 1, `"resigns"`},
		{"a square alone", "11-15 22", 1, 1, `"22"`},
		{"half a move", "11-15 22-", 1, 1, `"22-"`},
		{"percent inside a line", "11-15 % no", 1, 1, `"%"`},
		{"tag without a name", "\n[]", 1, 2, "without a name"},
		{"tag without a value", "[Event]", 1, 1, "no value"},
		{"tag without an end", "[Event \"a\n\n", 1, 1, "never closed"},
		{"tag after a game", "11-15\n[Event", 2, 2, "without a name"},
		{"long tag", `[Event "` + strings.Repeat("a", engines.MostTag+1) + `"]`, 1, 1, "longer"},
		{"another game", `[GameType "20"] 32-28 *`, 1, 1, "GameType 20"},
		{"nobody's move", `[FEN "?:W21:B5"] 21-17`, 1, 1, "whose move"},
		{"endless move", strings.Repeat("1-", 100) + "1", 1, 1, "neither"},
		{"endless game", strings.Repeat("1-5\n", mostTurns+1), 1, mostTurns + 1, "more than"},
		{"large file", strings.Repeat(" ", MostFile+1), 0, 0, "larger"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadPDN([]byte(c.text))
			wantFormatError(t, err, "PDN", c.game, c.line, c.says)
		})
	}
}

func wantFormatError(t *testing.T, err error, format string, game, line int, says string) {
	t.Helper()
	var bad *FormatError
	if !errors.As(err, &bad) {
		t.Fatalf("got %v; want a *FormatError", err)
	}
	if bad.Format != format || bad.Game != game || bad.Line != line || !strings.Contains(bad.Error(), says) {
		t.Errorf("got %q; want %s, game %d, line %d, %q", bad, format, game, line, says)
	}
}

// TestPDNCollection reads every file of the collection; the one with a comment in
// a comment must fail.
func TestPDNCollection(t *testing.T) {
	t.Parallel()
	sharedData(t, "pdn/nested_comment.pdn")
	folder := os.Getenv("PLYLOG_TESTDATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "testdata")
	}
	files, err := filepath.Glob(filepath.Join(folder, "checkers", "pdn", "*.pdn"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		games, err := ReadPDN(sharedData(t, "pdn/"+filepath.Base(file)))
		if filepath.Base(file) == "nested_comment.pdn" {
			wantFormatError(t, err, "PDN", 1, 1, "comments do not nest")
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
		}
		for i, g := range games[:min(3, len(games))] {
			t.Logf("%s, game %d: %.100s", filepath.Base(file), i+1, short(g))
		}
	}
}

func FuzzPDN(f *testing.F) {
	f.Add([]byte("[Event \"a\"]\n[FEN \"W:W21:B5\"]\n1. 21-17 {c} (21-17) $1 !? 5-9 *"))
	f.Add([]byte("[Black \"a\\n\\\"\"][GameOptions \"{}\"][Termination \"time forfeit\"]1-0[SetUp \"1\"][FEN \"\"][X \"?\"]*"))
	f.Add([]byte("1.a3b4 11 x 18:25 ; c\n% d\n1/2-1/2 [Result \"1-0\"]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := ReadPDN(data)
		checkRecords(t, games, err)
		rewrite(t, games, WritePDN, ReadPDN)
	})
}

// checkRecords holds what a reader returns to what it promises.
func checkRecords(t *testing.T, games []engines.Record, err error) {
	t.Helper()
	var bad *FormatError
	if err != nil && !errors.As(err, &bad) {
		t.Fatalf("%T is no *FormatError", err)
	}
	if (err == nil) != (len(games) > 0) {
		t.Fatalf("%d games, error %v", len(games), err)
	}
	for _, g := range games {
		for i, turn := range g.Turns {
			if !turn.By.Plays() || i > 0 && turn.By == g.Turns[i-1].By {
				t.Fatalf("%s: turn %d is of %s", g.Name, i+1, turn.By)
			}
			if turn.Move == "" || strings.ContainsAny(string(turn.Move), " \t\r\n") {
				t.Fatalf("%s: turn %d is %q", g.Name, i+1, turn.Move)
			}
		}
		p, err := New().New(g.Options, g.Board)
		for i := 0; err == nil && i < min(50, len(g.Turns)); i++ {
			p, err = p.Play(g.Turns[i].By, g.Turns[i].Move)
		}
	}
}

// rewrite writes what a reader has returned and holds what is read again against
// it. Only a move that begins like a result may be refused by the writer.
func rewrite(t *testing.T, games []engines.Record, write func([]engines.Record) ([]byte, error), read func([]byte) ([]engines.Record, error)) {
	t.Helper()
	if len(games) == 0 {
		return
	}
	text, err := write(games)
	var bad *FormatError
	if errors.As(err, &bad) && bad.Move > 0 {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	again, err := read(text)
	if err != nil || len(again) != len(games) {
		t.Fatalf("%d games come back as %d: %v\n%s", len(games), len(again), err, text)
	}
	for i := range games {
		same(t, again[i], games[i])
	}
}
