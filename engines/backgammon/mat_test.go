package backgammon

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"plylog/engines"
)

// replay plays a record through the engine and returns how it ended.
func replay(rec *engines.Record) (engines.Result, error) {
	p, err := New().New(rec.Options, rec.Board)
	if err != nil {
		return engines.Result{}, err
	}
	for i, turn := range rec.Turns {
		where := fmt.Sprintf("%s, turn %d, %s", rec.Name, i+1, p.Board())
		if turn.By.Plays() {
			if ps := p.(engines.Passer); ps.MustPass() && turn.By != p.Turn() {
				if p, err = p.Play(p.Turn(), engines.Pass); err != nil {
					return engines.Result{}, fmt.Errorf("%s: %w", where, err)
				}
			}
			if p, err = p.Play(turn.By, turn.Move); err != nil {
				return engines.Result{}, fmt.Errorf("%s: %w", where, err)
			}
		}
		if turn.Move == engines.Roll {
			if p, err = p.(engines.Drawer).Draw(turn.Dice); err != nil {
				return engines.Result{}, fmt.Errorf("%s: %w", where, err)
			}
		}
	}
	if r, over := p.Result(); over {
		if r.Winner != rec.End.Winner || r.Points != rec.End.Points || !rec.End.Known {
			return r, fmt.Errorf("%s ends with %+v, the file says %+v", rec.Name, r, rec.End)
		}
		return r, nil
	}
	if !rec.End.Known {
		return engines.Result{}, fmt.Errorf("%s does not end", rec.Name)
	}
	r, _, err := p.(engines.Resigner).Resign(rec.End.Winner.Opponent(), rec.End.Value)
	if err == nil && r.Points != rec.End.Points {
		err = fmt.Errorf("%s: resigning a %q gives %+v, the file says %+v", rec.Name, rec.End.Value, r, rec.End)
	}
	return r, err
}

// TestMATMatches replays recorded matches: every turn is legal, every result is
// the one written, and the scores and the Crawford rule carry on as they should.
func TestMATMatches(t *testing.T) {
	files, err := filepath.Glob("testdata/mat/*.mat")
	if err != nil || len(files) < 32 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	games, turns, resignations, drops := 0, 0, 0, 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			records, err := ReadMAT(data)
			if err != nil {
				t.Fatal(err)
			}
			var next json.RawMessage
			more := true
			for i := range records {
				rec := &records[i]
				if !more {
					t.Fatalf("%s comes after the match was won", rec.Name)
				}
				if want := sidesKept(t, next); i > 0 && string(want) != string(rec.Options) {
					t.Errorf("%s is played under %s, want %s", rec.Name, rec.Options, want)
				}
				r, err := replay(rec)
				if err != nil {
					t.Fatal(err)
				}
				if next, _, more, err = New().(engines.Series).Next(rec.Options, r); err != nil {
					t.Fatal(err)
				}
				games++
				turns += len(rec.Turns)
				resignations += oneIf(r.Reason == resigned)
				drops += oneIf(r.Reason == dropped)
			}
			if more {
				t.Errorf("the match is not over after its last game; next %s", next)
			}
		})
	}
	t.Logf("%d matches, %d games, %d turns, %d drops, %d resignations", len(files), games, turns, drops, resignations)
	if games < 100 || drops == 0 {
		t.Errorf("%d games with %d drops: not what the files hold", games, drops)
	}
}

