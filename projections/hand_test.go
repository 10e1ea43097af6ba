package projections_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plylog/events"
	"plylog/projections"
)

// hand stores that a seat changes hands.
func (g *game) hand(t tb, seat events.Seat, to events.PlayerID) *events.Event {
	t.Helper()
	last := g.all[len(g.all)-1].After
	e := g.make(t, events.TypeSeated, &events.Seated{Seat: seat, Player: to}, last)
	e.By = g.who[seat-events.First]
	g.who[seat-events.First] = to
	return g.store(t, e)
}

// A game that goes over from one player to another is in the lists, the records
// and the results of who sits there, and in nobody else's.
func TestGamesFollowTheirPlayers(t *testing.T) {
	people := []events.PlayerID{"p_a", "p_b", "p_c", "p_d"}
	rapid.Check(t, func(rt *rapid.T) {
		log := newLog(2)
		set := made(rt, projections.Config{Log: log})
		stop := running(rt, set)
		defer stop()
		var games []*game
		for i := range rapid.IntRange(1, 4).Draw(rt, "games") {
			g := newGame(log, i)
			games = append(games, g)
			who := rapid.Permutation(people).Draw(rt, "players")
			g.create(rt, events.Created{First: who[0], Second: who[1]})
			for range rapid.IntRange(0, 6).Draw(rt, "events") {
				if rapid.Bool().Draw(rt, "move") {
					g.move(rt, rapid.SampledFrom([]string{"x", "y", "z"}).Draw(rt, "board"))
					continue
				}
				g.hand(rt, rapid.SampledFrom([]events.Seat{events.First, events.Second}).Draw(rt, "seat"), rapid.SampledFrom(people).Draw(rt, "to"))
			}
			if rapid.Bool().Draw(rt, "end") {
				g.end(rt)
			}
		}
		for _, g := range games {
			g.wait(rt, set)
			st, err := set.Board.State(t.Context(), g.id)
			if err != nil || st.Seats != g.who {
				rt.Fatalf("game %s shows %+v, %v; want %v", g.id, st, err, g.who)
			}
		}
		for _, p := range people {
			page, err := set.Lobby.List(projections.Query{Player: p, Limit: 10})
			if err != nil {
				rt.Fatal(err)
			}
			played := 0
			for _, g := range games {
				listed := slices.ContainsFunc(page.Games, func(li projections.Listing) bool { return li.Game == g.id })
				if listed != slices.Contains(g.who[:], p) {
					rt.Errorf("game %s of %v is listed for %s: %t", g.id, g.who, p, listed)
				}
				if g.all[len(g.all)-1].Over() && g.who[0] != g.who[1] && slices.Contains(g.who[:], p) {
					played++
				}
			}
			if got := set.Players.Get(p).Total; got.Games() != played {
				rt.Errorf("%s has %+v of %d games", p, got, played)
			}
		}
	})
}

// Those whom it concerns that a seat changes hands hear of it: who leaves, who
// comes, and who sits opposite. Afterwards the game is the new player's business.
func TestConcernsFollowTheSeat(t *testing.T) {
	log := newLog(1)
	set := run(t, projections.Config{Log: log})
	g := newGame(log, 1)
	g.begin(t)
	g.wait(t, set)
	never := make(chan time.Time)
	listen := func(p events.PlayerID) *projections.Listener {
		l, err := set.Concerns.Listen(p)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l.Close)
		return l
	}
	next := func(l *projections.Listener) projections.Matter {
		m, err := l.NextOr(t.Context(), never)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	left, right, came := listen("p_left"), listen("p_right"), listen("p_new")
	g.hand(t, events.Second, "p_new")
	for l, seat := range map[*projections.Listener]events.Seat{left: events.First, right: events.Second, came: events.Second} {
		if m := next(l); m.What != projections.ConcernSeated || m.Seat != seat || m.N != 2 {
			t.Errorf("told %+v, want that the seats changed, of the %s seat", m, seat)
		}
	}
	g.turnTo(t, events.Second)
	if m := next(came); m.What != projections.ConcernTurn || m.Seat != events.Second {
		t.Errorf("the new player is told %+v", m)
	}
	g.hand(t, events.Second, "p_right")
	if m := next(right); m.What != projections.ConcernSeated || m.N != 4 {
		t.Errorf("who had left was told %+v of what came after", m)
	}
}

// turnTo stores a move that leaves a seat on turn.
func (g *game) turnTo(t tb, seat events.Seat) {
	t.Helper()
	g.store(t, g.make(t, events.TypeMoved, &events.Act{Seat: seat.Opponent(), Move: "on"}, events.After{Board: "on", Turn: seat, Seen: 1}))
}

// Games that keep a seat for a player are listed to them for as long as it is free,
// private ones too, and to nobody else.
func TestListedInvitations(t *testing.T) {
	log := newLog(2)
	set := run(t, projections.Config{Log: log})
	listed := func(p events.PlayerID) []events.GameID {
		page, err := set.Lobby.List(projections.Query{Invited: p, Status: projections.StatusOpen, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		var ids []events.GameID
		for _, g := range page.Games {
			ids = append(ids, g.Game)
		}
		return ids
	}
	joined, ended, kept := newGame(log, 1), newGame(log, 2), newGame(log, 3)
	for _, g := range []*game{joined, ended, kept} {
		g.create(t, events.Created{First: "p_left", Invited: "p_right", Private: true})
		g.wait(t, set)
	}
	if got := listed("p_right"); len(got) != 3 {
		t.Errorf("listed are %v", got)
	}
	joined.store(t, joined.make(t, events.TypeJoined, &events.Joined{Seat: events.Second}, events.After{Board: "start", Turn: events.First}))
	ended.store(t, ended.make(t, events.TypeAborted, &events.Act{Seat: events.First}, events.After{Board: "start", Result: &events.Result{Reason: "aborted"}}))
	joined.wait(t, set)
	ended.wait(t, set)
	if got := listed("p_right"); !slices.Equal(got, []events.GameID{kept.id}) {
		t.Errorf("listed are %v, want %s alone", got, kept.id)
	}
	for _, p := range []events.PlayerID{"p_left", "p_nobody"} {
		if got := listed(p); len(got) != 0 {
			t.Errorf("%s is shown %v", p, got)
		}
	}
}
