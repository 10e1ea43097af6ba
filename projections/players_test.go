package projections_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"plylog/events"
	"plylog/projections"
)

// ended is how a test's game ended, and who played it.
type ended struct {
	kind    string
	seats   [2]events.PlayerID
	winner  events.Seat
	reason  string
	origin  string
	over    bool
	damaged bool
}

// sums counts games one after another.
func sums(games []ended, who events.PlayerID) projections.PlayerResults {
	r := projections.PlayerResults{Player: who}
	for _, kind := range []string{"checkers", "reversi"} {
		var k projections.KindTally
		k.Kind = kind
		for _, g := range games {
			if g.kind != kind || !g.over || g.damaged || g.reason == "aborted" || g.origin != "" || g.seats[0] == g.seats[1] || g.seats[0] != who && g.seats[1] != who {
				continue
			}
			switch {
			case g.winner == events.Nobody:
				k.Drawn++
				r.Total.Drawn++
			case g.seats[g.winner-events.First] == who:
				k.Won++
				r.Total.Won++
			default:
				k.Lost++
				r.Total.Lost++
			}
		}
		if k.Games() > 0 {
			r.Kinds = append(r.Kinds, k)
		}
	}
	return r
}

// Each game counts once for each of its players, in whatever order events of
// different games come and however often, and only if it was played.
func TestPlayers(t *testing.T) {
	log := newLog(3)
	set := run(t, projections.Config{Log: log})
	rnd := rand.New(rand.NewPCG(3, 4))
	names := []events.PlayerID{"p_a", "p_b", "p_c"}
	var list []ended
	for i := range 300 {
		e := ended{
			kind: []string{"reversi", "checkers"}[rnd.IntN(2)], seats: [2]events.PlayerID{names[rnd.IntN(3)], names[rnd.IntN(3)]},
			winner: events.Seat(rnd.IntN(3)), reason: "resigned", over: rnd.IntN(4) > 0,
		}
		if rnd.IntN(8) == 0 {
			e.winner, e.reason = events.Nobody, "aborted"
		}
		c := events.Created{First: e.seats[0], Second: e.seats[1]}
		if rnd.IntN(8) == 0 {
			e.origin = "pdn"
			c.Origin = &events.Origin{Format: e.origin}
		}
		g := newGame(log, i)
		g.kind = e.kind
		g.create(t, c)
		if e.over {
			g.store(t, g.make(t, events.TypeResigned, &events.Act{Seat: events.First}, events.After{
				Board: "start", Result: &events.Result{Winner: e.winner, Points: 1, Reason: e.reason},
			}))
		}
		g.wait(t, set)
		if rnd.IntN(10) == 0 {
			e.damaged = true
			set.MarkDamaged(g.id, errors.New("not by the rules"))
		}
		for range rnd.IntN(3) { // delivered again, past the check of the chain
			if err := set.Lobby.Apply(g.all[rnd.IntN(len(g.all))]); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, e)
	}
	twice := fresh(t, &repeating{Log: log, seed: 5})
	trusting := fresh(t, log)
	for _, who := range append(names, "p_d") {
		got, want := set.Players.Get(who), sums(list, who)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if again, want := resultsText(twice.Players.Get(who)), resultsText(trusting.Players.Get(who)); again != want {
			t.Errorf("delivered again %s, want %s", again, want)
		}
	}
	r := set.Players.Get("p_a")
	text := fmt.Sprintf(`{"player":"p_a","games":%d,"won":%d,"lost":%d,"drawn":%d,"kinds":[{"kind":"checkers","games":%d,`,
		r.Total.Games(), r.Total.Won, r.Total.Lost, r.Total.Drawn, r.Kinds[0].Games())
	if got := resultsText(r); got[:len(text)] != text {
		t.Errorf("got %s, want %s…", got, text)
	}
	if got := resultsText(set.Players.Get("p_d")); got != `{"player":"p_d","games":0,"won":0,"lost":0,"drawn":0,"kinds":[]}` {
		t.Error(got)
	}
}

func resultsText(r projections.PlayerResults) string { return string(r.AppendJSON(nil)) }
