package table

import (
	"reflect"
	"strings"
	"testing"

	"plylog/api/client"
)

func TestParse(t *testing.T) {
	do := func(c client.Command) line { return line{do: &c} }
	for text, want := range map[string]line{
		"":                        {},
		"  \t ":                   {},
		"# black to move":         {},
		"d3":                      do(client.Command{Type: "move", Move: "d3"}),
		"  8/5   6/5* \r\n":       do(client.Command{Type: "move", Move: "8/5 6/5*"}),
		"move roll":               do(client.Command{Type: "move", Move: "roll"}),
		"Bx1133":                  do(client.Command{Type: "move", Move: "Bx1133"}),
		"ROLL":                    do(client.Command{Type: "roll"}),
		"roll 6-5":                do(client.Command{Type: "roll", Dice: []int{6, 5}}),
		"double":                  do(client.Command{Type: "double"}),
		"take":                    do(client.Command{Type: "take"}),
		"drop":                    do(client.Command{Type: "drop"}),
		"offer draw":              do(client.Command{Type: "offer", What: "draw"}),
		"accept":                  do(client.Command{Type: "accept"}),
		"decline draw":            do(client.Command{Type: "decline", What: "draw"}),
		"resign":                  do(client.Command{Type: "resign"}),
		"resign gammon":           do(client.Command{Type: "resign", Value: "gammon"}),
		"claim repetition":        do(client.Command{Type: "claim", What: "repetition"}),
		"correct d3:d4":           do(client.Command{Type: "correct", Move: "d3:d4"}),
		"moves":                   {word: wordMoves, args: []string{}},
		"legal 8/":                {word: wordMoves, args: []string{"8/"}},
		"Board":                   {word: wordBoard, args: []string{}},
		"takeback":                {word: wordUndo, args: []string{}},
		"?":                       {word: wordHelp, args: []string{}},
		"q":                       {word: wordQuit, args: []string{}},
		"export pdn":              {word: wordExport, args: []string{"pdn"}},
		strings.Repeat("d", 1000): do(client.Command{Type: "move", Move: strings.Repeat("d", 1000)}),
	} {
		got, err := parse(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%.40q: got %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{
		"offer", "offer draw now", "double 4", "move", "resign for good now", "roll 7-1", "roll 6 5", "roll 65",
		"quit now", "moves a b", "export", "d3\x00", "\x1b[2J", "d\xff3", strings.Repeat("d", 1001), strings.Repeat(" ", 1001),
	} {
		if got, err := parse(text); err == nil {
			t.Errorf("%.40q was read as %+v", text, got)
		}
	}
}

// FuzzParse: whatever is typed is nothing, a word, a command, or refused, and a
// command carries nothing that was not typed.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "d3", "8/5 6/5*", "roll 6-5", "offer draw", "moves 8/", "# x", "\x1b[A", "resign\u00a0gammon", "move quit"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parse(text)
		switch {
		case err != nil && !l.none():
			t.Fatalf("refused, and yet %+v", l)
		case err != nil:
			return
		case l.word != "" && l.do != nil:
			t.Fatalf("a word and a command: %+v", l)
		case l.do != nil:
			for _, part := range []string{l.do.What, l.do.Value} {
				if !strings.Contains(text, part) {
					t.Fatalf("%q is not in %q", part, text)
				}
			}
			for _, part := range strings.Fields(l.do.Move) {
				if !strings.Contains(text, part) {
					t.Fatalf("%q is not in %q", part, text)
				}
			}
		}
	})
}

func TestColumns(t *testing.T) {
	got := columns([]string{"a", "bb", "c", "d", "e"}, 9)
	if want := []string{"a   d", "bb  e", "c"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := columns(nil, 9); got != nil {
		t.Errorf("got %q", got)
	}
	if got := columns([]string{"wider than it is", "b"}, 9); len(got) != 2 {
		t.Errorf("got %q", got)
	}
}