// TestMATMatchesAreHeld: what is read of the recorded matches is written and read
// as exactly the same.
func TestMATMatchesAreHeld(t *testing.T) {
	files, err := filepath.Glob("testdata/mat/*.mat")
	if err != nil || len(files) < 32 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := ReadMAT(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range list {
			if rec.Players != [2]string{"gnubg", "root"} || len(rec.Tags) != 1 || rec.Tags[0] != (engines.Tag{Name: "EventDate", Value: "2026.11.29"}) {
				t.Errorf("%s, %s: players %q, tags %q", file, rec.Name, rec.Players, rec.Tags)
			}
		}
		for _, f := range formats {
			written, err := f.Write(list)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			again, err := f.Read(written)
			if err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if f.Name == "mat" && !reflect.DeepEqual(again, list) {
				t.Errorf("%s is read again as\n%+v, first it was\n%+v", file, again, list)
			}
			for i := range again {
				if _, err := replay(&again[i]); err != nil {
					t.Errorf("%s as %s: %v", file, f.Name, err)
				}
				if again[i].End != list[i].End || again[i].Players != list[i].Players {
					t.Errorf("%s as %s, %s: %+v, want %+v", file, f.Name, again[i].Name, again[i], list[i])
				}
			}
		}
	}
}

const matHead = " 5 point match\n\n Game 1\n anna : 0    bert : 0\n"

