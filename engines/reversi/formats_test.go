package reversi_test

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
	"plylog/engines/reversi"
)

// formatNamed returns one of the engine's formats.
func formatNamed(t interface{ Fatalf(string, ...any) }, name string) engines.Format {
	for _, f := range reversi.New().(engines.Formatter).Formats() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("there is no format %q", name)
	return engines.Format{}
}

// anyTurns draws a game from a position, or the beginning of one, without its
// passes, and returns where it leads.
func anyTurns(t *rapid.T, p engines.Position, whole bool) ([]engines.Turn, engines.Position) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	plies := 200
	if !whole {
		plies = rapid.IntRange(0, 64).Draw(t, "plies")
	}
	var turns []engines.Turn
	for range plies {
		choices := p.Choices(p.Turn())
		if len(choices) == 0 {
			break
		}
		turn := engines.Turn{By: p.Turn(), Move: choices[rng.IntN(len(choices))].Move}
		next, err := p.Play(turn.By, turn.Move)
		if err != nil {
			t.Fatal(err)
		}
		p = next
		if turn.Move != engines.Pass {
			turns = append(turns, turn)
		}
	}
	return turns, p
}

// ended is how the rules say that a game ended; the zero value where they do not.
func ended(p engines.Position) engines.Ending {
	r, over := p.Result()
	return engines.Ending{Known: over, Winner: r.Winner}
}

// anyStart draws a position to begin from: the usual one, or one from a game, with
// its own supplies or without, or with other ones.
func anyStart(t *rapid.T, options string) (string, engines.Position) {
	p, err := reversi.New().New([]byte(options), "")
	if err != nil {
		t.Fatal(err)
	}
	board := ""
	if kind := rapid.IntRange(0, 3).Draw(t, "start"); kind > 0 {
		_, p = anyTurns(t, p, false)
		board = p.Board()
		if kind > 1 {
			board = board[:66]
		}
		if empty := strings.Count(board, "-"); kind > 2 && empty <= 32 {
			board += " 0 " + strconv.Itoa(empty)
		}
	}
	if p, err = reversi.New().New([]byte(options), board); err != nil {
		t.Fatal(err)
	}
	return board, p
}

// sameRecord compares what two records say, but for their place in a file, for
// how options and boards are spelled and for what follows from the moves.
func sameRecord(t interface{ Fatalf(string, ...any) }, got, want engines.Record) {
	lead := func(r engines.Record) (start, end string, over bool) {
		p, err := reversi.New().New(r.Options, r.Board)
		if err != nil {
			t.Fatalf("%v", err)
		}
		start = p.Board()
		for _, turn := range r.Turns {
			if p.(engines.Passer).MustPass() && p.Turn() != turn.By {
				if p, err = p.Play(p.Turn(), engines.Pass); err != nil {
					t.Fatalf("%v", err)
				}
			}
			next, err := p.Play(turn.By, turn.Move)
			if err != nil {
				return start, "illegal", false
			}
			p = next
		}
		r2, over := p.Result()
		return start, p.Board() + r2.Reason, over
	}
	gotStart, gotEnd, _ := lead(got)
	wantStart, wantEnd, over := lead(want)
	if gotStart != wantStart || gotEnd != wantEnd {
		t.Fatalf("from %s to %s; want from %s to %s", gotStart, gotEnd, wantStart, wantEnd)
	}
	if over && got.End.Winner == want.End.Winner {
		got.End, want.End = engines.Ending{}, engines.Ending{}
	}
	for _, r := range []*engines.Record{&got, &want} {
		r.Name, r.Board, r.Options = "", "", nil
		if len(r.Tags) == 0 {
			r.Tags = nil
		}
		if len(r.Turns) == 0 {
			r.Turns = nil
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("got\n%+v\nwant\n%+v", got, want)
	}
}

// readsBack writes games and compares what is read again.
func readsBack(t interface{ Fatalf(string, ...any) }, format string, games []engines.Record) []byte {
	f := formatNamed(t, format)
	data, err := f.Write(games)
	if err != nil {
		t.Fatalf("%v", err)
	}
	again, err := f.Read(data)
	if err != nil || len(again) != len(games) {
		t.Fatalf("%d games come back as %d: %v\n%q", len(games), len(again), err, data)
	}
	for i := range games {
		sameRecord(t, again[i], games[i])
	}
	return data
}

func TestTranscriptsReadBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var games []engines.Record
		for range rapid.IntRange(1, 3).Draw(t, "games") {
			p, _ := reversi.New().New(nil, "")
			turns, p := anyTurns(t, p, rapid.Bool().Draw(t, "whole"))
			if len(turns) > 0 {
				games = append(games, engines.Record{Turns: turns, End: ended(p)})
			}
		}
		if len(games) > 0 {
			readsBack(t, "transcript", games)
		}
	})
}

