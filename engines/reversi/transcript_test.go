package reversi_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"plylog/engines"
	"plylog/engines/reversi"
)

// levelGame ends 32-32; black must pass before its 59th move.
const levelGame = "D3C5F6F5F4C3C4D2E2B4D1F3B5E3F2F1A4D6E6E7F7B6E8C6B3A5D7A3E1A6" +
	"G1A2C2C7B8D8C8G8G6H6G5H5G4H4H3G7H8F8H7A8A7B7A1B2G3G2H2H1C1B1"

func TestReadTranscript(t *testing.T) {
	level := engines.Ending{Known: true}
	wipeout := engines.Ending{Known: true, Winner: engines.First, Points: 1}
	for name, tc := range map[string]struct {
		text  string
		moves int
		end   engines.Ending
	}{
		"empty":              {"", 0, engines.Ending{}},
		"blanks":             {" \r\n\t", 0, engines.Ending{}},
		"stops in between":   {"f5d6c3", 3, engines.Ending{}},
		"with blanks":        {" F5 d6\nC3 ", 3, engines.Ending{}},
		"pass left out":      {levelGame, 60, level},
		"pass written --":    {levelGame[:116] + "--" + levelGame[116:], 60, level},
		"pass written pa":    {levelGame[:116] + " PA " + levelGame[116:], 60, level},
		"pass written ps":    {levelGame[:116] + "ps" + levelGame[116:], 60, level},
		"pass written out":   {levelGame[:116] + "Pass" + levelGame[116:], 60, level},
		"wiped out":          {"e6f4e3f6g5d6e7f5c5", 9, wipeout},
		"ends with the pass": {"e6f6c4c5c6d6g7f4g4g6e7h8h6g5g8f8 --", 16, engines.Ending{}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := reversi.ReadTranscript(tc.text)
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Turns) != tc.moves || r.End != tc.end {
				t.Errorf("%d moves, ending %+v; want %d, %+v", len(r.Turns), r.End, tc.moves, tc.end)
			}
			var all tournament
			if err := all.replay(r, 0); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestTranscriptNamesMovers: the pass before the 59th move lets white move twice.
func TestTranscriptNamesMovers(t *testing.T) {
	r, err := reversi.ReadTranscript(levelGame)
	if err != nil {
		t.Fatal(err)
	}
	for i, turn := range r.Turns {
		want := engines.First
		if i%2 == 1 || i == 58 {
			want = engines.Second
		}
		if i == 59 {
			want = engines.First
		}
		if turn.By != want || turn.Move != engines.Move(strings.ToLower(levelGame[2*i:2*i+2])) {
			t.Errorf("move %d is %s by %s, want it by %s", i+1, turn.Move, turn.By, want)
		}
	}
}

func TestReadTranscriptRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		text   string
		move   int
		detail string
		rule   string
	}{
		"half a square":    {"f5d", 2, "neither a square", ""},
		"no square":        {"f5i9", 2, "neither a square", ""},
		"illegal":          {"f5a1", 2, "outflanks no", "RV-4"},
		"occupied":         {"f5f5", 2, "stays there", "RV-9"},
		"needless pass":    {"f5--", 2, "may not pass", "RV-8"},
		"two passes":       {levelGame[:116] + "----" + levelGame[116:], 59, "may not pass", "RV-8"},
		"after the end":    {"e6f4e3f6g5d6e7f5c5a1", 10, "over", "RV-11"},
		"pass at the end":  {"e6f4e3f6g5d6e7f5c5--", 10, "over", "RV-11"},
		"far too long":     {strings.Repeat(" ", 4097), 0, "longer", ""},
		"not ASCII":        {"f5ｄ6", 2, "neither a square", ""},
		"move numbers":     {"1. f5", 1, "neither a square", ""},
		"the letter alone": {"p", 1, "neither a square", ""},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := reversi.ReadTranscript(tc.text)
			checkFormatError(t, err, "transcript", 0, tc.move, tc.detail, tc.rule)
			if r.Turns != nil || r.Name != "" {
				t.Errorf("there is a record beside the error: %+v", r)
			}
		})
	}
}

func TestReadTranscripts(t *testing.T) {
	for name, tc := range map[string]struct {
		text  string
		games []int // how many moves each has
	}{
		"one game":              {"f5d6c3", []int{3}},
		"a game a line":         {"f5d6c3\r\n\n F5 d6\n" + levelGame + "\n", []int{3, 2, 60}},
		"a game over two lines": {levelGame[:64] + "\n" + levelGame[64:], []int{60}},
	} {
		games, err := reversi.ReadTranscripts([]byte(tc.text))
		if err != nil || len(games) != len(tc.games) {
			t.Errorf("%s: %d games, %v", name, len(games), err)
			continue
		}
		for i, g := range games {
			if want := fmt.Sprintf("game %d", i+1); g.Name != want || len(g.Turns) != tc.games[i] {
				t.Errorf("%s: %s has %d moves; want %s with %d", name, g.Name, len(g.Turns), want, tc.games[i])
			}
		}
	}
}

func TestReadTranscriptsRefuses(t *testing.T) {
	for name, tc := range map[string]struct {
		text             string
		game, line, move int
		says             string
	}{
		"nothing":      {" \n", 0, 0, 0, "no game"},
		"a large file": {strings.Repeat("\n", reversi.MostFile+1), 0, 0, 0, "larger"},
		"illegal":      {"f5d6\n\nf5f5", 2, 3, 2, "stays there"},
		"words":        {"f5d6\nhello", 2, 2, 1, "neither a square"},
	} {
		games, err := reversi.ReadTranscripts([]byte(tc.text))
		var bad *reversi.FormatError
		if !errors.As(err, &bad) || games != nil {
			t.Fatalf("%s: %v and %v; want a *FormatError", name, games, err)
		}
		if bad.Game != tc.game || bad.Line != tc.line || bad.Move != tc.move || !strings.Contains(bad.Error(), tc.says) {
			t.Errorf("%s: %q; want game %d, line %d, move %d, %q", name, bad, tc.game, tc.line, tc.move, tc.says)
		}
	}
}

// FuzzReadTranscript: nothing panics, and what is read can be played and reads
// back from its own moves.
func FuzzReadTranscript(f *testing.F) {
	for _, s := range []string{"", "f5d6c3", levelGame, levelGame[:116] + "--", " F5 pa", "f5a1", "--", "pas", "e6f4e3f6g5d6e7f5c5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := reversi.ReadTranscript(s)
		if err != nil {
			var bad *reversi.FormatError
			if !errors.As(err, &bad) {
				t.Fatalf("error %v; want a *FormatError", err)
			}
			return
		}
		var all tournament
		if err := all.replay(r, 0); err != nil {
			t.Fatal(err)
		}
		var own strings.Builder
		for _, turn := range r.Turns {
			own.WriteString(string(turn.Move))
		}
		again, err := reversi.ReadTranscript(own.String())
		if err != nil || !equalTurns(r.Turns, again.Turns) || r.End != again.End {
			t.Fatalf("%q reads as %v, and that as %v (%v)", s, r, again, err)
		}
		if len(r.Turns) > 0 {
			readsBack(t, "transcript", []engines.Record{r, r})
		}
	})
}
