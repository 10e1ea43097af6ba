package checkers

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
)

// anyName draws a name as people make them up.
func anyName() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"", "?", "*", `Ann "Ace" O'Neil`, `back\slash\`, "[Black \"x\"]", "two\nlines\r\n", "🦊🐐", "1-0", "{;%(", "Ægir"}),
		rapid.String(),
	)
}

// anyTags draws tags that no field of a record is for.
func anyTags() *rapid.Generator[[]engines.Tag] {
	tag := rapid.Custom(func(t *rapid.T) engines.Tag {
		return engines.Tag{
			Name: rapid.OneOf(
				rapid.SampledFrom([]string{"Event", "Site", "Date", "Round", "Termination", "GameOptions"}),
				rapid.StringMatching(`X[A-Za-z0-9_]{0,8}`),
			).Draw(t, "name"),
			Value: anyName().Draw(t, "value"),
		}
	})
	return rapid.SliceOfN(tag.Filter(func(t engines.Tag) bool { return !new(pdnGame).take(t) }), 0, 5)
}

// anyGame draws a game played at random, and how it ended.
func anyGame() *rapid.Generator[engines.Record] {
	return rapid.Custom(func(t *rapid.T) engines.Record {
		g := engines.Record{Players: [2]string{anyName().Draw(t, "red"), anyName().Draw(t, "white")}, Tags: anyTags().Draw(t, "tags")}
		g.Options = []byte(rapid.SampledFrom([]string{
			"", "{}", `{"repetition":"auto"}`, "{\n\t\"fortyMove\": \"off\", \"drawByAgreement\": false\n}",
		}).Draw(t, "options"))
		if rapid.Bool().Draw(t, "set up") {
			g.Board = begin(anyBoard().Draw(t, "board"), usualDraws()).Board()
		}
		p, err := New().New(g.Options, g.Board)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 40).Draw(t, "plies") {
			moves := canonicalMoves(p)
			if len(moves) == 0 {
				break
			}
			turn := engines.Turn{By: p.Turn(), Move: engines.Move(rapid.SampledFrom(moves).Draw(t, "move"))}
			if p, err = p.Play(turn.By, turn.Move); err != nil {
				t.Fatal(err)
			}
			g.Turns = append(g.Turns, turn)
		}
		g.End = rapid.SampledFrom([]engines.Ending{
			{},
			{Reason: "aborted"},
			{Known: true, Winner: engines.First, Reason: "resigned"},
			{Known: true, Winner: engines.Second, Reason: "time"},
			{Known: true, Reason: "agreed"},
			{Known: true, Reason: "forty-move"},
			{Known: true, Winner: engines.Second},
		}).Draw(t, "end")
		return g
	})
}

// same compares what a record says, but for its place in the file and for how
// its options are spelled.
func same(t interface{ Fatalf(string, ...any) }, got, want engines.Record) {
	wanted, err := readDraws(want.Options)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if d, err := readDraws(got.Options); err != nil || d != wanted {
		t.Fatalf("options %s (%v); want %s", got.Options, err, want.Options)
	}
	got.Name, want.Name, got.Options, want.Options = "", "", nil, nil
	if len(got.Tags)+len(want.Tags) == 0 {
		got.Tags, want.Tags = nil, nil
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got\n%+v\nwant\n%+v", got, want)
	}
}

// lastBoard plays a record to its end.
func lastBoard(t *rapid.T, g engines.Record) string {
	p, err := New().New(g.Options, g.Board)
	if err != nil {
		t.Fatal(err)
	}
	for _, turn := range g.Turns {
		if p, err = p.Play(turn.By, turn.Move); err != nil {
			t.Fatal(err)
		}
	}
	return p.Board()
}

// TestPDNReadsBack: several games in a file come back as they were written.
func TestPDNReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(anyGame(), 1, 3).Draw(t, "games")
		text, err := WritePDN(games)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if len(line) > 80 && line[0] != '[' {
				t.Fatalf("a line of %d bytes: %s", len(line), line)
			}
		}
		again, err := ReadPDN(text)
		if err != nil || len(again) != len(games) {
			t.Fatalf("%d of %d games: %v\n%s", len(again), len(games), err, text)
		}
		for i, g := range again {
			same(t, g, games[i])
			if got, want := lastBoard(t, g), lastBoard(t, games[i]); got != want {
				t.Fatalf("%s; want %s", got, want)
			}
		}
	})
}

// TestACFReadsBack: moves and results do, and there is nothing else.
func TestACFReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var games []engines.Record
		for _, g := range rapid.SliceOfN(anyGame(), 1, 3).Draw(t, "games") {
			if g.Board == "" {
				g.End.Reason = ""
				games = append(games, engines.Record{Turns: g.Turns, End: g.End})
			}
		}
		text, err := WriteACF(games)
		if err != nil {
			t.Fatal(err)
		}
		if len(games) == 0 {
			return
		}
		again, err := ReadACF(text)
		if err != nil || len(again) != len(games) {
			t.Fatalf("%d of %d games: %v\n%s", len(again), len(games), err, text)
		}
		for i, g := range again {
			same(t, g, games[i])
		}
	})
}

func TestWritePDN(t *testing.T) {
	t.Parallel()
	text, err := WritePDN([]engines.Record{
		{
			Players: [2]string{`"Red"`, ""}, Tags: []engines.Tag{{Name: "Event", Value: "Cup"}, {Name: "Round"}},
			Turns: []engines.Turn{{By: engines.First, Move: "11-15"}, {By: engines.Second, Move: "22-18"}, {By: engines.First, Move: "15x22"}},
			End:   engines.Ending{Known: true, Winner: engines.First, Points: 1, Reason: "time"},
		},
		{
			Board: "W:W27:B16,24", Options: []byte(`{"repetition":"auto"}`),
			Turns: []engines.Turn{{By: engines.Second, Move: "27x20x11"}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = `[Event "Cup"]