func TestMATForms(t *testing.T) {
	for _, test := range []struct {
		name, text string
		options    string
		turns      string
		end        engines.Ending
	}{
		{"the left player starts", matHead + "  1) 31: 8/5 6/5   52: 13/8 24/22\n",
			`{"matchLength":5}`, "chance roll 3-1, first 8/5 6/5, second roll 5-2, second 13/8 24/22", engines.Ending{}},
		{"the right player starts", matHead + "  1)                      13: 8/5 6/5\n  2) 52: 13/8 24/22   64: \n",
			`{"matchLength":5}`, "chance roll 1-3, second 8/5 6/5, first roll 5-2, first 13/8 24/22, second roll 6-4", engines.Ending{}},
		{"one turn to the left", matHead + "  1) 31: 8/5 6/5\n",
			`{"matchLength":5}`, "chance roll 3-1, first 8/5 6/5", engines.Ending{}},
		{"one turn to the right", matHead + "  1)                      31: 8/5 6/5\n",
			`{"matchLength":5}`, "chance roll 1-3, second 8/5 6/5", engines.Ending{}},
		{"names with anything in them", " 5 point match\n Game 1\n a : 1 b  (c): 2 : 3        d e: 4\n  1) 31: 8/5\r\n",
			`{"matchLength":5,"score":{"first":3,"second":4}}`, "chance roll 3-1, first 8/5", engines.Ending{}},
		{"a drop", matHead + "  1) 31: 8/5 6/5   Doubles => 2\n  2)  Drops     Wins 1 point\n",
			`{"matchLength":5}`, "chance roll 3-1, first 8/5 6/5, second double, first drop",
			engines.Ending{Known: true, Winner: engines.Second, Points: 1, Reason: dropped}},
		{"resigned to the left", matHead + "  1) 31: 8/5 6/5   Doubles => 2\n  2)  Takes       65: 24/13\n  3) 11: 8/7(4)      31: \n   Wins 4 points\n",
			`{"matchLength":5}`, "chance roll 3-1, first 8/5 6/5, second double, first take, second roll 6-5, second 24/13, first roll 1-1, first 8/7(4), second roll 3-1",
			engines.Ending{Known: true, Winner: engines.First, Points: 4, Reason: resigned, Value: "gammon"}},
		{"resigned to the right", matHead + "  1) 31: 8/5 6/5     65: 24/13\n               Wins 3 points\n",
			`{"matchLength":5}`, "chance roll 3-1, first 8/5 6/5, second roll 6-5, second 24/13",
			engines.Ending{Known: true, Winner: engines.Second, Points: 3, Reason: resigned, Value: "backgammon"}},
		{"the score tells the winner", matHead + "  1) 31: 8/5 6/5     65: 24/13\n   Wins 1 point\n Game 2\n anna : 0   bert : 1\n",
			`{"matchLength":5}`, "chance roll 3-1, first 8/5 6/5, second roll 6-5, second 24/13",
			engines.Ending{Known: true, Winner: engines.Second, Points: 1, Reason: resigned, Value: "single"}},
		{"the length tells the winner", " 5 point match\n Game 1\n anna : 0    bert : 4\n  1) 31: 8/5 6/5     65: 24/13\n   Wins 1 point and the match\n",
			`{"matchLength":5,"score":{"first":0,"second":4}}`, "chance roll 3-1, first 8/5 6/5, second roll 6-5, second 24/13",
			engines.Ending{Known: true, Winner: engines.Second, Points: 1, Reason: resigned, Value: "single"}},
		{"a beaver", " 0 point match\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5   Doubles => 2\n  2)  Beavers => 4   65: 24/13\n",
			`{"matchLength":0,"cube":true,"beavers":true}`, "chance roll 3-1, first 8/5 6/5, second double, first double, second roll 6-5, second 24/13", engines.Ending{}},
		{"resigned behind the roll", matHead + "  1) 31: 8/5 6/5     65: 24/13\n  2) 63: ????        Wins 1 point\n",
			`{"matchLength":5}`, "chance roll 3-1, first 8/5 6/5, second roll 6-5, second 24/13, first roll 6-3",
			engines.Ending{Known: true, Winner: engines.Second, Points: 1, Reason: resigned, Value: "single"}},
		{"borne off", matHead + "  1) 31: 6/off(4)    65: 24/13\n  2) 11: 5/0 5/0 5/0 5/0   63: 24/18 18/15\n  3) 11: 4/off(4)  21: 13/10\n  4) 11: 1/off(3)\n   Wins 3 points\n",
			`{"matchLength":5}`, "chance roll 3-1, first 6/off(4), second roll 6-5, second 24/13, first roll 1-1, first 5/0 5/0 5/0 5/0, second roll 6-3, second 24/18 18/15, first roll 1-1, first 4/off(4), second roll 2-1, second 13/10, first roll 1-1, first 1/off(3)",
			engines.Ending{Known: true, Winner: engines.First, Points: 3, Reason: borneOff}},
		{"the column tells the winner", " 5 point match\n Game 1\n anna : 4    bert : 3\n  1) 31: 8/5 6/5     65: 24/13\n                     Wins 1 point\n",
			`{"matchLength":5,"score":{"first":4,"second":3}}`, "chance roll 3-1, first 8/5 6/5, second roll 6-5, second 24/13",
			engines.Ending{Known: true, Winner: engines.Second, Points: 1, Reason: resigned, Value: "single"}},
		{"unlimited play", " 0 point match\n Game 7\n anna : 40    bert : 0\n  1) 31: 8/5 6/5     65: Cannot Move\n  2) Doubles => 2\n",
			`{"matchLength":0,"score":{"first":40,"second":0},"cube":true}`, "chance roll 3-1, first 8/5 6/5, second roll 6-5, first double", engines.Ending{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			records, err := ReadMAT([]byte("; a comment\n[a tag]\nwhatever\n" + test.text))
			if err != nil {
				t.Fatal(err)
			}
			rec := records[0]
			var turns []string
			for _, turn := range rec.Turns {
				turns = append(turns, strings.TrimSpace(fmt.Sprintf("%s %s %s", turn.By, turn.Move, turn.Dice)))
			}
			if got := strings.Join(turns, ", "); got != test.turns {
				t.Errorf("turns %s,\nwant %s", got, test.turns)
			}
			if string(rec.Options) != test.options {
				t.Errorf("options %s, want %s", rec.Options, test.options)
			}
			if rec.End != test.end {
				t.Errorf("end %+v, want %+v", rec.End, test.end)
			}
		})
	}
}

