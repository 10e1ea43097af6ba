package backgammon

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plylog/engines"
)

// TestSGFMatches reads the recorded matches: they are the ones in the .mat files
// of the same name, turn by turn.
func TestSGFMatches(t *testing.T) {
	files, err := filepath.Glob("testdata/sgf/*.sgf")
	if err != nil || len(files) != 2 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".sgf")
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			list, err := ReadSGF(data)
			if err != nil {
				t.Fatal(err)
			}
			if data, err = os.ReadFile(filepath.Join("testdata", "mat", name+".mat")); err != nil {
				t.Fatal(err)
			}
			same, err := ReadMAT(data)
			if err != nil || len(same) != len(list) {
				t.Fatalf("%d games, the .mat file has %d (%v)", len(list), len(same), err)
			}
			for i := range list {
				if _, err := replay(&list[i]); err != nil {
					t.Error(err)
				}
				got, err := boardsOf(&list[i])
				if err != nil {
					t.Fatal(err)
				}
				want, err := boardsOf(&same[i])
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("%s goes\n%s, in the .mat file\n%s", list[i].Name, got, want)
				}
				if list[i].End != same[i].End || list[i].Players != same[i].Players || string(list[i].Options) != string(same[i].Options) {
					t.Errorf("%s is %+v, in the .mat file %+v", list[i].Name, list[i], same[i])
				}
				if tags := fmt.Sprint(list[i].Tags); tags != "[{Date 2026-11-29}]" {
					t.Errorf("%s has tags %s", list[i].Name, tags)
				}
			}
			checkHolds(t, formats[1], list)
		})
	}
}

// short writes a record in a line: options, turns, ending.
func short(rec *engines.Record) string {
	words := []string{string(rec.Options)}
	for _, turn := range rec.Turns {
		text := string(turn.Move)
		if turn.Dice != "" {
			text = turn.Dice
		}
		words = append(words, turn.By.String()[:1]+" "+text)
	}
	if rec.End.Known {
		words = append(words, strings.TrimSpace(fmt.Sprintf("%s won %d %s %s", rec.End.Winner, rec.End.Points, rec.End.Reason, rec.End.Value)))
	}
	return strings.Join(words, ", ")
}

const sgfHead = "(;FF[4]GM[6]CA[UTF-8]MI[length:5][game:0][ws:0][bs:0]RU[Crawford]"

