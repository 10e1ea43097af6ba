package backgammon

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"plylog/engines"
)

// turnsOf reads turns written in one line: "c 3-1, f 8/5 6/5, s double".
func turnsOf(text string) []engines.Turn {
	var list []engines.Turn
	for one := range strings.SplitSeq(text, ", ") {
		by, what, _ := strings.Cut(one, " ")
		turn := engines.Turn{By: map[string]engines.Seat{"c": engines.Chance, "f": engines.First, "s": engines.Second}[by], Move: engines.Move(what)}
		if len(what) == 3 && what[1] == '-' {
			turn.Move, turn.Dice = engines.Roll, what
		}
		list = append(list, turn)
	}
	return list
}

// evening is two games of unlimited play with everything in them that needs a
// word of its own.
func evening() []engines.Record {
	players := [2]string{"Ann: a", "the \"Bear\" ]\\"}
	tags := []engines.Tag{{Name: "Event", Value: "Cup [1]"}, {Name: "EventDate", Value: "2026.11.29"}}
	return []engines.Record{
		{
			Players: players, Tags: tags, Options: json.RawMessage(`{"matchLength":0,"cube":true,"beavers":true}`),
			Turns: turnsOf("c 2-2, c 3-1, f 8/5 6/5, s double, f double, s 6-5, s 24/13, f double, s take, f 5-5, f 8/3(2) 6/1*(2), s 6-6"),
			End:   engines.Ending{Known: true, Winner: engines.First, Points: 24, Reason: "resigned", Value: "backgammon"},
		},
		{
			Players: players, Tags: tags, Options: json.RawMessage(`{"matchLength":0,"cube":true,"beavers":true,"score":{"first":24,"second":0}}`),
			Turns: turnsOf("c 1-6, s 13/7 8/7, f 2-1"),
			End:   engines.Ending{Known: true, Winner: engines.Second, Points: 1, Reason: "time"},
		},
	}
}

const eveningMAT = `; [Player 1 "Ann: a"]
; [Event "Cup [1]"]
; [EventDate "2026.11.29"]
; [Throws 1 "2-2 3-1"]
; [Ending 2 "time"]

 0 point match

 Game 1
 Ann. a : 0                     the "Bear" ]\ : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4               65: 24/13
  3)  Doubles => 8                Takes
  4) 55: 8/3(2) 6/1*(2)          66: _
      Wins 24 points             _

 Game 2
 Ann. a : 24                    the "Bear" ]\ : 0
  1)                             61: 13/7 8/7
  2) 21:                         _
                                  Wins 1 point
`

const eveningSGF = `(;FF[4]GM[6]CA[UTF-8]AP[plylog]MI[length:0][game:0][ws:0][bs:0]PW[Ann: a]PB[the "Bear" \]\\]EV[Cup [1\]]XT[EventDate:2026.11.29]RU[Beavers]XO[2-2][3-1]RE[W+24R]
;W[31hefe]
;B[double]
;W[double]
;B[take]
;B[65aggl]
;W[double]
;B[take]
;W[55hchcfafa]
;B[66])
(;FF[4]GM[6]CA[UTF-8]AP[plylog]MI[length:0][game:1][ws:24][bs:0]PW[Ann: a]PB[the "Bear" \]\\]EV[Cup [1\]]XT[EventDate:2026.11.29]RU[Beavers]RE[B+1T]
;B[61lrqr]
;PL[W]DI[21])
`

// TestWritten pins what is written to the letter.
func TestWritten(t *testing.T) {
	for i, want := range []string{strings.ReplaceAll(eveningMAT, "_", ""), eveningSGF} {
		f := formats[i]
		data, err := f.Write(evening())
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if string(data) != want {
			t.Errorf("%s: written\n%s, want\n%s", f.Name, data, want)
		}
	}
}

