package backgammon

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plylog/engines"
)

// formats are both, by name.
var formats = New().(engines.Formatter).Formats()

// recorder plays games at random and writes them down as a log would.
type recorder struct {
	rng *rand.Rand
	p   engines.Position
	rec engines.Record
}

// did writes down a turn.
func (r *recorder) did(by engines.Seat, m engines.Move, dice string) {
	r.rec.Turns = append(r.rec.Turns, engines.Turn{By: by, Move: m, Dice: dice})
}

// next plays one decision, with whatever follows by itself.
func (r *recorder) next(t failer) {
	by := r.p.Turn()
	if by == engines.Chance {
		r.draw(t, by)
		return
	}
	choices := r.p.Choices(by)
	m := choices[r.rng.IntN(len(choices))].Move
	if m == engines.Drop && r.rng.IntN(3) > 0 || m == engines.Double && r.rng.IntN(2) > 0 {
		m = choices[0].Move
	}
	r.p = mustPlay(t, r.p, m)
	switch m {
	case engines.Pass:
	case engines.Roll:
		r.draw(t, by)
	default:
		r.did(by, m, "")
	}
}

func (r *recorder) draw(t failer, by engines.Seat) {
	all := r.p.(engines.Drawer).Outcomes()
	dice := all[r.rng.IntN(len(all))].Name
	r.p = mustDraw(t, r.p, dice)
	r.did(by, engines.Roll, dice)
}

// game plays a game to its end or to where it stops.
func (r *recorder) game(t failer, options json.RawMessage, board string) {
	p, err := New().New(options, board)
	if err != nil {
		t.Fatal(err)
	}
	r.p, r.rec = p, engines.Record{Options: options, Board: board}
	stop := r.rng.IntN(120)
	for i := 0; r.p.Turn() != engines.Nobody; i++ {
		if i == stop && r.end(t) {
			return
		}
		r.next(t)
	}
	res, _ := r.p.Result()
	r.rec.End = engines.Ending{Known: true, Winner: res.Winner, Points: res.Points, Reason: res.Reason}
}

// end ends a game before the board does, or goes on.
func (r *recorder) end(t failer) bool {
	loser := engines.First + engines.Seat(r.rng.IntN(2))
	end := engines.Ending{Known: true, Winner: loser.Opponent()}
	switch n := r.rng.IntN(10); n {
	case 0, 1, 2:
		end.Value = values[n+1]
		res, _, err := r.p.(engines.Resigner).Resign(loser, end.Value)
		if err != nil {
			t.Fatal(err)
		}
		end.Points, end.Reason = res.Points, res.Reason
	case 3, 4, 5:
		end.Points, end.Reason = 1+r.rng.IntN(4), [...]string{"time", "abandoned", "imported"}[n-3]
	case 6:
		end = engines.Ending{Known: true, Reason: [...]string{"aborted", "unfinished", ""}[r.rng.IntN(3)]}
	case 7:
		end = engines.Ending{}
	default:
		return false
	}
	r.rec.End = end
	return true
}

// ways are options that games can be played under.
var ways = []string{
	"", `{}`, `{"matchLength":1,"cube":true}`, `{"matchLength":3}`, `{"matchLength":5,"score":{"first":4,"second":2}}`,
	`{"matchLength":5,"score":{"first":4,"second":2},"postCrawford":true}`, `{"matchLength":7,"crawford":false}`,
	`{"matchLength":3,"score":{"first":2,"second":1},"crawford":false}`,
	`{"matchLength":3,"cube":false}`, `{"matchLength":3,"openingReroll":true}`, `{"matchLength":127,"score":{"first":126,"second":126}}`,
	`{"matchLength":9,"score":{"first":8,"second":8},"postCrawford":true,"crawford":false}`, `{"matchLength":9,"postCrawford":true}`,
	`{"matchLength":0}`, `{"matchLength":0,"cube":true}`, `{"matchLength":0,"jacoby":true}`,
	`{"matchLength":0,"cube":true,"jacoby":true,"beavers":true,"openingReroll":true}`,
	`{"matchLength":0,"cube":true,"beavers":true,"score":{"first":999999,"second":1000000}}`,
}