func TestMATCrawford(t *testing.T) {
	game := func(n, first, second int, moves string) string {
		return fmt.Sprintf(" Game %d\n a : %d   b : %d\n%s", n, first, second, moves)
	}
	const quiet = "  1) 31: 8/5 6/5     65: 24/13\n"
	const doubles = "  1) 31: 8/5 6/5     Doubles => 2\n  2) Takes           65: 24/13\n"
	head := " 3 point match\n"
	for _, test := range []struct{ name, text, want string }{
		{"the first such game", head + game(1, 0, 0, quiet) + game(2, 2, 0, quiet) + game(3, 2, 1, doubles) + game(4, 2, 2, quiet),
			`{"matchLength":3} {"matchLength":3,"score":{"first":2,"second":0}} {"matchLength":3,"score":{"first":2,"second":1},"postCrawford":true} {"matchLength":3,"score":{"first":2,"second":2},"postCrawford":true}`},
		{"a match without the rule", head + game(1, 2, 0, doubles) + game(2, 2, 1, doubles),
			`{"matchLength":3,"score":{"first":2,"second":0},"crawford":false} {"matchLength":3,"score":{"first":2,"second":1},"crawford":false}`},
		{"two matches in a file", head + game(1, 2, 0, quiet) + head + game(1, 0, 0, quiet) + game(2, 2, 0, quiet),
			`{"matchLength":3,"score":{"first":2,"second":0}} {"matchLength":3} {"matchLength":3,"score":{"first":2,"second":0}}`},
	} {
		records, err := ReadMAT([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, rec := range records {
			got = append(got, string(rec.Options))
		}
		if all := strings.Join(got, " "); all != test.want {
			t.Errorf("%s: options\n%s, want\n%s", test.name, all, test.want)
		}
	}
}

// TestMATHeader: what stands before the first game says who plays, and how.
func TestMATHeader(t *testing.T) {
	const rows = "\n Game 1\n Anna : 0    Bert : 0\n  1) 31: 8/5 6/5     65: 24/13\n      Wins 1 point\n"
	for _, test := range []struct {
		name, header, length string
		options, players     string
		tags, end            string
	}{
		{"tags", "; [Site \"XG \\\"Mobile\\\"\"]\n;[Match ID \"7\"]\n# [Event \"?\"]\n[Round \"2\"]\n; [Broken\n; a remark\n", "5",
			`{"matchLength":5}`, "Anna, Bert", `[{Site XG "Mobile"} {Match ID 7} {Event } {Round 2}]`, "resigned single"},
		{"what is usual", "; [Crawford \"On\"]\n; [Jacoby \"Off\"]\n; [Beaver \"off\"]\n; [CubeLimit \"1024\"]\n", "5",
			`{"matchLength":5}`, "Anna, Bert", "[{CubeLimit 1024}]", "resigned single"},
		{"no cube, no Crawford rule", "; [Crawford \"Off\"]\n; [CubeLimit \"1\"]\n; [Jacoby \"On\"]\n", "5",
			`{"matchLength":5,"cube":false,"crawford":false}`, "Anna, Bert", "[]", "resigned single"},
		{"unlimited play", "; [Jacoby \"On\"]\n; [Beaver \"On\"]\n", "0",
			`{"matchLength":0,"cube":true,"jacoby":true,"beavers":true}`, "Anna, Bert", "[]", "resigned single"},
		{"unlimited play without a cube", "; [CubeLimit \"1\"]\n; [Beaver \"On\"]\n", "0",
			`{"matchLength":0}`, "Anna, Bert", "[]", "resigned single"},
		{"names", "; [Player 1 \"An\\na\"]\n; [Player 2 \"Bert\\n\"]\n; [Player 1 Elo \"1600\"]\n", "5",
			`{"matchLength":5}`, "Anna, Bert\n", "[{Player 1 An\na} {Player 1 Elo 1600}]", "resigned single"},
		{"the ending", "; [Ending 1 \"time\"]\n; [Ending 2 \"time\"]\n", "5",
			`{"matchLength":5}`, "Anna, Bert", "[{Ending 2 time}]", "time "},
		{"the resignation", "; [Resigned 1 \"gammon\"]\n", "5",
			`{"matchLength":5}`, "Anna, Bert", "[]", "resigned gammon"},
		{"Latin-1", "; [Site \"Z\xfcrich\"]\n", "5", `{"matchLength":5}`, "Anna, Bert", "[{Site Zürich}]", "resigned single"},
	} {
		list, err := ReadMAT([]byte("\ufeff" + test.header + "\n " + test.length + " Point Match\n" + rows))
		if test.name == "Latin-1" {
			list, err = ReadMAT([]byte(test.header + "\n " + test.length + " point match\n" + rows))
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		rec := list[0]
		got := []string{string(rec.Options), rec.Players[0] + ", " + rec.Players[1], fmt.Sprint(rec.Tags), rec.End.Reason + " " + rec.End.Value}
		want := []string{test.options, test.players, test.tags, test.end}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s: %q, want %q", test.name, got[i], want[i])
			}
		}
	}
}

// TestMATThrows: the throws for the start are told where they do not follow.
func TestMATThrows(t *testing.T) {
	for throws, want := range map[string]string{
		`; [Throws 1 "3-1"]`:                                    "chance 3-1, first 8/5 6/5",
		`; [Throws 1 "2-2 6-6 3-1"]`:                            "chance 2-2, chance 6-6, chance 3-1, first 8/5 6/5",
		"; [OpeningReroll \"On\"]\n" + `; [Throws 1 "2-2 6-5"]`: "chance 2-2, chance 6-5, first 3-1, first 8/5 6/5",
		`; [Throws 1 "1-3"]`:                                    "throws",
		`; [Throws 1 "3-1 2-2"]`:                                "throws",
		`; [Throws 1 "3-2"]`:                                    "throws",
		`; [Throws 1 "x"]`:                                      "throws",
		"; [OpeningReroll \"On\"]\n" + `; [Throws 1 "5-6"]`:     "throws",
	} {
		list, err := ReadMAT([]byte(throws + "\n" + matHead + "  1) 31: 8/5 6/5\n"))
		if err != nil {
			if !errors.As(err, new(*FormatError)) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", throws, err, want)
			}
			continue
		}
		var got []string
		for _, turn := range list[0].Turns {
			text := turn.Dice
			if text == "" {
				text = string(turn.Move)
			}
			got = append(got, turn.By.String()+" "+text)
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%s: %s, want %s", throws, all, want)
		}
	}
}