// TestWriteAccepts: what is told in another way is read as we tell it.
func TestWriteAccepts(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  func(g *engines.Record)
		mat     string // "" as for SGF
		sgf     string
		options string
	}{
		{"passes", func(g *engines.Record) { g.Turns = turnsOf("c 3-1, f 8/5 6/5, s 6-6, s pass, f 2-1") }, "", "c 3-1, f 8/5 6/5, s 6-6, f 2-1", ""},
		{"other spellings", func(g *engines.Record) { g.Turns = turnsOf("c 3-1, f 6/5 8/5, s 5-6, s 24/18 18/13") },
			"c 3-1, f 6/5 8/5, s 6-5, s 24/18 18/13", "c 3-1, f 8/5 6/5, s 6-5, s 24/13", ""},
		{"the usual board", func(g *engines.Record) { g.Board = startLetters + " 0? 7:2-6c"; g.Options = nil }, "", "c 3-1, f 8/5 6/5",
			`{"matchLength":7,"score":{"first":2,"second":6}}`},
		{"options without effect", func(g *engines.Record) { g.Options = json.RawMessage(`{"crawford":false,"postCrawford":true}`) }, "", "c 3-1, f 8/5 6/5", `{"matchLength":1}`},
	} {
		for i, want := range []string{test.mat, test.sgf} {
			if want == "" {
				want = test.sgf
			}
			if test.options != "" {
				want = test.options + ", " + want
			} else {
				want = `{"matchLength":1}, ` + want
			}
			g := engines.Record{Turns: turnsOf("c 3-1, f 8/5 6/5")}
			test.change(&g)
			list := checkWritten(t, formats[i], []engines.Record{g})
			if len(list) != 1 || short(&list[0]) != want {
				t.Errorf("%s, %s: %v, want %s", test.name, formats[i].Name, list, want)
			}
		}
	}
}

