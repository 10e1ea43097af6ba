package projections_test

import (
	"fmt"
	"testing"

	"plylog/events"
	"plylog/projections"
)

// count applies events whose boards and counts are given and returns what the
// repetition says, or that the game is damaged.
func count(t *testing.T, list []events.After, types ...events.Type) string {
	t.Helper()
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	for i, a := range list {
		typ := events.TypeMoved
		if i < len(types) && types[i] != "" {
			typ = types[i]
		}
		var data events.Data = &events.Act{Seat: events.First, Move: "x"}
		if i == 0 {
			typ, data = events.TypeCreated, &events.Created{First: "p_left", Second: "p_right"}
		}
		g.store(t, g.make(t, typ, data, a))
	}
	g.wait(t, set)
	s, err := set.Board.State(t.Context(), g.id)
	if err != nil {
		t.Fatal(err)
	}
	c, err := set.Repetition.Counts(t.Context(), g.id)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s%d%v", s.Status, s.Version, c.Positions())
}

func TestRepetition(t *testing.T) {
	at := func(board string, seen int) events.After { return events.After{Board: board, Seen: seen} }
	for _, c := range []struct {
		name  string
		list  []events.After
		types []events.Type
		want  string
	}{
		{"a game that does not count", []events.After{at("a", 0), at("b", 0), at("a", 0)}, nil, "playing3[]"},
		{"from the first position on", []events.After{at("a", 1), at("b", 1), at("a", 2), at("c", 1), at("a", 3)}, nil, "playing5[{a 3 5} {b 1 2} {c 1 4}]"},
		{"from a later position on", []events.After{at("a", 0), at("b", 0), at("a", 1), at("c", 1), at("a", 2)}, nil, "playing5[{a 2 5} {c 1 4}]"},
		{
			"what does not move does not count", []events.After{at("a", 1), at("b", 1), at("b", 1), at("b", 1), at("a", 2)},
			[]events.Type{2: events.TypeOffered, 3: events.TypeDeclined}, "playing5[{a 2 5} {b 1 2}]",
		},
		{"a position that stands again at once", []events.After{at("a", 1), at("a", 2)}, nil, "playing2[{a 2 2}]"},
		{"counted too often", []events.After{at("a", 1), at("b", 1), at("a", 3)}, nil, "damaged2[{a 1 1} {b 1 2}]"},
		{"counted too seldom", []events.After{at("a", 1), at("b", 1), at("a", 1)}, nil, "damaged2[{a 1 1} {b 1 2}]"},
		{"begins in the middle", []events.After{at("a", 0), at("b", 2)}, nil, "damaged1[]"},
		{"ends to count", []events.After{at("a", 1), at("b", 0)}, nil, "damaged1[{a 1 1}]"},
		{
			"counts without a move", []events.After{at("a", 1), at("a", 2)}, []events.Type{1: events.TypeOffered}, "damaged1[{a 1 1}]",
		},
		{
			"a correction replaces what stands", []events.After{at("a", 1), at("b", 1), at("a", 2), at("b", 1), at("a", 3)},
			[]events.Type{2: events.TypeCorrected}, "playing5[{a 3 5} {b 1 4}]",
		},
		{
			"a correction to the same board", []events.After{at("a", 1), at("b", 1), at("b", 1), at("b", 2)},
			[]events.Type{2: events.TypeCorrected}, "playing4[{a 1 1} {b 2 4}]",
		},
		{
			"a correction of the first that counts", []events.After{at("a", 0), at("b", 1), at("c", 0), at("b", 1)},
			[]events.Type{2: events.TypeCorrected}, "playing4[{b 1 4}]",
		},
		{
			"a correction that counts what it replaced", []events.After{at("a", 1), at("b", 1), at("b", 2)},
			[]events.Type{2: events.TypeCorrected}, "damaged2[{a 1 1} {b 1 2}]",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := count(t, c.list, c.types...); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
