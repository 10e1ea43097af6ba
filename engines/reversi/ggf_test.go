package reversi_test

import (
	"errors"
	"strings"
	"testing"

	"plylog/engines"
	"plylog/engines/reversi"
)

const ggfStart = "8 ---------------------------O*------*O--------------------------- *"

func TestReadGGF(t *testing.T) {
	text := "\ufeff2 (;GM[Othello]PC[Home/os]DT[2001.02.03_04:05:06.GMT]PB[a\\]b]PW[?]\n" +
		"RB[1200.5]RW[1300]TI[05:00//02:00]TY[8]RE[+2.000:t]\n" +
		"BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\n" +
		"B[d3/1.25/3.5]W[c5//0.01]B[PA]W[ pass ];)(;TY[8r4]GM[reversi]PB[]PW[\\?]RE[?]" +
		"BO[8 *O-------------------------------------------------------------- O]XX[];W[A3])\r\n\x1a"
	games, err := reversi.ReadGGF([]byte(text))
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games: %v", len(games), err)
	}
	sameRecord(t, games[0], engines.Record{
		Players: [2]string{"a]b", ""},
		Tags: []engines.Tag{
			{Name: "Site", Value: "Home/os"}, {Name: "Date", Value: "2001.02.03_04:05:06.GMT"},
			{Name: "BlackRating", Value: "1200.5"}, {Name: "WhiteRating", Value: "1300"}, {Name: "TI", Value: "05:00//02:00"},
			{Name: "RE", Value: "+2.000:t"},
		},
		Turns: []engines.Turn{{By: engines.First, Move: "d3"}, {By: engines.Second, Move: "c5"}},
		End:   engines.Ending{Known: true, Winner: engines.First, Reason: "time"},
	})
	sameRecord(t, games[1], engines.Record{
		Players: [2]string{"", "?"}, Tags: []engines.Tag{{Name: "TY", Value: "8r4"}, {Name: "XX"}},
		Board: "XO-------------------------------------------------------------- O",
		Turns: []engines.Turn{{By: engines.Second, Move: "a3"}},
	})
	if games[1].Name != "game 2" {
		t.Errorf("the second game is called %q", games[1].Name)
	}
}

func TestReadGGFResults(t *testing.T) {
	win := func(by engines.Seat, reason string) engines.Ending {
		return engines.Ending{Known: true, Winner: by, Reason: reason}
	}
	for text, want := range map[string]struct {
		end engines.Ending
		tag bool
	}{
		"":          {engines.Ending{}, false},
		"?":         {engines.Ending{}, false},
		"who knows": {engines.Ending{}, true},
		"-127.000":  {engines.Ending{}, true},
		"+12:x":     {engines.Ending{}, true},
		"nan":       {engines.Ending{}, true},
		"+0.00":     {win(engines.Nobody, ""), false},
		"0:s":       {win(engines.Nobody, "agreed"), false},
		"+64.0:r":   {win(engines.First, "resigned"), false},
		"-64:t":     {win(engines.Second, "time"), false},
		"-10:t":     {win(engines.Second, "time"), true},
		"+3.5":      {win(engines.First, ""), true},
		"+3.5:s":    {win(engines.First, "agreed"), true},
	} {
		games, err := reversi.ReadGGF([]byte("(;GM[Othello]RE[" + text + "]BO[" + ggfStart + "];)"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if g := games[0]; g.End != want.end || (len(g.Tags) == 1 && g.Tags[0] == engines.Tag{Name: "RE", Value: text}) != want.tag {
			t.Errorf("%s: %+v, %v; want %+v", text, g.End, g.Tags, want)
		}
		readsBack(t, "ggf", games)
	}
}

// TestGGFScoreOfTheBoard: the score that the moves lead to is no tag, whichever
// way it is spelled; another one is.
func TestGGFScoreOfTheBoard(t *testing.T) {
	for score, tags := range map[string]int{"+64.00": 0, "64": 0, "+13": 1} {
		games, err := reversi.ReadGGF([]byte("(;GM[Othello]RE[" + score + "]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5];)"))
		if err != nil {
			t.Fatal(err)
		}
		if g := games[0]; len(g.Tags) != tags || g.End != (engines.Ending{Known: true, Winner: engines.First}) {
			t.Errorf("%s: %+v with the tags %v", score, g.End, g.Tags)
		}
	}
}

func TestReadGGFRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		text             string
		game, line, move int
		says             string
	}{
		"nothing":             {" \n12 ", 0, 0, 0, "no game"},
		"a large file":        {strings.Repeat(" ", reversi.MostFile+1), 0, 0, 0, "larger"},
		"words":               {"hello", 1, 1, 0, "begins with (;"},
		"words behind a game": {"(;GM[Othello];)\nhello", 2, 2, 0, "begins with (;"},
		"no end":              {"(;GM[Othello]\n", 1, 2, 0, "never closed with ;)"},
		"no name":             {"(;\n[Othello];)", 1, 2, 0, "begins no property"},
		"no value":            {"(;GM;)", 1, 1, 0, "no value"},
		"no value at the end": {"(;GM", 1, 1, 0, "no value"},
		"an open value":       {"(;GM[Othello]PB[a\\];)", 1, 1, 0, "PB is never closed"},
		"a long value":        {"(;PB[" + strings.Repeat("a", engines.MostTag+1) + "];)", 1, 1, 0, "longer"},
		"another game":        {"(;GM[Amazons];)", 1, 1, 0, "not Othello"},
		"no game named":       {"(;PB[a];)", 1, 1, 0, "GM"},
		"twice":               {"(;GM[Othello]PB[a]PB[b];)", 1, 1, 0, "PB is there twice"},
		"a large board":       {"(;GM[Othello]BO[10 - *];)", 1, 1, 0, `"10"`},
		"a large type":        {"(;GM[Othello]TY[10];)", 1, 1, 0, `"10"`},
		"the anti game":       {"(;GM[Othello]TY[8a];)", 1, 1, 0, "anti"},
		"half a board":        {"(;GM[Othello]BO[8 --- *];)", 1, 1, 0, "4 signs"},
		"an empty board":      {"(;GM[Othello]BO[8 " + strings.Repeat("-", 64) + " *];)", 1, 1, 0, "no disc"},
		"a strange disc":      {"(;GM[Othello]BO[8 +" + strings.Repeat("-", 63) + " *];)", 1, 1, 0, "a1"},
		"too many in hand":    {"(;GM[Othello]DH[30 31];)", 1, 1, 0, "in hand"},
		"no square":           {"(;GM[Othello]B[D3]\nW[I9];)", 1, 2, 2, "neither a square"},
		"no move":             {"(;GM[Othello]B[];)", 1, 1, 1, "neither a square"},
		"endless":             {"(;GM[Othello]" + strings.Repeat("B[A1]", 129) + ";)", 1, 1, 0, "more than"},
	} {
		t.Run(name, func(t *testing.T) {
			games, err := reversi.ReadGGF([]byte(tc.text))
			var bad *reversi.FormatError
			if !errors.As(err, &bad) || games != nil {
				t.Fatalf("%v and %v; want a *FormatError", games, err)
			}
			if bad.Format != "GGF" || bad.Game != tc.game || bad.Line != tc.line || bad.Move != tc.move || !strings.Contains(bad.Error(), tc.says) {
				t.Errorf("%q; want game %d, line %d, move %d, %q", bad, tc.game, tc.line, tc.move, tc.says)
			}
		})
	}
}