// texts are names and values with everything in them that files might stumble on.
var texts = []string{
	"", "anna", "Ann Marie O'Neill", `the "Bear"`, "[x]", `back\slash`, `\`, `]`, `\]`, "a : 3", "a : 3   b : 4", "  two  blanks  ",
	"line\nbreak", "a\r\nb\tc", "🎲🐅 emoji", "汉字", "?", ";remark", "# 5", "Game 1", "5 point match", "Wins 2 points", `"]`, "1) 31: 8/5", "e\u0301",
	"a\\\nb", ":", "(;", strings.Repeat("long ", 40), "\u2028", "Player 1", "On",
}

func drawText(t *rapid.T, label string) string {
	return rapid.OneOf(rapid.SampledFrom(texts), rapid.String()).Draw(t, label)
}

// drawMatch plays the games of a match.
func drawMatch(t *rapid.T) []engines.Record {
	r := recorder{rng: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))}
	options := json.RawMessage(rapid.SampledFrom(ways).Draw(t, "options"))
	players := [2]string{drawText(t, "first"), drawText(t, "second")}
	var tags []engines.Tag
	for range rapid.IntRange(0, 3).Draw(t, "tags") {
		name := rapid.SampledFrom([]string{"Event", "Site", "Date", "EventDate", "Match ID", "Player 3", "Player 1 Elo", "Event"}).Draw(t, "tag")
		tags = append(tags, engines.Tag{Name: name, Value: drawText(t, "value")})
	}
	var games []engines.Record
	for range rapid.IntRange(1, 4).Draw(t, "games") {
		r.game(t, options, "")
		r.rec.Players, r.rec.Tags = players, tags
		games = append(games, r.rec)
		res := engines.Result{Winner: r.rec.End.Winner, Points: r.rec.End.Points}
		if !res.Winner.Plays() {
			continue
		}
		next, _, more, err := New().(engines.Series).Next(options, res)
		if err != nil {
			t.Fatal(err)
		}
		if more {
			options = sidesKept(t, next)
		}
	}
	return games
}

// sidesKept gives each seat the points of the other: in files of the field the
// players of a match keep their sides.
func sidesKept(t interface{ Fatal(...any) }, next json.RawMessage) json.RawMessage {
	var o options
	if len(next) == 0 || json.Unmarshal(next, &o) != nil || o.Score == nil {
		return next
	}
	o.Score.First, o.Score.Second = o.Score.Second, o.Score.First
	kept, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// boardsOf plays a record and returns the board at its end.
func boardsOf(rec *engines.Record) (string, error) {
	p, err := New().New(rec.Options, rec.Board)
	if err != nil {
		return "", err
	}
	lines := []string{p.Board()}
	for i, turn := range rec.Turns {
		if ps, ok := p.(engines.Passer); ok && ps.MustPass() {
			if p, err = p.Play(p.Turn(), engines.Pass); err != nil {
				return "", err
			}
		}
		if turn.By.Plays() {
			if p, err = p.Play(turn.By, turn.Move); err != nil {
				return "", fmt.Errorf("turn %d: %w", i+1, err)
			}
		}
		if turn.Move == engines.Roll {
			if p, err = p.(engines.Drawer).Draw(turn.Dice); err != nil {
				return "", fmt.Errorf("turn %d: %w", i+1, err)
			}
		}
		lines = append(lines, p.Board())
	}
	return strings.Join(lines, "\n"), nil
}

// TestFormatsHoldMatches: a match that was played is written and read again with
// the same players, tags, turns, boards and ending.
func TestFormatsHoldMatches(t *testing.T) {
	for _, f := range formats {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			seen := map[string]int{}
			check := func(t *rapid.T) {
				games := drawMatch(t)
				for i := range games {
					census(&games[i], seen)
				}
				data, err := f.Write(games)
				if err != nil {
					t.Fatal(err)
				}
				list, err := f.Read(data)
				if err != nil {
					t.Fatalf("%v\n%s", err, data)
				}
				if len(list) != len(games) {
					t.Fatalf("%d games are read of %d\n%s", len(list), len(games), data)
				}
				for i := range list {
					checkSame(t, &list[i], &games[i])
				}
				again, err := f.Write(list)
				if err != nil || string(again) != string(data) {
					t.Errorf("written again it is\n%s(%v), before it was\n%s", again, err, data)
				}
			}
			wanted := []string{
				"take", "drop", "beaver", "dance", "tie", "single", "gammon", "backgammon",
				borneOff, dropped, resigned, "time", "abandoned", "imported", "aborted", "unfinished", "open",
			}
			missing := func(what string) bool { return seen[what] == 0 }
			rapid.Check(t, check)
			for range 10 { // a hundred matches may do without what is rare; a thousand do not
				if !slices.ContainsFunc(wanted, missing) {
					break
				}
				rapid.Check(t, check)
			}
			for _, what := range wanted {
				if missing(what) && !t.Failed() {
					t.Errorf("no game had %q; there were %v", what, seen)
				}
			}
		})
	}
}