[Round "?"]
[Black "\"Red\""]
[White "?"]
[Result "1-0"]
[GameType "21,B,8,8,N1,0"]
[Termination "time forfeit"]
1. 11-15 22-18 2. 15x22 1-0

[Black "?"]
[White "?"]
[Result "*"]
[GameType "21,B,8,8,N1,0"]
[SetUp "1"]
[FEN "W:W27:B16,24"]
[GameOptions "{\"repetition\":\"auto\"}"]
1... 27x20x11 *
`
	if string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

func TestWriteRefuses(t *testing.T) {
	t.Parallel()
	win := engines.Ending{Known: true, Winner: engines.First}
	first := func(moves ...engines.Move) (turns []engines.Turn) {
		for i, m := range moves {
			turns = append(turns, engines.Turn{By: engines.First + engines.Seat(i%2), Move: m})
		}
		return turns
	}
	for _, c := range []struct {
		name string
		g    engines.Record
		only string // the one format that refuses it; empty: both
		move int
		says string
	}{
		{"nobody's move", engines.Record{Board: "?:W1:B2", Turns: first("11-15")}, "", 0, "whose move"},
		{"out of turn", engines.Record{Turns: []engines.Turn{{By: engines.Second, Move: "22-18"}}}, "", 1, "take turns"},
		{"twice", engines.Record{Turns: append(first("11-15"), first("12-16")...)}, "", 2, "take turns"},
		{"dice", engines.Record{Turns: []engines.Turn{{By: engines.First, Move: "11-15", Dice: "6-1"}}}, "", 1, "dice"},
		{"words", engines.Record{Turns: first("11-15", "pass")}, "", 2, `"pass"`},
		{"a word of another game", engines.Record{Turns: first("roll")}, "", 1, `"roll"`},
		{"a blank", engines.Record{Turns: first("11 - 15")}, "PDN", 1, "no move"},
		{"a result for a move", engines.Record{Turns: first("1-1")}, "PDN", 1, "no move"},
		{"a result inside", engines.Record{Turns: first("0-0x5")}, "", 1, "no move"},
		{"two moves in one", engines.Record{Turns: first("11-15\n22-18")}, "", 1, "no move"},
		{"too many", engines.Record{Turns: first(make([]engines.Move, mostTurns+1)...)}, "", 0, "more than"},
		{"won by chance", engines.Record{End: engines.Ending{Known: true, Winner: engines.Chance}}, "", 0, "chance"},
		{"won, but not known", engines.Record{End: engines.Ending{Winner: engines.First}}, "", 0, "known: false"},
		{"two points", engines.Record{End: engines.Ending{Known: true, Winner: engines.First, Points: 2}}, "", 0, "2 points"},
		{"a draw with a point", engines.Record{End: engines.Ending{Known: true, Points: 1}}, "", 0, "1 points"},
		{"a value", engines.Record{End: engines.Ending{Known: true, Value: "gammon"}}, "", 0, "gammon"},
		{"a sentence for a reason", engines.Record{End: engines.Ending{Known: true, Reason: "they were tired"}}, "", 0, "reason"},
		{"an unknown option", engines.Record{Options: []byte(`{"flips":"manual"}`)}, "", 0, "flips"},
		{"a tag of a field", engines.Record{Tags: []engines.Tag{{Name: "Result", Value: "1-0"}}}, "", 0, "tag"},
		{"a tag of the ending", engines.Record{Tags: []engines.Tag{{Name: "Termination", Value: "resigned"}}}, "", 0, "tag"},
		{"a tag without a name", engines.Record{Tags: []engines.Tag{{Value: "a"}}}, "", 0, "tag"},
		{"a long name", engines.Record{Players: [2]string{strings.Repeat("a", engines.MostTag+1)}}, "", 0, "longer"},
		{"a name", engines.Record{Players: [2]string{"", "b"}}, "ACF", 0, "names"},
		{"a board", engines.Record{Board: "B:W32:B1"}, "ACF", 0, "board"},
		{"a reason", engines.Record{End: engines.Ending{Known: true, Reason: "agreed"}}, "ACF", 0, "reason"},
		{"options", engines.Record{Options: []byte(`{"repetition":"off"}`)}, "ACF", 0, "options"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, f := range New().(engines.Formatter).Formats() {
				data, err := f.Write([]engines.Record{{End: win}, c.g})
				name := strings.ToUpper(f.Name)
				if c.only != "" && c.only != name {
					if err != nil {
						t.Errorf("%s: %v", f.Name, err)
					}
					continue
				}
				var bad *FormatError
				if !errors.As(err, &bad) || data != nil {
					t.Fatalf("%s: %q, %v; want a *FormatError", f.Name, data, err)
				}
				at := fmt.Sprintf("%s, game 2: ", name)
				if c.move > 0 {
					at = fmt.Sprintf("%s, game 2, move %d: ", name, c.move)
				}
				if text := bad.Error(); !strings.HasPrefix(text, at) || c.only != "" && !strings.Contains(text, c.says) {
					t.Errorf("%q; want %q and %q", text, at, c.says)
				}
				if c.only == "" && f.Name == "pdn" && !strings.Contains(bad.Error(), c.says) {
					t.Errorf("%q; want %q", bad, c.says)
				}
			}
		})
	}
}

func TestReadPDNKeepsWhatIsSaid(t *testing.T) {
	t.Parallel()
	games, err := ReadPDN([]byte(`[Event "Manchester 1841"]