func TestWriteRefusals(t *testing.T) {
	const quiet = "c 3-1, f 8/5 6/5, s 6-5, s 24/13"
	turns := func(text string) func(g *engines.Record) { return func(g *engines.Record) { g.Turns = turnsOf(text) } }
	end := func(e engines.Ending) func(g *engines.Record) { return func(g *engines.Record) { g.End = e } }
	tag := func(name, value string) func(g *engines.Record) {
		return func(g *engines.Record) { g.Tags = []engines.Tag{{Name: name, Value: value}} }
	}
	for _, test := range []struct {
		name     string
		change   func(g *engines.Record)
		mat, sgf string // what the refusal says; "" where it can be written
	}{
		{"bad options", func(g *engines.Record) { g.Options = json.RawMessage(`{"matchLength":2}`) }, "matchLength", "matchLength"},
		{"bad board", func(g *engines.Record) { g.Board = "x" }, "board", "board"},
		{"a board of its own", func(g *engines.Record) { g.Board = startLetters + " 1" }, "position of its own", "position of its own"},
		{"no UTF-8", func(g *engines.Record) { g.Players[1] = "\xff" }, "UTF-8", "UTF-8"},
		{"no throw", turns("f 8/5 6/5"), "turn 1", "turn 1"},
		{"two throws", turns("c 3-1, c 3-1"), "decided", "decided"},
		{"a throw of none", turns("c x"), "turn 1", "turn 1"},
		{"bad dice", func(g *engines.Record) { g.Turns[2].Dice = "7-1" }, "turn 3", "turn 3"},
		{"a roll without dice", func(g *engines.Record) { g.Turns[2].Dice = "" }, "turn 3", "turn 3"},
		{"a move with dice", func(g *engines.Record) { g.Turns[3].Dice = "6-5" }, "turn 4", "turn 4"},
		{"a move of the other seat", turns("c 3-1, s 8/5 6/5"), "turn 2", "turn 2"},
		{"two moves", turns("c 3-1, f 8/5 6/5, f 8/5 6/5"), "turn 3", "turn 3"},
		{"a seat twice", turns("c 3-1, f 8/5 6/5, f 6-5"), "take turns", ""},
		{"no words", turns("c 3-1, f hello"), "cannot be written", "cannot be written"},
		{"other words", turns("c 3-1, f 8-5 6-5"), "cannot be written", ""},
		{"too many steps", turns("c 3-1, f 8/5(5)"), "", "cannot be written"},
		{"turns without end", turns("c 3-1" + strings.Repeat(", f 6-5", 2*mostActs)), "more than 8000", "more than 8000"},
		{"a cube without end", turns("c 3-1, f 8/5 6/5" + strings.Repeat(", s double, f take", 21)), "cube goes above", "cube goes above"},
		{"an ending of an open game", end(engines.Ending{Winner: engines.First}), "not to be known", "not to be known"},
		{"a winner who is none", end(engines.Ending{Known: true, Winner: engines.Chance, Points: 1}), "chance", "chance"},
		{"points of nobody", end(engines.Ending{Known: true, Points: 1}), "1 points", "1 points"},
		{"too many points", end(engines.Ending{Known: true, Winner: engines.First, Points: mostPoints + 1}), "3145729", "3145729"},
		{"no points", end(engines.Ending{Known: true, Winner: engines.First}), "how many points", ""},
		{"the dropper wins", func(g *engines.Record) {
			g.Turns = turnsOf("c 3-1, f 8/5 6/5, s double, f drop")
			g.End = engines.Ending{Known: true, Winner: engines.First, Points: 1}
		}, "by the turns it is second", "by the turns it is second"},
		{"a tag that says how it was played", tag("Crawford", "off"), "how its games were played", ""},
		{"a tag about a game", tag("Ending 7", "x"), "how its games were played", ""},
		{"a tag about a player", tag("Player 1", "anna"), "how its games were played", ""},
		{"a tag without a name", tag("", "x"), "name of a tag", ""},
		{"a tag of two lines", tag("a\nb", "x"), "name of a tag", ""},
		{"a long tag", tag("a", strings.Repeat("x", engines.MostTag+1)), "too long", ""},
	} {
		for i, want := range []string{test.mat, test.sgf} {
			f := formats[i]
			g := engines.Record{Players: [2]string{"anna", "bert"}, Turns: turnsOf(quiet)}
			test.change(&g)
			data, err := f.Write([]engines.Record{{Turns: turnsOf(quiet)}, g})
			var refused *FormatError
			switch {
			case want == "" && err == nil:
				if list, err := f.Read(data); err != nil || len(list) != 2 {
					t.Errorf("%s, %s: %d games are read (%v)", test.name, f.Name, len(list), err)
				}
			case want == "":
				t.Errorf("%s, %s: refused: %v", test.name, f.Name, err)
			case !errors.As(err, &refused) || refused.Line != 0 || !strings.Contains(err.Error(), want) || data != nil:
				t.Errorf("%s, %s: %v, want %q", test.name, f.Name, err, want)
			case refused.Game != 2 && !strings.Contains(want, "tag") && !strings.Contains(want, "too long"):
				t.Errorf("%s, %s: it is game %d, want 2: %v", test.name, f.Name, refused.Game, err)
			}
		}
	}
	for _, f := range formats {
		if data, err := f.Write(nil); !errors.As(err, new(*FormatError)) || data != nil {
			t.Errorf("%s: of nothing comes %q, %v", f.Name, data, err)
		}
	}
}