func TestGGFReadsBack(t *testing.T) {
	t.Parallel()
	text := rapid.OneOf(rapid.SampledFrom([]string{
		"", "?", `\?`, `a]b[c`, `back\slash\`, "two\nlines\r\n", "🦊🐐", ";)(;", `"quoted"`, `\n\]\\`,
	}), rapid.String())
	tag := rapid.Custom(func(t *rapid.T) engines.Tag {
		return engines.Tag{
			Name:  rapid.SampledFrom([]string{"Site", "Date", "BlackRating", "WhiteRating", "TI", "TB", "Event", "X", "KM", "DH", "OP"}).Draw(t, "name"),
			Value: text.Draw(t, "value"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		var games []engines.Record
		for range rapid.IntRange(1, 3).Draw(t, "games") {
			options := rapid.SampledFrom([]string{"", "{}", `{"score":"empties-to-winner"}`}).Draw(t, "options")
			board, p := anyStart(t, options)
			g := engines.Record{
				Players: [2]string{text.Draw(t, "black"), text.Draw(t, "white")},
				Tags:    rapid.SliceOfN(tag, 0, 4).Draw(t, "tags"), Options: []byte(options), Board: board,
			}
			g.Turns, p = anyTurns(t, p, rapid.Bool().Draw(t, "whole"))
			g.End = ended(p)
			if !g.End.Known {
				g.End = rapid.SampledFrom([]engines.Ending{
					{},
					{Known: true, Winner: engines.First, Reason: "resigned"},
					{Known: true, Winner: engines.Second, Reason: "time", Points: 0},
					{Known: true, Reason: "agreed"},
					{Known: true},
				}).Draw(t, "end")
				if g.End.Winner == engines.First && rapid.Bool().Draw(t, "scored") {
					g.Tags = append(g.Tags, engines.Tag{Name: "RE", Value: "+12.5:r"})
				}
			}
			games = append(games, g)
		}
		data := readsBack(t, "ggf", games)
		if n := strings.Count(string(data), "(;GM[Othello]"); n < len(games) {
			t.Fatalf("%d games begin in %s", n, data)
		}
	})
}

func TestWTHORReadsBack(t *testing.T) {
	t.Parallel()
	number := rapid.SampledFrom([]string{"", "#1", "#7", "#65535"})
	rapid.Check(t, func(t *rapid.T) {
		var games []engines.Record
		year := rapid.SampledFrom([]string{"", "1977.??.??", "3.??.??"}).Draw(t, "year")
		depth := rapid.SampledFrom([]string{"", "24"}).Draw(t, "depth")
		for range rapid.IntRange(0, 3).Draw(t, "games") {
			g := engines.Record{Players: [2]string{number.Draw(t, "black"), number.Draw(t, "white")}}
			put := func(name, value string) {
				if value != "" {
					g.Tags = append(g.Tags, engines.Tag{Name: name, Value: value})
				}
			}
			p, _ := reversi.New().New(nil, "")
			g.Turns, p = anyTurns(t, p, rapid.Bool().Draw(t, "whole"))
			g.End = ended(p)
			put("Event", number.Draw(t, "event"))
			put("Date", year)
			if !g.End.Known {
				g.End = engines.Ending{Known: true, Winner: engines.Second}
				put("Score", "20-44")
			}
			if depth != "" {
				put("Theoretical", rapid.SampledFrom([]string{"0", "36", "64"}).Draw(t, "theory")+" at "+depth)
			}
			games = append(games, g)
		}
		readsBack(t, "wthor", games)
	})
}