func TestSGFForms(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"nothing played", "(;GM[6])", `{"matchLength":0,"cube":true}`},
		{"white starts", sgfHead + ";W[31hefe];B[52lqln])", `{"matchLength":5}, c 3-1, f 8/5 6/5, s 5-2, s 13/11 13/8`},
		{"black starts", sgfHead + ";B[13qtst];W[52mhxv])", `{"matchLength":5}, c 1-3, s 8/5 6/5, f 5-2, f 24/22 13/8`},
		{"in any order, joined and with a hit", sgfHead + ";W[64rnxr])", `{"matchLength":5}, c 6-4, f 24/14`},
		{"the cube", sgfHead + ";W[31hefe];B[double];W[take];B[65];W[double];B[drop]RE[?])",
			`{"matchLength":5}, c 3-1, f 8/5 6/5, s double, f take, s 6-5, f double, s drop`},
		{"a beaver", "(;GM[6]RU[Jacoby];W[31hefe];B[double];W[double];B[take];B[65])",
			`{"matchLength":0,"cube":true,"jacoby":true,"beavers":true}, c 3-1, f 8/5 6/5, s double, f double, s 6-5`},
		{"dice that nobody plays", sgfHead + ";W[31hefe];DI[65])", `{"matchLength":5}, c 3-1, f 8/5 6/5, s 6-5`},
		{"dice that are set, then played", sgfHead + ";PL[B]DI[31];B[31qtst];PL[white]DI[52];W[52mhxv])",
			`{"matchLength":5}, c 1-3, s 8/5 6/5, f 5-2, f 24/22 13/8`},
		{"what is not legal is spelled out", sgfHead + ";W[31heab];B[52mhxv];W[31hefe])",
			`{"matchLength":5}, c 3-1, f 8/5 1/2, s 5-2, s 12/17 1/3, f 3-1, f 8/5 6/5`},
		{"the main line", sgfHead + "C[a \\] remark (;W[11\\])](;W[31hefe](;B[65];W[66])(;B[54]))(;W[42hdfd]))", `{"matchLength":5}, c 3-1, f 8/5 6/5, s 6-5, f 6-6`},
		{"one game of many kinds", "junk (not a game) (;GM[1];B[aa])" + sgfHead + ";W[31hefe];B[65])more", `{"matchLength":5}, c 3-1, f 8/5 6/5, s 6-5`},
		{"old names, blanks, other properties", "(;GaMe[ 6 ]MI [length:5] \n GS[x][y];White[31hefe]A[0][hefe E]LU[+0.1]\r\n;B[ 65 ]BM[1])",
			`{"matchLength":5,"crawford":false}, c 3-1, f 8/5 6/5, s 6-5`},
		{"the score, after the Crawford game", "(;GM[6]MI[length:5][ws:4][bs:2]RU[Crawford])", `{"matchLength":5,"score":{"first":4,"second":2},"postCrawford":true}`},
		{"the Crawford game", "(;GM[6]MI[length:5][ws:4][bs:2]RU[Crawford:CrawfordGame])", `{"matchLength":5,"score":{"first":4,"second":2}}`},
		{"no Crawford rule, no cube", "(;GM[6]MI[length:5][ws:4][bs:2]RU[NoCube])", `{"matchLength":5,"score":{"first":4,"second":2},"cube":false,"crawford":false}`},
		{"no cube in unlimited play", "(;GM[6]RU[NoCube:Beavers])", `{"matchLength":0}`},
		{"a win", "(;GM[6]RE[W+3])", `{"matchLength":0,"cube":true}, first won 3`},
		{"a resignation", "(;GM[6]RE[B+2R])", `{"matchLength":0,"cube":true}, second won 2 resigned gammon`},
		{"a resignation in words", "(;GM[6]RE[b+resign])", `{"matchLength":0,"cube":true}, second won 0 resigned`},
		{"under the Jacoby rule", "(;GM[6]RU[Jacoby]RE[B+2R])", `{"matchLength":0,"cube":true,"jacoby":true}, second won 2 resigned`},
		{"on time", "(;GM[6]RE[W+1T])", `{"matchLength":0,"cube":true}, first won 1 time`},
		{"forfeited", "(;GM[6]RE[W+1Forfeit])", `{"matchLength":0,"cube":true}, first won 1 abandoned`},
		{"void", "(;GM[6]RE[Void])", `{"matchLength":0,"cube":true}, nobody won 0 aborted`},
		{"a draw", "(;GM[6]RE[0]XE[agreed])", `{"matchLength":0,"cube":true}, nobody won 0 agreed`},
		{"nothing known", "(;GM[6]RE[?])", `{"matchLength":0,"cube":true}`},
		{"throws for the start", sgfHead + "XO[2-2][3-1];W[31hefe])", `{"matchLength":5}, c 2-2, c 3-1, f 8/5 6/5`},
		{"the starter rolls afresh", "(;GM[6]RU[OpeningReroll]XO[3-1];W[66];B[65])", `{"matchLength":0,"cube":true,"openingReroll":true}, c 3-1, f 6-6, s 6-5`},
	} {
		list, err := ReadSGF([]byte(test.text))
		if err != nil || len(list) != 1 {
			t.Errorf("%s: %d games, %v", test.name, len(list), err)
			continue
		}
		if got := short(&list[0]); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// TestSGFTexts: names and tags come out of the file as they went in.
func TestSGFTexts(t *testing.T) {
	for _, test := range []struct{ text, players, tags string }{
		{`PW[a \]\\ b: c]PB[two
lines]`, `"a ]\\ b: c", "two lines"`, "[]"},
		{"PW[soft \\\nbreak\\\r\n.]PB[\\[\\x\\:]", `"soft break.", "[x:"`, "[]"},
		{"PW[a b]XW[a\nb]PB[]", `"a\nb", ""`, "[]"},
		{"EV[Cup: 1]RO[2]XT[Event:a\\:\\]b][No colon][Site:]DT[2026-11-29]", `"", ""`, "[{Event Cup: 1} {Round 2} {Event a:]b} {Site } {Date 2026-11-29}]"},
		{"PW[Z\xfcrich]", `"Zürich", ""`, "[]"},
		{"PW[🎲]", `"🎲", ""`, "[]"},
	} {
		list, err := ReadSGF([]byte("(;GM[6]" + test.text + ")"))
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got := fmt.Sprintf("%q, %q", list[0].Players[0], list[0].Players[1]); got != test.players {
			t.Errorf("%q: players %s, want %s", test.text, got, test.players)
		}
		if got := fmt.Sprint(list[0].Tags); got != test.tags {
			t.Errorf("%q: tags %s, want %s", test.text, got, test.tags)
		}
	}
}

func TestSGFRefusals(t *testing.T) {
	for _, test := range []struct {
		name, text string
		game, line int
		detail     string
	}{
		{"nothing", "", 0, 0, "no game of backgammon"},
		{"another game", "(;GM[1];B[aa])", 0, 0, "no game of backgammon"},
		{"no end", "(;GM[6]\n", 1, 2, "middle of a game"},
		{"no end of a value", "(;GM[6]\nPW[a\\]\n", 1, 3, "never closed"},
		{"no value", "(;GM[6]\nPW)", 1, 2, "no value"},
		{"something else", "(;GM[6]\n+)", 1, 2, "where a property should"},
		{"no dice", sgfHead + "\n;W[71hefe])", 1, 2, "no move"},
		{"one die", sgfHead + "\n;W[3])", 1, 2, "no move"},
		{"half a step", sgfHead + "\n;W[31hef])", 1, 2, "no move"},
		{"no letters", sgfHead + "\n;W[31HE])", 1, 2, "no move"},
		{"five steps", sgfHead + "\n;W[31hehehehehe])", 1, 2, "no move"},
		{"dice of nobody", sgfHead + "\n;DI[31])", 1, 2, "who rolls"},
		{"an opening double", sgfHead + "\n;W[11hg])", 1, 1, "opening roll is a double"},
		{"a position of its own", sgfHead + "\n;AE[a:y]AW[a]PL[W])", 1, 2, "position of its own"},
		{"a cube that was turned", sgfHead + "CV[2])", 1, 1, "does not begin at 1"},
		{"throws that do not fit", sgfHead + "XO[1-3]\n;W[31hefe])", 1, 1, "throws"},
		{"a long match", "(;GM[6]MI[length:128])", 1, 1, "length"},
		{"points below nothing", "(;GM[6]MI[ws:-1])", 1, 1, "ws"},
		{"too many points", "(;GM[6]RE[W+9999999])", 1, 1, "9999999 points"},
		{"a cube without end", "(;GM[6];W[31hefe]" + strings.Repeat(";B[double];W[take]", 30) + ")", 1, 1, "cube goes above"},
		{"turns without end", "(;GM[6]" + strings.Repeat(";W[31]", mostActs+1) + ")", 1, 1, "more than 4000 turns"},
		{"nodes without end", "(" + strings.Repeat(";", mostSGFNodes+1) + ")", 1, 1, "more than 8000 nodes"},
		{"games without end", strings.Repeat("(;GM[6])", mostGames+1), 1000, 1, "more than 1000 games"},
		{"variations without end", "(;" + strings.Repeat("(", mostSGFDepth), 1, 1, "variations"},
		{"bytes without end", strings.Repeat(" ", MostFile+1), 0, 0, "larger than"},
	} {
		_, err := ReadSGF([]byte(test.text))
		var refused *FormatError
		if !errors.As(err, &refused) {
			t.Errorf("%s: error %v, want a *FormatError", test.name, err)
			continue
		}
		if refused.Format != "SGF" || refused.Game != test.game || refused.Line != test.line || !strings.Contains(refused.Error(), test.detail) {
			t.Errorf("%s: refused with game %d, %v; want game %d, line %d, %q", test.name, refused.Game, refused, test.game, test.line, test.detail)
		}
	}
}

// FuzzSGF: no text breaks the reader; what it reads is written and read as the
// same, or refused.
func FuzzSGF(f *testing.F) {
	f.Add([]byte(sgfHead + "PW[a \\] b]XW[a\nb]XT[x:y]XO[2-2][3-1]RE[W+4R]XV[gammon];W[31hefe];B[double];W[take];B[65](;PL[W]DI[66])(;W[66]))"))
	f.Add([]byte("(;GM[6]RU[Jacoby:Beavers:OpeningReroll]XO[3-1]RE[Void]XE[x];W[66];B[double];W[double];B[take];B[65])"))
	f.Add([]byte("(;GM[6]MI[length:3][ws:2][bs:0]RU[Crawford:CrawfordGame]RE[B+1];B[65abcd])(;GM[6])"))
	f.Add([]byte("(;GM[6];W[31heab];B[52mhxv];W[double];B[drop])"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := ReadSGF(data)
		if err != nil {
			if !errors.As(err, new(*FormatError)) {
				t.Errorf("error %T: %v", err, err)
			}
			return
		}
		checkHolds(t, formats[1], list)
		checkHolds(t, formats[0], checkWritten(t, formats[0], list))
	})
}
