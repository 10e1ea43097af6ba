package projections_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/projections"
)

// full is a game whose states say everything that a state can say.
func full(t tb, log events.Log) *game {
	t.Helper()
	g := newGame(log, 1)
	deadline := start.Add(time.Minute)
	g.create(t, events.Created{
		First: "p_left", Options: []byte(`{"points":7}`), Board: "a \"board\"", Private: true, Dice: "recorded",
	})
	e := g.make(t, events.TypeJoined, &events.Joined{Seat: events.Second}, events.After{Board: "start", Turn: events.Second})
	e.Then = []events.Consequence{{Dice: []int{6, 6}, Roll: 1, Shares: []events.Hash{{1}}}, {Dice: []int{5, 2}, Roll: 2}}
	g.store(t, e)
	e = g.make(t, events.TypeMoved, &events.Act{Seat: events.Second, Move: "8/5 6/5*"}, events.After{
		Board: "tab\there", Turn: events.First, Seen: 1,
		Clock: &events.Clock{First: 291000, Second: -5, Running: events.First, Deadline: &deadline},
	})
	e.Then = []events.Consequence{{Pass: events.First}}
	g.store(t, e)
	a := e.After
	a.Offer = &events.Offer{By: events.First, What: "resign", Value: "gammon"}
	g.store(t, g.make(t, events.TypeOffered, &events.Act{Seat: events.First, What: "resign", Value: "gammon"}, a))
	a.Offer, a.Clock, a.Turn = nil, nil, events.Nobody
	a.Result = &events.Result{Winner: events.Second, Points: 2, Reason: "resigned", Score: &[2]int{0, 2}}
	g.store(t, g.make(t, events.TypeAccepted, &events.Act{Seat: events.Second, What: "resign"}, a))
	return g
}