// TestMATMatchesOfAFile: games that do not follow from one another are matches
// of their own.
func TestMATMatchesOfAFile(t *testing.T) {
	game := func(options string, first string, winner engines.Seat, points int) engines.Record {
		return engines.Record{
			Options: json.RawMessage(options), Players: [2]string{first, "bert"}, Turns: turnsOf("c 3-1, f 8/5 6/5, s 6-5, s 24/13"),
			End: engines.Ending{Known: true, Winner: winner, Points: points, Reason: resigned, Value: values[points]},
		}
	}
	list := []engines.Record{
		game(`{"matchLength":3}`, "anna", engines.First, 2),
		game(`{"matchLength":3,"score":{"first":2,"second":0}}`, "anna", engines.Second, 1),                                         // the Crawford game
		game(`{"matchLength":3,"score":{"first":2,"second":1},"postCrawford":true}`, "anna", engines.First, 1),                      // the match is over
		game(`{"matchLength":3}`, "anna", engines.First, 1),                                                                         // another
		game(`{"matchLength":3,"score":{"first":1,"second":0}}`, "Anna", engines.First, 1),                                          // somebody else
		game(`{"matchLength":5,"score":{"first":2,"second":0}}`, "Anna", engines.First, 2),                                          // of another length
		game(`{"matchLength":5,"score":{"first":4,"second":0},"postCrawford":true}`, "Anna", engines.Second, 1),                     // without a Crawford game
		game(`{"matchLength":5,"score":{"first":4,"second":1},"crawford":false}`, "Anna", engines.Second, 1),                        // and then without the rule
		game(`{"matchLength":5,"score":{"first":4,"second":2},"postCrawford":true,"openingReroll":true}`, "Anna", engines.First, 1), // and another opening
	}
	list[8].Turns = turnsOf("c 3-1, f 4-4, f 24/20(2) 13/9(2)")
	checkHolds(t, formats[0], list)
	checkHolds(t, formats[1], list)
	again := checkWritten(t, formats[0], list)
	var names []string
	for _, rec := range again {
		names = append(names, rec.Name)
	}
	if got, want := strings.Join(names, "; "), "match 1, game 1; match 1, game 2; match 1, game 3; match 2, game 1; match 3, game 1; match 4, game 1; match 5, game 1; match 6, game 1; match 7, game 1"; got != want {
		t.Errorf("the file has %s, want %s", got, want)
	}
}

// TestConfirm: a game that would be read as another is refused, whatever it
// differs in.
func TestConfirm(t *testing.T) {
	g := engines.Record{
		Players: [2]string{"anna", "bert"}, Tags: []engines.Tag{{Name: "Event", Value: "Cup"}}, Turns: turnsOf("c 3-1, f 8/5 6/5"),
		End: engines.Ending{Known: true, Winner: engines.First, Points: 1, Reason: resigned, Value: "single"},
	}
	w, err := take(g)
	if err != nil {
		t.Fatal(err)
	}
	for name, read := range map[string]func(g engines.Record) ([]engines.Record, error){
		"":              func(g engines.Record) ([]engines.Record, error) { g.Name = "game 7"; return []engines.Record{g}, nil },
		"0 are read":    func(engines.Record) ([]engines.Record, error) { return nil, nil },
		"cannot be":     func(engines.Record) ([]engines.Record, error) { return nil, errors.New("no") },
		"players":       func(g engines.Record) ([]engines.Record, error) { g.Players[1] = ""; return []engines.Record{g}, nil },
		"tags or turns": func(g engines.Record) ([]engines.Record, error) { g.Turns = nil; return []engines.Record{g}, nil },
		`tag "Event"`: func(g engines.Record) ([]engines.Record, error) {
			g.Tags = []engines.Tag{{Name: "Event"}}
			return []engines.Record{g}, nil
		},
		"turn 2": func(g engines.Record) ([]engines.Record, error) {
			g.Turns = turnsOf("c 3-1, f 6/5 8/5")
			return []engines.Record{g}, nil
		},
		"ending": func(g engines.Record) ([]engines.Record, error) { g.End.Value = ""; return []engines.Record{g}, nil },
		"options": func(g engines.Record) ([]engines.Record, error) {
			g.Options = json.RawMessage(`{"matchLength":3}`)
			return []engines.Record{g}, nil
		},
	} {
		err := confirm(nil, []*written{w}, func([]byte) ([]engines.Record, error) { return read(g) })
		if (err == nil) != (name == "") || err != nil && !strings.Contains(unwritable("mat", 0, err).Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