// census counts what a game holds.
func census(rec *engines.Record, seen map[string]int) {
	seen[string(rec.End.Reason)]++
	seen[rec.End.Value]++
	if !rec.End.Known {
		seen["open"]++
	}
	for i, turn := range rec.Turns {
		seen[string(turn.Move)]++
		if turn.By == engines.Chance && turn.Dice[0] == turn.Dice[2] {
			seen["tie"]++
		}
		if i == 0 {
			continue
		}
		switch before := rec.Turns[i-1]; {
		case turn.Move == engines.Double && before.Move == engines.Double:
			seen["beaver"]++
		case turn.Move == engines.Roll && before.Move == engines.Roll && turn.By.Plays():
			seen["dance"]++
		}
	}
}

// checkSame compares a record that was read with the one that was written.
func checkSame(t *rapid.T, got, want *engines.Record) {
	t.Helper()
	end := want.End
	if got.Players != want.Players || !slices.Equal(got.Tags, want.Tags) || got.End != end || got.Board != want.Board {
		t.Errorf("read as\n%q %q %+v, want\n%q %q %+v", got.Players, got.Tags, got.End, want.Players, want.Tags, end)
	}
	if !slices.Equal(got.Turns, want.Turns) {
		t.Errorf("turns read as\n%v, want\n%v", got.Turns, want.Turns)
	}
	a, err := boardsOf(got)
	if err != nil {
		t.Fatal(err)
	}
	b, err := boardsOf(want)
	if err != nil {
		t.Fatal(err)
	}
	if a != b {
		t.Errorf("boards of what is read\n%s, want\n%s", a, b)
	}
}

// sameRecord compares records as far as they are the same game: options by what
// they mean.
func sameRecord(a, b *engines.Record) error {
	p, err := New().New(a.Options, a.Board)
	q, err2 := New().New(b.Options, b.Board)
	if err != nil || err2 != nil {
		return fmt.Errorf("%w, %w", err, err2)
	}
	if p.(*position).terms.plain() != q.(*position).terms.plain() {
		return fmt.Errorf("options %s and %s", a.Options, b.Options)
	}
	x, y := *a, *b
	x.Name, y.Name, x.Options, y.Options = "", "", nil, nil
	if fmt.Sprintf("%+v", x) != fmt.Sprintf("%+v", y) {
		return fmt.Errorf("%+v\nand\n%+v", x, y)
	}
	return nil
}

// checkWritten writes games and reads them again; nothing comes of games that are
// refused, since what others write can be more than we do.
func checkWritten(t *testing.T, f engines.Format, list []engines.Record) []engines.Record {
	t.Helper()
	data, err := f.Write(list)
	if err != nil {
		if !errors.As(err, new(*FormatError)) {
			t.Errorf("error %T: %v", err, err)
		}
		return nil
	}
	again, err := f.Read(data)
	if err != nil || len(again) != len(list) {
		t.Fatalf("%d games are read of %d (%v)\n%s", len(again), len(list), err, data)
	}
	return again
}

