package reversi_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"plylog/engines"
	"plylog/engines/reversi"
)

// TestWriteRefuses: what a format has no room for is named, with the game and the
// move.
func TestWriteRefuses(t *testing.T) {
	const black, white = engines.First, engines.Second
	moves := func(by engines.Seat, list ...engines.Move) (turns []engines.Turn) {
		for _, m := range list {
			turns = append(turns, engines.Turn{By: by, Move: m})
			by = by.Opponent()
		}
		return turns
	}
	won, err := reversi.ReadTranscript("e6f4e3f6g5d6e7f5c5")
	if err != nil {
		t.Fatal(err)
	}
	played := func(change func(*engines.Record)) engines.Record {
		g := won
		change(&g)
		return g
	}
	tag := func(name, value string) engines.Record {
		return played(func(g *engines.Record) { g.Tags = []engines.Tag{{Name: name, Value: value}} })
	}
	end := func(e engines.Ending) engines.Record { return engines.Record{Turns: moves(black, "d3"), End: e} }
	for name, tc := range map[string]struct {
		formats string
		g       engines.Record
		move    int
		says    string
	}{
		"players":              {"transcript", played(func(g *engines.Record) { g.Players[1] = "Ann" }), 0, "names"},
		"players by name":      {"wthor", played(func(g *engines.Record) { g.Players[1] = "Ann" }), 0, `"Ann"`},
		"a player's number":    {"wthor", played(func(g *engines.Record) { g.Players[1] = "#65536" }), 0, "#65536"},
		"a long name":          {"ggf", played(func(g *engines.Record) { g.Players[1] = strings.Repeat("]", 4096) }), 0, "longer"},
		"a tag":                {"transcript wthor", tag("Site", "home"), 0, "Site"},
		"a tag of ours":        {"ggf", tag("PB", "Ann"), 0, "PB"},
		"a tag under its name": {"ggf", tag("PC", "home"), 0, "PC"},
		"a move for a tag":     {"ggf", tag("B", "D3"), 0, "another field"},
		"options for a tag":    {"ggf", tag("OP", "{}"), 0, "OP"},
		"supplies for a tag":   {"ggf", tag("DH", "30 30"), 0, "DH"},
		"another game's tag":   {"ggf", tag("GM", "Go"), 0, "not Othello"},
		"a tag with a blank":   {"ggf", tag("Black Rating", "1"), 0, "letters"},
		"a tag without a name": {"ggf", tag("", "1"), 0, "letters"},
		"a result of another":  {"ggf", tag("RE", "-2.00"), 0, "RE"},
		"an unknown result":    {"ggf", tag("RE", "?"), 0, "RE"},
		"a tournament's name":  {"wthor", tag("Event", "Open"), 0, `"Open"`},
		"a day":                {"wthor", tag("Date", "1977.05.01"), 0, "1977.05.01"},
		"no year":              {"wthor", tag("Date", "0.??.??"), 0, "0.??.??"},
		"another's score":      {"wthor", tag("Score", "20-44"), 0, "20-44"},
		"a wrong sum":          {"wthor", tag("Score", "40-20"), 0, "40-20"},
		"no score":             {"wthor", tag("Score", "won"), 0, "won"},
		"a wrong theory":       {"wthor", tag("Theoretical", "36"), 0, `"36"`},
		"no theory":            {"wthor", tag("Theoretical", "0 at 0"), 0, "0 at 0"},
		"a tag twice": {"wthor", played(func(g *engines.Record) {
			g.Tags = []engines.Tag{{Name: "Event", Value: "#1"}, {Name: "Event", Value: "#2"}}
		}), 0, "Event"},
		"options":         {"transcript wthor", played(func(g *engines.Record) { g.Options = []byte(`{"score":"empties-to-winner"}`) }), 0, "options"},
		"unknown options": {"transcript wthor ggf", played(func(g *engines.Record) { g.Options = []byte(`{"x":1}`) }), 0, "not a known name"},
		"a board": {"transcript wthor", engines.Record{
			Board: "---------------------------OX------XO--------------------------- O", Turns: moves(white, "e3"),
		}, 0, "given board"},
		"a bad board":         {"transcript wthor ggf", engines.Record{Board: "x", Turns: moves(black, "d3")}, 0, "64 squares"},
		"out of turn":         {"transcript wthor", engines.Record{Turns: moves(white, "d3")}, 1, "black's turn"},
		"illegal":             {"transcript wthor", engines.Record{Turns: moves(black, "d3", "a1")}, 2, "outflanks no"},
		"a pass":              {"ggf", engines.Record{Turns: moves(black, "pass")}, 1, "no placement"},
		"by nobody":           {"ggf", engines.Record{Turns: moves(engines.Nobody, "d3")}, 1, "no placement"},
		"dice":                {"transcript wthor ggf", engines.Record{Turns: []engines.Turn{{By: black, Move: "d3", Dice: "6-1"}}}, 1, ""},
		"too many":            {"ggf", engines.Record{Turns: moves(black, make([]engines.Move, 129)...)}, 0, "more than"},
		"no move":             {"transcript", engines.Record{}, 0, "no move"},
		"resigned":            {"transcript wthor", end(engines.Ending{Known: true, Winner: black, Reason: "resigned"}), 0, ""},
		"unfinished":          {"wthor", end(engines.Ending{}), 0, "Score"},
		"won by nothing":      {"transcript wthor ggf", end(engines.Ending{Known: true, Winner: black}), 0, ""},
		"aborted":             {"transcript wthor ggf", end(engines.Ending{Reason: "aborted"}), 0, ""},
		"for another reason":  {"transcript wthor ggf", end(engines.Ending{Known: true, Winner: black, Reason: "abandoned"}), 0, ""},
		"two points":          {"transcript wthor ggf", end(engines.Ending{Known: true, Winner: black, Points: 2, Reason: "time"}), 0, ""},
		"a value":             {"transcript wthor ggf", end(engines.Ending{Known: true, Winner: black, Reason: "resigned", Value: "gammon"}), 0, ""},
		"won by the other":    {"transcript wthor ggf", played(func(g *engines.Record) { g.End = engines.Ending{Known: true, Winner: white} }), 0, ""},
		"won in another way":  {"transcript wthor ggf", played(func(g *engines.Record) { g.End.Reason = "no-moves" }), 0, ""},
		"drawn with a winner": {"transcript wthor ggf", end(engines.Ending{Known: true, Winner: engines.Chance}), 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			for _, f := range reversi.New().(engines.Formatter).Formats() {
				data, err := f.Write([]engines.Record{won, tc.g})
				if !strings.Contains(tc.formats, f.Name) {
					continue
				}
				var bad *reversi.FormatError
				if !errors.As(err, &bad) || data != nil {
					t.Fatalf("%s: %q, %v; want a *FormatError", f.Name, data, err)
				}
				at := ", game 2: "
				if tc.move > 0 {
					at = fmt.Sprintf(", game 2, move %d: ", tc.move)
				}
				if text := bad.Error(); !strings.Contains(text, at) || !strings.Contains(text, tc.says) {
					t.Errorf("%s: %q; want %q and %q", f.Name, text, at, tc.says)
				}
			}
		})
	}
}