func TestWriteGGF(t *testing.T) {
	level, err := reversi.ReadTranscript(levelGame)
	if err != nil {
		t.Fatal(err)
	}
	data, err := reversi.WriteGGF([]engines.Record{
		level,
		{
			Players: [2]string{"", `]\`}, Tags: []engines.Tag{{Name: "Site", Value: "home"}},
			Options: []byte(`{"score":"empties-to-winner"}`),
			Board:   "---------------------------OX------XO--------------------------- O 28 32",
			End:     engines.Ending{Known: true, Winner: engines.Second, Points: 1, Reason: "resigned"},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "(;GM[Othello]PB[?]PW[?]TY[8]RE[+0.00]BO["+ggfStart+"]B[D3]W[C5]") ||
		!strings.HasSuffix(lines[0], "B[H2]W[H1]B[PA]W[C1]B[B1];)") {
		t.Errorf("the game with a pass is written\n%s", lines[0])
	}
	const want = `(;GM[Othello]PB[?]PW[\]\\]PC[home]TY[8]RE[-64.00:r]` +
		`BO[8 ---------------------------O*------*O--------------------------- O]DH[28 32]OP[{"score":"empties-to-winner"}];)`
	if lines[1] != want {
		t.Errorf("got\n%s\nwant\n%s", lines[1], want)
	}
}

// FuzzReadGGF: nothing panics, and what is read can be written and reads back the
// same.
func FuzzReadGGF(f *testing.F) {
	for _, text := range []string{
		"", "(;GM[Othello];)", "1 (;GM[Othello]PB[a\\]]PW[?]RE[+3:r]BO[" + ggfStart + "]B[D3//1.2]W[C5]B[PA];)(;GM[reversi])",
		"(;GM[Othello]DH[30 30]OP[{}]TY[8r2]X[\\\\];)", "(;GM[Othello]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]RE[64];)",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := reversi.ReadGGF(data)
		if err != nil {
			var bad *reversi.FormatError
			if !errors.As(err, &bad) || games != nil {
				t.Fatalf("%v and %v; want a *FormatError", games, err)
			}
			return
		}
		if _, err := reversi.WriteGGF(games); err != nil {
			if len(data) < engines.MostTag { // else escaping may have taken a value over the limit
				t.Fatal(err)
			}
			return
		}
		readsBack(t, "ggf", games)
	})
}
