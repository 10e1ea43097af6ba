package projections_test

import (
	"strings"
	"testing"
	"time"

	"plylog/events"
	"plylog/projections"
)

// Where a game comes from, whom it waits for and what time it gives is said as
// it was created; the free seat is somebody's only while it is free.
func TestWhatAGameWasCreatedWith(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	parent := gameID(7)
	g := newGame(log, 1)
	g.create(t, events.Created{
		First: "p_left", Clock: []byte(`{"kind":"byoyomi","base":60000,"period":30000,"periods":3}`), Abandon: 86_400_000,
		Series: &events.Series{ID: parent, Number: 2}, Invited: "p_right",
		Origin: &events.Origin{
			Format: "pdn", Name: "a \"file\".pdn:3", First: "Tinsley", Second: "Chinook", Game: &parent, At: 12,
			Tags: [][2]string{{"Event", "a long one"}},
		},
	})
	free := g.make(t, events.TypeJoined, &events.Joined{Seat: events.Second}, events.After{Board: "start", Turn: events.First})
	up := start.Add(time.Minute)
	free.After.Clock = &events.Clock{First: 60000, Second: 60000, Running: events.First, Deadline: &up, Periods: &[2]int{3, 2}}
	g.store(t, free)
	g.wait(t, set)
	want := `"control":{"kind":"byoyomi","base":60000,"period":30000,"periods":3},"abandon":86400000,"series":{"id":"` + parent.String() + `","number":2},` +
		`INVITED"origin":{"format":"pdn","name":"a \"file\".pdn:3","first":"Tinsley","second":"Chinook","game":"` + parent.String() + `","at":12},`
	for n, invited := range []string{1: `"invited":"p_right",`, 2: ""} {
		if n == 0 {
			continue
		}
		s, err := set.Board.At(t.Context(), g.id, n)
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Replace(want, "INVITED", invited, 1); !strings.Contains(string(s.JSON()), want) || strings.Contains(string(s.JSON()), "a long one") {
			t.Errorf("version %d:\ngot  %s\nwant %s", n, s.JSON(), want)
		}
		if want := `"periods":[3,2]}`; n == 2 && !strings.Contains(string(s.JSON()), want) {
			t.Errorf("got  %s\nwant %s", s.JSON(), want)
		}
	}
	li, ok := set.Lobby.Get(g.id)
	text := string(li.AppendJSON(nil))
	if !ok || !strings.HasSuffix(text, `,"series":{"number":2},"origin":{"format":"pdn","forked":true}}`) {
		t.Errorf("listed as %s", text)
	}
	same(t, "fresh", everything(t, set, g.id), everything(t, fresh(t, log), g.id))
}