func TestWhatIsServedIsSpelt(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log, Names: func(string, int) [2]string { return [2]string{"red", "white"} }})
	g := full(t, log)
	g.wait(t, set)
	wantStates := []string{
		2: `{"id":"32ecaa7e-b2f6-82dd-9bbf-9bc692bff397","kind":"test","ruleset":1,"version":3,"status":"playing","board":"tab\u0009here","turn":"first",` +
			`"names":{"first":"red","second":"white"},"seats":{"first":"p_left","second":"p_right"},"options":{"points":7},"start":"a \"board\"","private":true,"dice":"recorded","seen":1,` +
			`"clock":{"first":291000,"second":-5,"running":"first","deadline":"2026-11-29T20:47:23.000Z"},` +
			`"last":{"n":3,"type":"moved","seat":"second","move":"8/5 6/5*","then":[{"pass":"first"}],"time":"2026-11-29T20:46:25.000Z"},` +
			`"created":"2026-11-29T20:46:23.000Z","updated":"2026-11-29T20:46:25.000Z","head":"` + g.all[2].Hash().String() + `"}`,
		3: `{"id":"32ecaa7e-b2f6-82dd-9bbf-9bc692bff397","kind":"test","ruleset":1,"version":4,"status":"playing","board":"tab\u0009here","turn":"first",` +
			`"names":{"first":"red","second":"white"},"seats":{"first":"p_left","second":"p_right"},"options":{"points":7},"start":"a \"board\"","private":true,"dice":"recorded","seen":1,` +
			`"offer":{"by":"first","what":"resign","value":"gammon"},` +
			`"clock":{"first":291000,"second":-5,"running":"first","deadline":"2026-11-29T20:47:23.000Z"},` +
			`"last":{"n":4,"type":"offered","seat":"first","what":"resign","value":"gammon","time":"2026-11-29T20:46:26.000Z"},` +
			`"created":"2026-11-29T20:46:23.000Z","updated":"2026-11-29T20:46:26.000Z","head":"` + g.all[3].Hash().String() + `"}`,
		4: `{"id":"32ecaa7e-b2f6-82dd-9bbf-9bc692bff397","kind":"test","ruleset":1,"version":5,"status":"over","board":"tab\u0009here","turn":"nobody",` +
			`"names":{"first":"red","second":"white"},"seats":{"first":"p_left","second":"p_right"},"options":{"points":7},"start":"a \"board\"","private":true,"dice":"recorded","seen":1,` +
			`"result":{"winner":"second","points":2,"reason":"resigned","score":[0,2]},` +
			`"last":{"n":5,"type":"accepted","seat":"second","what":"resign","time":"2026-11-29T20:46:27.000Z"},` +
			`"created":"2026-11-29T20:46:23.000Z","updated":"2026-11-29T20:46:27.000Z","head":"` + g.all[4].Hash().String() + `"}`,
	}
	for i, want := range wantStates {
		s, err := set.Board.At(t.Context(), g.id, i+1)
		if err != nil {
			t.Fatal(err)
		}
		if want != "" && string(s.JSON()) != want {
			t.Errorf("state %d\ngot  %s\nwant %s", i+1, s.JSON(), want)
		}
		// The same through encoding/json, which checks that it is JSON.
		if b, err := json.Marshal(s); err != nil || !sameJSON(t, b, s.JSON()) {
			t.Errorf("state %d marshalled: %s, %v", i+1, b, err)
		}
	}
	l, err := set.History.Moves(t.Context(), g.id)
	if err != nil {
		t.Fatal(err)
	}
	wantHistory := `{"game":"32ecaa7e-b2f6-82dd-9bbf-9bc692bff397","version":5,"moves":[` +
		`{"n":1,"type":"created","time":"2026-11-29T20:46:23.000Z"},` +
		`{"n":2,"type":"joined","seat":"second","then":[{"dice":[6,6],"roll":1},{"dice":[5,2],"roll":2}],"time":"2026-11-29T20:46:24.000Z"},` +
		`{"n":3,"type":"moved","seat":"second","move":"8/5 6/5*","then":[{"pass":"first"}],"time":"2026-11-29T20:46:25.000Z","ply":1,"clock":{"first":291000,"second":-5,"running":"first","deadline":"2026-11-29T20:47:23.000Z"}},` +
		`{"n":4,"type":"offered","seat":"first","what":"resign","value":"gammon","time":"2026-11-29T20:46:26.000Z","clock":{"first":291000,"second":-5,"running":"first","deadline":"2026-11-29T20:47:23.000Z"}},` +
		`{"n":5,"type":"accepted","seat":"second","what":"resign","time":"2026-11-29T20:46:27.000Z","result":{"winner":"second","points":2,"reason":"resigned","score":[0,2]}}]}`
	if got, err := json.Marshal(l); err != nil || string(got) != wantHistory {
		t.Errorf("history\ngot  %s\nwant %s\n%v", got, wantHistory, err)
	}
	c, err := set.Repetition.Counts(t.Context(), g.id)
	if err != nil {
		t.Fatal(err)
	}
	wantCounts := `{"game":"32ecaa7e-b2f6-82dd-9bbf-9bc692bff397","version":5,"positions":[{"board":"tab\u0009here","count":1,"last":3}]`
	if got := string(c.AppendJSON(nil, []byte(`[]`))); got != wantCounts+`,"barred":[]}` {
		t.Errorf("repetitions\ngot  %s", got)
	}
	if got, err := json.Marshal(c); err != nil || string(got) != wantCounts+`}` {
		t.Errorf("repetitions\ngot  %s, %v", got, err)
	}
}

func sameJSON(t tb, a, b []byte) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal(a, &x); err != nil {
		t.Fatalf("%s: %v", a, err)
	}
	if err := json.Unmarshal(b, &y); err != nil {
		t.Fatalf("%s: %v", b, err)
	}
	return reflect.DeepEqual(x, y)
}

// Whatever text an event holds comes back from the JSON that is served.
func TestAnyTextIsServed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"\x00\x1f\x7f\\\"/", "</script>", "\u2028é😀\ufffd"}))
		want := projections.Facts{Board: text.Draw(t, "board"), Kind: "test"}
		want.Last.Move = text.Draw(t, "move")
		var got struct {
			Board string
			Last  struct{ Move string }
		}
		b := want.AppendJSON(nil)
		if err := json.Unmarshal(b, &got); err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if got.Board != want.Board || got.Last.Move != want.Last.Move {
			t.Errorf("%q and %q came back as %q and %q", want.Board, want.Last.Move, got.Board, got.Last.Move)
		}
	})
}

func TestStatus(t *testing.T) {
	for _, s := range []projections.Status{"open", "playing", "over", "damaged"} {
		if got, err := projections.ParseStatus(string(s)); err != nil || got != s {
			t.Errorf("%q: %q, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "Open", "open ", "ended"} {
		if got, err := projections.ParseStatus(s); err == nil {
			t.Errorf("%q: %q", s, got)
		}
	}
}