func TestMATRefusals(t *testing.T) {
	row := func(s string) string { return matHead + s + "\n" }
	for _, test := range []struct {
		name, text string
		game, line int
		detail     string
	}{
		{"nothing", "", 0, 0, "no game"},
		{"no game", " 5 point match\n", 0, 1, "no game"},
		{"no match", " Game 1\n", 0, 1, "length of the match"},
		{"a long match", " 500 point match\n", 0, 1, "want 0 (unlimited) to 127"},
		{"a longer number", " 99999999999999999999 point match\n", 0, 1, "want 0"},
		{"no number", " 5 point match\n Game x\n", 0, 2, "no number"},
		{"no players", " 5 point match\n Game 1\n", 1, 2, "players are missing"},
		{"one player", " 5 point match\n Game 1\n anna : 0\n", 1, 3, "both players"},
		{"no points", " 5 point match\n Game 1\n anna    bert\n", 1, 3, "both players"},
		{"bad dice", row("  1) 71: 8/1"), 1, 5, "no dice"},
		{"no dice", row("  1) 8/5 6/5"), 1, 5, "where dice"},
		{"no move", row("  1) 31: 8/5 hello"), 1, 5, "no move"},
		{"a long turn", row("  1) 31: " + strings.Repeat("8/5 ", 80)), 1, 5, "no move"},
		{"a move after a double", row("  1) 31: 8/5 6/5  Doubles => 2 8/5"), 1, 5, "where dice"},
		{"a double without a value", row("  1) 31: 8/5 6/5  Doubles =>"), 1, 5, "want the value"},
		{"three in a row", row("  1) 31: 8/5  31: 8/5  31: 8/5"), 1, 5, "more than two"},
		{"an empty row", row("  1)"), 1, 5, "nothing in the row"},
		{"a gap", row("  1) 31: 8/5  31: 8/5\n  2) 31: 8/5\n  3) 31: 8/5"), 1, 7, "one turn only"},
		{"something else", row("  1) 31: 8/5  31: 8/5\n  good luck"), 1, 6, "no row"},
		{"moves after the end", row("  1) 31: 8/5  31: 8/5\n Wins 1 point\n  2) 31: 8/5"), 1, 7, "behind the end"},
		{"two ends", row("  1) 31: 8/5  31: 8/5\n Wins 1 point\n Wins 1 point"), 1, 7, "twice"},
		{"no points won", row("  1) 31: 8/5  31: 8/5\n Wins all"), 1, 6, "want the points"},
		{"an opening double", row("  1) 33: 8/5  31: 8/5"), 1, 5, "opening roll is a double"},
		{"a long line", row("  1) 31: 8/5" + strings.Repeat(" ", 500) + "Takes"), 1, 5, "longer than"},
		{"a cube without end", row("  1) 31: 8/5  Doubles => 2\n" + strings.Repeat("  2) Takes  Takes\n", 30)), 1, 16, "cube goes above"},
		{"games without end", matHead + strings.Repeat(" Game 1\n a : 0  b : 0\n", 1200), 1, 2003, "more than 1000 games"},
		{"turns without end", matHead + strings.Repeat("  1) 31: 8/5  31: 8/5\n", 2100), 1, 2005, "more than 4000 turns"},
		{"a header without end", "; [a \"" + strings.Repeat("x", mostMATHeader) + "\"]\n", 0, 1, "longer than"},
		{"tags without end", strings.Repeat("; [a \"b\"]\n", mostGames+1), 0, 1001, "more than 1000 tags"},
		{"bytes without end", strings.Repeat(";\n", MostFile/2+1), 0, 0, "larger than"},
	} {
		_, err := ReadMAT([]byte(test.text))
		var refused *FormatError
		if !errors.As(err, &refused) {
			t.Errorf("%s: error %v, want a *FormatError", test.name, err)
			continue
		}
		if refused.Game != test.game || refused.Line != test.line || !strings.Contains(refused.Error(), test.detail) {
			t.Errorf("%s: refused with game %d, %v; want game %d, line %d, %q", test.name, refused.Game, refused, test.game, test.line, test.detail)
		}
	}
}