// TestWriteTakesWhatFollows: an ending may say in full what the moves say anyway.
func TestWriteTakesWhatFollows(t *testing.T) {
	won, err := reversi.ReadTranscript("e6f4e3f6g5d6e7f5c5")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []engines.Ending{
		{},
		{Known: true, Winner: engines.First},
		{Known: true, Winner: engines.First, Points: 1, Reason: "wiped-out"},
	} {
		won.End = e
		for _, f := range reversi.New().(engines.Formatter).Formats() {
			if _, err := f.Write([]engines.Record{won}); err != nil {
				t.Errorf("%s, %+v: %v", f.Name, e, err)
			}
		}
	}
}

// TestWriteWTHORBases: the games of one base are of one year and one depth.
func TestWriteWTHORBases(t *testing.T) {
	won, err := reversi.ReadTranscript("e6f4e3f6g5d6e7f5c5")
	if err != nil {
		t.Fatal(err)
	}
	tagged := func(tags ...engines.Tag) engines.Record {
		g := won
		g.Tags = tags
		return g
	}
	date, theory := engines.Tag{Name: "Date", Value: "1977.??.??"}, engines.Tag{Name: "Theoretical", Value: "36 at 24"}
	for _, other := range []engines.Record{won, tagged(date), tagged(theory), tagged(theory, engines.Tag{Name: "Date", Value: "1978.??.??"})} {
		_, err := reversi.WriteWTHOR([]engines.Record{tagged(date, theory), other})
		if err == nil || !strings.Contains(err.Error(), "game 2: is of another year") {
			t.Errorf("%v beside a game of 1977 with a depth of 24: %v", other.Tags, err)
		}
	}
	if _, err := reversi.WriteWTHOR(make([]engines.Record, 20_001)); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("20,001 games: %v", err)
	}
}
