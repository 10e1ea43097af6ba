package projections_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"plylog/engines/all"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// path returns which events of a log stand after each version: index 0 is empty.
// Nothing but what takebacks say goes into it.
func path(log []*events.Event) [][]int {
	stand := [][]int{nil}
	for _, e := range log {
		before := stand[e.N-1]
		if a, ok := e.Data.(*events.Act); ok && e.Type == events.TypeAccepted && a.To > 0 {
			before = stand[a.To]
		}
		stand = append(stand, append(slices.Clone(before), e.N))
	}
	return stand
}

// checkCounts compares counts with a count of the positions on the path.
func checkCounts(t *testing.T, log []*events.Event, stand []int, c *projections.Repetitions) {
	t.Helper()
	want := map[string]int{}
	for _, n := range stand {
		e := log[n-1]
		if e.After.Seen > 0 && (e.Type == events.TypeCreated || e.Type == events.TypeMoved) {
			want[e.After.Board]++
		}
	}
	e := log[c.Version-1]
	if e.After.Seen != want[e.After.Board] {
		t.Fatalf("version %d: the game says %d times, %d events of %v went there", c.Version, e.After.Seen, want[e.After.Board], stand)
	}
	got := map[string]int{}
	for _, p := range c.Positions() {
		got[p.Board] = p.Count
		if !slices.Contains(stand, p.Last) || log[p.Last-1].After.Board != p.Board {
			t.Fatalf("version %d: %+v is not of %v", c.Version, p, stand)
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("version %d: counted %v, want %v", c.Version, got, want)
	}
}

// shownMove is an entry of a history as it is served.
type shownMove struct {
	N         int         `json:"n"`
	Type      events.Type `json:"type"`
	Seat      events.Seat `json:"seat"`
	Move      string      `json:"move"`
	Ply       int         `json:"ply"`
	To        int         `json:"to"`
	Corrects  int         `json:"corrects"`
	Corrected bool        `json:"corrected"`
	Undone    bool        `json:"undone"`
}

func shownOf(t *testing.T, l *projections.MoveList) []shownMove {
	t.Helper()
	var got struct{ Moves []shownMove }
	if err := json.Unmarshal(l.AppendJSON(nil, false), &got); err != nil {
		t.Fatal(err)
	}
	return got.Moves
}

// checkHistory compares what a client sees to happen and to stand with the path.
func checkHistory(t *testing.T, log []*events.Event, stand []int, l *projections.MoveList) {
	t.Helper()
	shown := shownOf(t, l)
	for i, m := range shown {
		e := log[i]
		a, _ := e.Data.(*events.Act)
		if m.N != e.N || m.Type != e.Type || a != nil && (m.Move != a.Move || m.To != a.To || m.Seat != a.Seat) {
			t.Fatalf("version %d: %s is shown as %+v", l.Version, e.Raw, m)
		}
		numbered, acts := false, false
		switch e.Type {
		case events.TypeMoved, events.TypeCorrected:
			numbered, acts = true, true
		case events.TypeDoubled, events.TypeTook:
			acts = true
		}
		if stands := slices.Contains(stand, e.N); m.Undone != (acts && !stands) || (m.Ply > 0) != numbered {
			t.Fatalf("version %d: event %d, %s, is shown as %+v, and %v stand", l.Version, e.N, e.Type, m, stand)
		}
	}
	var moves []shownMove
	for _, n := range stand {
		switch m := shown[n-1]; m.Type {
		case events.TypeMoved:
			moves = append(moves, m)
		case events.TypeCorrected:
			last := &moves[len(moves)-1]
			if !last.Corrected || m.Corrects != last.N || last.Seat != m.Seat {
				t.Fatalf("version %d: %+v corrects %+v", l.Version, m, *last)
			}
			*last = m
		}
	}
	for i, m := range moves {
		if m.Ply != i+1 || m.Corrected || m.Undone {
			t.Fatalf("version %d: move %d of the game is shown as %+v", l.Version, i+1, m)
		}
	}
}

// Real games in which moves are taken back, again and again: what stands, how
// often positions stood and what is shown as undone follow from the events at
// every version, live, folded again and under the rules.
func TestTakebacks(t *testing.T) {
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	log := newLog(2)
	h := handler(t, log, reg)
	set := run(t, projections.Config{Log: log, Live: 6})
	rnd := rand.New(rand.NewPCG(5, 9))
	taken, repeated, corrected := map[string]int{}, map[string]int{}, 0
	starts := []play.Create{
		{Kind: "reversi"}, {Kind: "backgammon"}, {Kind: "backgammon", Options: []byte(`{"matchLength":5}`)},
		{Kind: "checkers"}, {Kind: "baghchal"},
		{Kind: "reversi", Options: []byte(`{"flips":"manual"}`)}, {Kind: "reversi", Options: []byte(`{"flips":"manual"}`)},
		{Kind: "checkers", Board: "B:WK1:BK32"}, {Kind: "checkers", Board: "B:WK1,14:BK32,6"}, // kings walk about, men and captures in between
		{Kind: "baghchal", Board: "TG1GT/GG1GG/G1G1G/G1GGG/T1G1T G 2 4"}, // the last goats are about to be placed
	}
	for range 6 { // short games
		starts = append(starts, play.Create{Kind: "baghchal", Board: "TG1GT/GGGGG/G1G1G/GGGGG/T1G1T G 0 4"})
	}
	for i, begin := range starts {
		begin.Game = gameID(i)
		var lists []*projections.MoveList
		var texts []string
		g, n := wander(t, h, rnd, begin, 56, func(g *play.Game) {
			if err := set.Wait(t.Context(), log.Shard(g.ID), g.Seq); err != nil {
				t.Fatal(err)
			}
			l, err := set.History.Moves(t.Context(), g.ID)
			if err != nil || l.Version != g.N {
				t.Fatalf("history at %d of %d: %v", l.Version, g.N, err)
			}
			lists, texts = append(lists, l), append(texts, string(l.AppendJSON(nil, true)))
		})
		taken[begin.Kind] += n
		stored, err := h.Events(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range stored {
			if e.Type == events.TypeCorrected {
				corrected++
			}
		}
		stand := path(stored)
		for n := 1; n <= g.N; n++ {
			if again := string(lists[n-1].AppendJSON(nil, true)); again != texts[n-1] {
				t.Fatalf("what was handed out at version %d changed:\n%s\n%s", n, texts[n-1], again)
			}
			checkVersion(t, set, stored, stand[n], n)
		}
		counts, err := set.Repetition.Counts(t.Context(), g.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range counts.Positions() {
			repeated[begin.Kind] = max(repeated[begin.Kind], p.Count)
		}
	}
	if corrected == 0 {
		t.Error("nothing was corrected: the test tests less than it could")
	}
	again := fresh(t, log)
	for i := range starts {
		same(t, "fresh and live", everything(t, set, gameID(i)), everything(t, again, gameID(i)))
	}
	for _, kind := range reg.Kinds() {
		if taken[kind] == 0 {
			t.Errorf("nothing of %s was taken back: the test tests nothing", kind)
		}
	}
	if repeated["checkers"] < 2 || repeated["baghchal"] < 2 {
		t.Errorf("most repetitions per kind: %v", repeated)
	}
	r, err := projections.Rebuild(t.Context(), log, set, projections.RebuildOptions{
		Check: func(int) func(*events.Event) error { return play.NewFolder(reg).Apply },
	})
	if err != nil || r.Games != len(starts) || r.Equal != len(starts) {
		t.Errorf("%+v, %v", r, err)
	}
}

// checkVersion looks at everything that is served of one version.
func checkVersion(t *testing.T, set *projections.Set, log []*events.Event, stand []int, n int) {
	t.Helper()
	e := log[n-1]
	s, err := set.Board.At(t.Context(), e.Game, n)
	if err != nil || s.Board != e.After.Board || s.Turn != e.After.Turn || s.Seen != e.After.Seen || s.Last.N != n || s.Last.Type != e.Type {
		t.Fatalf("version %d is served as %+v, %v; stored is %s", n, s, err, e.Raw)
	}
	if a, ok := e.Data.(*events.Act); ok && a.To > 0 {
		want := fmt.Sprintf(`"last":{"n":%d,"type":"accepted","seat":%q,"what":"takeback","to":%d,`, n, a.Seat, a.To)
		if !strings.Contains(string(s.JSON()), want) {
			t.Fatalf("a takeback is served as %s", s.JSON())
		}
	}
	l, err := set.History.At(t.Context(), e.Game, n)
	if err != nil {
		t.Fatal(err)
	}
	checkHistory(t, log, stand, l)
	c, err := set.Repetition.At(t.Context(), e.Game, n)
	if err != nil {
		t.Fatal(err)
	}
	checkCounts(t, log, stand, c)
}

// marks spells which moves of a list stand, and what became of the others.
func marks(t *testing.T, l *projections.MoveList) string {
	t.Helper()
	var b strings.Builder
	for _, m := range shownOf(t, l) {
		if m.Ply == 0 {
			continue
		}
		fmt.Fprintf(&b, " %d:%d%s", m.N, m.Ply, m.Move)
		if m.Corrects > 0 {
			fmt.Fprintf(&b, "/%d", m.Corrects)
		}
		if m.Corrected {
			b.WriteString("~")
		}
		if m.Undone {
			b.WriteString("-")
		}
	}
	return b.String()
}

// A correction takes the place of the last move of its seat; taken back together
// or alone, what it replaced does not stand again by mistake.
func TestCorrections(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.begin(t)
	put := func(typ events.Type, seat events.Seat, move string, to int) {
		t.Helper()
		a := events.After{Board: fmt.Sprint("after ", g.n)}
		if to > 0 {
			a = g.all[to-1].After
		}
		g.store(t, g.make(t, typ, &events.Act{Seat: seat, Move: move, To: to}, a))
	}
	for _, c := range []struct {
		typ  events.Type
		seat events.Seat
		move string
		to   int
		want string
	}{
		{events.TypeMoved, events.First, "a", 0, " 2:1a"},
		{events.TypeMoved, events.Second, "b", 0, " 2:1a 3:2b"},
		{events.TypeCorrected, events.Second, "c", 0, " 2:1a 3:2b~ 4:2c/3"},
		{events.TypeOffered, events.First, "", 0, " 2:1a 3:2b~ 4:2c/3"},
		{events.TypeCorrected, events.Second, "d", 0, " 2:1a 3:2b~ 4:2c/3~ 6:2d/4"},
		{events.TypeMoved, events.First, "e", 0, " 2:1a 3:2b~ 4:2c/3~ 6:2d/4 7:3e"},
		{events.TypeAccepted, events.Second, "", 6, " 2:1a 3:2b~ 4:2c/3~ 6:2d/4 7:3e-"},
		{events.TypeMoved, events.First, "f", 0, " 2:1a 3:2b~ 4:2c/3~ 6:2d/4 7:3e- 9:3f"},
		{events.TypeAccepted, events.First, "", 2, " 2:1a 3:2b- 4:2c/3- 6:2d/4- 7:3e- 9:3f-"},
		{events.TypeMoved, events.Second, "g", 0, " 2:1a 3:2b- 4:2c/3- 6:2d/4- 7:3e- 9:3f- 11:2g"},
		{events.TypeCorrected, events.Second, "h", 0, " 2:1a 3:2b- 4:2c/3- 6:2d/4- 7:3e- 9:3f- 11:2g~ 12:2h/11"},
	} {
		put(c.typ, c.seat, c.move, c.to)
		g.wait(t, set)
		l, err := set.History.Moves(t.Context(), g.id)
		if err != nil {
			t.Fatal(err)
		}
		if got := marks(t, l); got != c.want {
			t.Errorf("version %d shows%s, want%s", g.n, got, c.want)
		}
	}
	same(t, "fresh", everything(t, set, g.id), everything(t, fresh(t, log), g.id))
}

// A takeback that cannot be damages its game.
func TestImpossibleTakebacks(t *testing.T) {
	for name, c := range map[string]struct {
		to    int
		after events.After
	}{
		"to itself":              {7, events.After{Board: "b", Seen: 1}},
		"to the future":          {8, events.After{Board: "b", Seen: 1}},
		"before the beginning":   {-1, events.After{Board: "b", Seen: 1}},
		"to what was taken back": {4, events.After{Board: "c", Seen: 1}},
		"to another position":    {2, events.After{Board: "b", Seen: 1}},
		"counted on":             {2, events.After{Board: "a", Seen: 2}},
		"not counted":            {2, events.After{Board: "a"}},
	} {
		t.Run(name, func(t *testing.T) {
			log := newLog(1)
			set := run(t, projections.Config{Log: log})
			g := newGame(log, 1)
			g.begin(t)
			for _, board := range []string{"a", "b", "c"} {
				g.move(t, board)
			}
			act := func(to int) *events.Act { return &events.Act{Seat: events.First, To: to} }
			g.store(t, g.make(t, events.TypeAccepted, act(3), events.After{Board: "b", Seen: 1}))
			g.move(t, "d")
			e := g.make(t, events.TypeAccepted, act(c.to), c.after)
			if c.to < 0 {
				if _, err := e.Encode(); err == nil {
					t.Error("an event can say that")
				}
				return
			}
			g.store(t, e)
			g.wait(t, set)
			s, err := set.Board.State(t.Context(), g.id)
			if err != nil || s.Version != 6 || s.Status != projections.StatusDamaged {
				t.Errorf("%+v, %v", s, err)
			}
			l, err := set.History.Moves(t.Context(), g.id)
			if err != nil || marks(t, l) != " 2:1to a 3:2to b 4:3to c- 6:3to d" {
				t.Errorf("%s, %v", marks(t, l), err)
			}
		})
	}
}
