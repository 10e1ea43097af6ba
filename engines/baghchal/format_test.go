package baghchal

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
)

// anyRecord draws a game played at random, and how it ended.
func anyRecord() *rapid.Generator[engines.Record] {
	name := rapid.OneOf(rapid.SampledFrom([]string{
		"", "?", "*", `Ann "Ace" O'Neil`, `back\slash\`, "[Goats \"x\"]", "two\nlines\r\n", "🐅🐐", "1-0", "{;}",
	}), rapid.String())
	tag := rapid.Custom(func(t *rapid.T) engines.Tag {
		return engines.Tag{
			Name:  rapid.SampledFrom([]string{"Event", "Site", "Date", "Termination", "X"}).Draw(t, "name"),
			Value: name.Draw(t, "value"),
		}
	}).Filter(func(t engines.Tag) bool { return !new(recorded).take(t) })
	return rapid.Custom(func(t *rapid.T) engines.Record {
		g := engines.Record{
			Players: [2]string{name.Draw(t, "goats"), name.Draw(t, "tigers")},
			Tags:    rapid.SliceOfN(tag, 0, 4).Draw(t, "tags"),
			Board:   rapid.SampledFrom([]string{"", "T3T/5/2G2/5/T3T T 19 0", "TGGGT/GGGGG/GG1GG/GGG1G/T1GGT T 0 2"}).Draw(t, "board"),
		}
		p, err := New().New(nil, g.Board)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 80).Draw(t, "plies") {
			choices := p.Choices(p.Turn())
			if len(choices) == 0 {
				break
			}
			turn := engines.Turn{By: p.Turn(), Move: choices[rapid.IntRange(0, len(choices)-1).Draw(t, "move")].Move}
			if p, err = p.Play(turn.By, turn.Move); err != nil {
				t.Fatal(err)
			}
			g.Turns = append(g.Turns, turn)
		}
		g.End = rapid.SampledFrom([]engines.Ending{
			{},
			{Reason: "aborted"},
			{Known: true, Winner: engines.First, Reason: "tigers-stuck"},
			{Known: true, Winner: engines.Second, Reason: "time"},
			{Known: true, Reason: "agreed"},
			{Known: true, Winner: engines.Second},
		}).Draw(t, "end")
		return g
	})
}

// sameRecord compares what records say, but for their place in the file.
func sameRecord(t interface{ Fatalf(string, ...any) }, got, want engines.Record) {
	got.Name, want.Name = "", ""
	if len(got.Tags)+len(want.Tags) == 0 {
		got.Tags, want.Tags = nil, nil
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got\n%+v\nwant\n%+v", got, want)
	}
}

// lastBoard plays a record to its end.
func lastBoard(t interface{ Fatalf(string, ...any) }, g engines.Record) string {
	p, err := New().New(g.Options, g.Board)
	for i := 0; err == nil && i < len(g.Turns); i++ {
		p, err = p.Play(g.Turns[i].By, g.Turns[i].Move)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return p.Board()
}

// TestReadsBack: games come back as they were written, in both formats, whichever
// of their readers is asked.
func TestReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(anyRecord(), 1, 3).Draw(t, "games")
		for _, write := range New().(engines.Formatter).Formats() {
			data, err := write.Write(games)
			if err != nil {
				t.Fatal(err)
			}
			for _, read := range New().(engines.Formatter).Formats() {
				again, err := read.Read(data)
				if err != nil || len(again) != len(games) {
					t.Fatalf("%d games come back as %d: %v\n%s", len(games), len(again), err, data)
				}
				for i, g := range again {
					sameRecord(t, g, games[i])
					if got, want := lastBoard(t, g), lastBoard(t, games[i]); got != want {
						t.Fatalf("%s; want %s", got, want)
					}
				}
			}
		}
	})
}

func TestWrite(t *testing.T) {
	t.Parallel()
	turn := func(by engines.Seat, m engines.Move) engines.Turn { return engines.Turn{By: by, Move: m} }
	games := []engines.Record{
		{
			Players: [2]string{`"Ann"`, ""}, Tags: []engines.Tag{{Name: "Site", Value: "home"}},
			Turns: []engines.Turn{turn(engines.First, "b4"), turn(engines.Second, "a5xc3"), turn(engines.First, "e4")},
			End:   engines.Ending{Known: true, Winner: engines.Second, Points: 1, Reason: "time"},
		},
		{
			Board: "T3T/5/2G2/5/T3T T 19 0", Options: []byte("{}"),
			Turns: []engines.Turn{turn(engines.Second, "a1-b2")},
		},
	}
	const head = `[Site "home"]
[Goats "\"Ann\""]
[Tigers "?"]
[Result "0-1"]
[Termination "time forfeit"]
1. %s 0-1

[Goats "?"]
[Tigers "?"]
[Result "*"]
[SetUp "1"]
[FEN "T3T/5/2G2/5/T3T T 19 0"]
1... %s *
`
	for name, want := range map[string]string{
		"text": fmt.Sprintf(head, "b4 a5xc3 2. e4", "a1-b2"),
		"pgn":  fmt.Sprintf(head, "G22 Bx1133 2. G25", "B5142"),
	} {
		for _, f := range New().(engines.Formatter).Formats() {
			if f.Name != name {
				continue
			}
			got, err := f.Write(games)
			if err != nil || string(got) != want {
				t.Errorf("%s (%v)\n%s\nwant\n%s", name, err, got, want)
			}
		}
	}
}

// short writes a record as tests compare it.
func short(g engines.Record) string {
	var b strings.Builder
	if g.Board != "" {
		b.WriteString(g.Board + " | ")
	}
	for _, turn := range g.Turns {
		fmt.Fprintf(&b, "%c:%s ", turn.By.String()[0], turn.Move)
	}
	return b.String() + g.End.Mark()
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		data string
		want []string
	}{
		"as the library writes": {" 1. G33 B1122 2. G44 Bx2244# 0-1", []string{"f:c3 s:a5-b4 f:d2 s:b4xd2 0-1"}},
		"without blanks":        {"1.G33 B1122 2.G44", []string{"f:c3 s:a5-b4 f:d2 *"}},
		"later moves":           {"[FEN \"T3T/5/2G2/5/T3T G 0 4\"] 21.G3323 B1112", []string{"T3T/5/2G2/5/T3T G 0 4 | f:c3-c4 s:a5-b5 *"}},
		"our notation":          {"1. c3 a1b2 2. D4 b2×d4! 1-0", []string{"f:c3 s:a1-b2 f:d4 s:b2xd4 1-0"}},
		"without numbers":       {"c3 a1-b2\nd4", []string{"f:c3 s:a1-b2 f:d4 *"}},
		"two games":             {"c3 * 33 1/2-1/2", []string{"f:c3 *", "f:c3 1/2-1/2"}},
		"tags end a game":       {"c3 [Result \"1-0\"] d3 [X \"\"]", []string{"f:c3 *", "f:d3 1-0", "*"}},
		"the mark outdoes":      {"[Result \"1-0\"] c3 0-1", []string{"f:c3 0-1"}},
		"a mark alone":          {"\ufeff*", []string{"*"}},
		"comments":              {"{a [b} c3 ; d3 *\n{\n} a1-b2 ?? *;", []string{"f:c3 s:a1-b2 *"}},
		"a letter outdoes":      {"1. G33 2. G44", []string{"f:c3 f:d2 *"}},
		"a goat that captures":  {"G1133 Gx1133", []string{"f:a5-c3 f:a5xc3 *"}},
		"a capture of nothing":  {"c3 a1xb2", []string{"f:c3 s:a1xb2 *"}},
		"a board":               {"[SetUp \"1\"][FEN \"T3T/5/5/5/T3T B 20 0\"] 1... a1-b2", []string{"T3T/5/5/5/T3T B 20 0 | s:a1-b2 *"}},
		"a board of nobody":     {"[FEN \"x\"] G33", []string{"x | f:c3 *"}},
		"a usual board":         {"[FEN \"?\"] c3", []string{"f:c3 *"}},
	} {
		for _, f := range New().(engines.Formatter).Formats() {
			games, err := f.Read([]byte(tc.data))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			var got []string
			for i, g := range games {
				got = append(got, short(g))
				if want := fmt.Sprintf("game %d", i+1); g.Name != want {
					t.Errorf("%s: a game is called %q; want %q", name, g.Name, want)
				}
			}
			if g, w := strings.Join(got, "\n"), strings.Join(tc.want, "\n"); g != w {
				t.Errorf("%s\n%s\nwant\n%s", name, g, w)
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		data             string
		game, line, move int
		says             string
	}{
		"nothing":        {" \n\x1a", 0, 0, 0, "no game"},
		"a large file":   {strings.Repeat(" ", MostFile+1), 0, 0, 0, "larger"},
		"a word":         {"1. c3\nresigns", 1, 2, 2, `"resigns"`},
		"no point":       {"c3 *\n\nf9", 2, 3, 1, `"f9"`},
		"an open brace":  {"c3\n{ a", 1, 2, 0, "never closed"},
		"a closing one":  {"c3 }", 1, 1, 2, "neither"},
		"a variation":    {"c3 (d3)", 1, 1, 2, `"(d3)"`},
		"a nameless tag": {"c3\n[]", 2, 2, 0, "without a name"},
		"nobody's move":  {"[FEN \"x\"] c3", 1, 1, 1, "whose move"},
		"endless":        {strings.Repeat("c3\n", mostTurns+1), 1, mostTurns + 1, mostTurns + 1, "more than"},
	} {
		for _, f := range New().(engines.Formatter).Formats() {
			games, err := f.Read([]byte(tc.data))
			var bad *FormatError
			if !errors.As(err, &bad) || games != nil {
				t.Fatalf("%s: %v and %v; want a *FormatError", name, games, err)
			}
			if bad.Format != f.Name || bad.Game != tc.game || bad.Line != tc.line || bad.Move != tc.move || !strings.Contains(bad.Error(), tc.says) {
				t.Errorf("%s: %q; want game %d, line %d, move %d, %q", name, bad, tc.game, tc.line, tc.move, tc.says)
			}
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	t.Parallel()
	moves := func(by engines.Seat, list ...engines.Move) (turns []engines.Turn) {
		for _, m := range list {
			turns = append(turns, engines.Turn{By: by, Move: m})
			by = by.Opponent()
		}
		return turns
	}
	end := func(e engines.Ending) engines.Record { return engines.Record{End: e} }
	for name, tc := range map[string]struct {
		g    engines.Record
		move int
		says string
	}{
		"out of turn":       {engines.Record{Turns: moves(engines.Second, "a1-b2")}, 1, "take turns"},
		"twice":             {engines.Record{Turns: append(moves(engines.First, "c3"), moves(engines.First, "d3")...)}, 2, "take turns"},
		"nobody's move":     {engines.Record{Board: "x", Turns: moves(engines.First, "c3")}, 0, "whose move"},
		"dice":              {engines.Record{Turns: []engines.Turn{{By: engines.First, Move: "c3", Dice: "6-1"}}}, 1, "dice"},
		"a word":            {engines.Record{Turns: moves(engines.First, "c3", "pass")}, 2, `"pass"`},
		"the other's piece": {engines.Record{Turns: moves(engines.First, "B33")}, 1, "goats"},
		"too many":          {engines.Record{Turns: moves(engines.First, make([]engines.Move, mostTurns+1)...)}, 0, "more than"},
		"options":           {engines.Record{Options: []byte(`{"x":1}`)}, 0, "x"},
		"a tag of ours":     {engines.Record{Tags: []engines.Tag{{Name: "Goats", Value: "a"}}}, 0, "Goats"},
		"a nameless tag":    {engines.Record{Tags: []engines.Tag{{Value: "a"}}}, 0, "name"},
		"won by chance":     {end(engines.Ending{Known: true, Winner: engines.Chance}), 0, "chance"},
		"won, but open":     {end(engines.Ending{Winner: engines.First}), 0, "known: false"},
		"two points":        {end(engines.Ending{Known: true, Winner: engines.First, Points: 2}), 0, "2 points"},
		"a value":           {end(engines.Ending{Known: true, Value: "gammon"}), 0, "gammon"},
		"a sentence":        {end(engines.Ending{Known: true, Reason: "they were tired"}), 0, "reason"},
	} {
		for _, f := range New().(engines.Formatter).Formats() {
			data, err := f.Write([]engines.Record{{Turns: moves(engines.First, "c3")}, tc.g})
			var bad *FormatError
			if !errors.As(err, &bad) || data != nil {
				t.Fatalf("%s: %q and %v; want a *FormatError", name, data, err)
			}
			if bad.Format != f.Name || bad.Game != 2 || bad.Move != tc.move || !strings.Contains(bad.Error(), tc.says) {
				t.Errorf("%s: %q; want game 2, move %d, %q", name, bad, tc.move, tc.says)
			}
		}
	}
}

// FuzzRead: nothing panics, and what is read can be written, unless a side moves
// twice, and reads back the same.
func FuzzRead(f *testing.F) {
	for _, data := range []string{
		"", "1. G33 B1122 2. G44 Bx2244# 0-1", "[Goats \"a\\\"\"][FEN \"T3T/5/5/5/T3T B 20 0\"] 1... a1-b2 {c} ; d\n1/2-1/2",
		"[Termination \"normal\"] c3 a1xb2!? *", "G33 G44", "33 1122 x1133",
	} {
		f.Add([]byte(data), false)
		f.Add([]byte(data), true)
	}
	f.Fuzz(func(t *testing.T, data []byte, digits bool) {
		n := text
		if digits {
			n = pgn
		}
		games, err := n.readAll(data)
		var bad *FormatError
		if err != nil {
			if !errors.As(err, &bad) || games != nil {
				t.Fatalf("%v and %v; want a *FormatError", games, err)
			}
			return
		}
		again, err := n.writeAll(games)
		if err != nil {
			if !errors.As(err, &bad) || !strings.Contains(bad.Error(), "turns") {
				t.Fatal(err)
			}
			return
		}
		back, err := n.readAll(again)
		if err != nil || len(back) != len(games) {
			t.Fatalf("%d games come back as %d: %v\n%s", len(games), len(back), err, again)
		}
		for i := range games {
			sameRecord(t, back[i], games[i])
		}
	})
}