// FuzzMAT: no text breaks the reader; what it reads can be tried on the engine,
// and every refusal says where.
func FuzzMAT(f *testing.F) {
	for _, name := range []string{"gnubg_1pt_1.mat", "gnubg_3pt_12.mat"} {
		data, err := os.ReadFile(filepath.Join("testdata", "mat", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(matHead + "  1)                      31: 8/5 6/5\n  2) Doubles => 2  Drops\n      Wins 1 point\n"))
	f.Add([]byte("; [Beaver \"On\"]\n; [Player 1 \"a\\n\"]\n; [Throws 1 \"1-1 3-1\"]\n; [Ending 1 \"time\"]\n; [Resigned 1 \"?\"]\n 0 point match\n Game 1\n a : 0   b : 3\n" +
		"  1) 31: 8/5 6/5   Doubles => 2\n  2)  Beavers => 4   65: 24/13\n   Wins 4 points\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		records, err := ReadMAT(data)
		if err != nil {
			if !errors.As(err, new(*FormatError)) {
				t.Errorf("error %T: %v", err, err)
			}
			return
		}
		for i := range records {
			// Whether the game was legal is another matter.
			_, _ = replay(&records[i])
		}
		checkHolds(t, formats[0], records)
		checkHolds(t, formats[1], checkWritten(t, formats[1], records))
	})
}