// checkHolds checks that games are read as they were written.
func checkHolds(t *testing.T, f engines.Format, list []engines.Record) {
	t.Helper()
	for i, again := range checkWritten(t, f, list) {
		if err := sameRecord(&list[i], &again); err != nil {
			t.Errorf("as %s: %v", f.Name, err)
		}
	}
}

// TestFormatsRefuseOrHold: whatever a record says, it is written so that it is
// read as the same, or refused.
func TestFormatsRefuseOrHold(t *testing.T) {
	moves := []engines.Move{
		"roll", "double", "take", "drop", "pass", "8/5 6/5", "24/18*/15", "bar/22", "6/off(2)", "25/22", "6/0", "8-5", "13/8(5)",
		"8/5(2) 6/5(3)", "hello", "", "8/5/", "ROLL", "24/15",
	}
	for _, f := range formats {
		t.Run(f.Name, func(t *testing.T) {
			// What is drawn below is mostly refused. That not everything is must not be
			// left to the draw.
			plain := engines.Record{Options: json.RawMessage(ways[0]), Turns: []engines.Turn{{By: engines.Chance, Move: "roll", Dice: "3-1"}, {By: engines.First, Move: "8/5 6/5"}}}
			if _, err := f.Write([]engines.Record{plain}); err != nil {
				t.Errorf("a plain record is refused: %v", err)
			}
			rapid.Check(t, func(t *rapid.T) {
				rec := engines.Record{
					Options: json.RawMessage(rapid.SampledFrom(ways).Draw(t, "options")),
					Players: [2]string{drawText(t, "first"), ""},
					Board:   rapid.SampledFrom([]string{"", "", "", "", startLetters + " 0? 3:0-0", startLetters + " 1/31", "x"}).Draw(t, "board"),
					Turns: []engines.Turn{
						{By: engines.Chance, Move: "roll", Dice: rapid.SampledFrom([]string{"3-1", "3-1", "1-3", "4-4", "7-1", ""}).Draw(t, "throw")},
					},
				}
				if rapid.Bool().Draw(t, "tagged") {
					rec.Tags = []engines.Tag{{Name: drawText(t, "tag"), Value: drawText(t, "value")}}
				}
				if rapid.Bool().Draw(t, "ended") {
					rec.End = engines.Ending{
						Known: rapid.IntRange(0, 9).Draw(t, "known") > 0, Winner: engines.Seat(rapid.IntRange(0, 3).Draw(t, "winner")),
						Points: rapid.IntRange(-1, 8).Draw(t, "points"), Reason: drawText(t, "reason"), Value: drawText(t, "value"),
					}
				}
				by := engines.First
				for range rapid.IntRange(0, 8).Draw(t, "turns") {
					if rapid.IntRange(0, 4).Draw(t, "other") > 0 {
						by = by.Opponent()
					}
					turn := engines.Turn{By: by, Move: rapid.SampledFrom(moves).Draw(t, "move")}
					if turn.Move == "roll" {
						turn.Dice = rapid.SampledFrom([]string{"6-5", "5-6", "2-2", "x"}).Draw(t, "dice")
					}
					rec.Turns = append(rec.Turns, turn)
				}
				data, err := f.Write([]engines.Record{rec})
				if err != nil {
					if !errors.As(err, new(*FormatError)) {
						t.Errorf("error %T: %v", err, err)
					}
					return
				}
				list, err := f.Read(data)
				if err != nil || len(list) != 1 {
					t.Fatalf("%d games are read (%v)\n%s", len(list), err, data)
				}
				if list[0].Players != rec.Players || !slices.Equal(list[0].Tags, rec.Tags) || list[0].End.Known != rec.End.Known ||
					list[0].End.Points != rec.End.Points || list[0].End.Winner != rec.End.Winner {
					t.Errorf("%+v is read as\n%+v\n%s", rec, list[0], data)
				}
			})
		})
	}
}