[Black "Moorhead, W."]
[White "?"]
[Site ""]
[Result "0-1"]
[GameType "21"]
[SetUp "1"]
[FEN ""]
[Termination "Time forfeit"]
[GameOptions "{\"repetition\":\"off\"}"]
1. 11-15 1 - 0
[Termination "White's flag fell"]
[GameOptions "none"]
[Termination "normal"]
*`))
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games: %v", len(games), err)
	}
	same(t, games[0], engines.Record{
		Players: [2]string{"Moorhead, W.", ""}, Tags: []engines.Tag{{Name: "Event", Value: "Manchester 1841"}, {Name: "Site"}},
		Options: []byte(`{"repetition":"off"}`), Turns: []engines.Turn{{By: engines.First, Move: "11-15"}},
		End: engines.Ending{Known: true, Winner: engines.First, Reason: "time"},
	})
	same(t, games[1], engines.Record{Tags: []engines.Tag{
		{Name: "Termination", Value: "White's flag fell"}, {Name: "GameOptions", Value: "none"}, {Name: "Termination", Value: "normal"},
	}})
}

// TestWriteWhatWasRecorded: whole collections are written and read again.
func TestWriteWhatWasRecorded(t *testing.T) {
	t.Parallel()
	pdn, acf := New().(engines.Formatter).Formats()[0], New().(engines.Formatter).Formats()[1]
	for _, c := range []struct {
		file     string
		from, to engines.Format
	}{
		{"pdn/OCA_2.0.pdn", pdn, pdn}, {"ACF_first1500.txt", acf, acf}, {"ACF_first1500.txt", acf, pdn},
	} {
		games, err := c.from.Read(sharedData(t, c.file))
		if err != nil {
			t.Fatal(err)
		}
		text, err := c.to.Write(games)
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		again, err := c.to.Read(text)
		if err != nil || len(again) != len(games) {
			t.Fatalf("%s: %d games come back as %d: %v", c.file, len(games), len(again), err)
		}
		for i := range games {
			same(t, again[i], games[i])
		}
	}
}
