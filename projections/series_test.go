package projections_test

import (
	"errors"
	"fmt"
	"testing"

	"plylog/engines/all"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// players play the games of a series, one command after another.
type players struct {
	*play.Handler
	log  events.Log
	set  *projections.Set
	game *play.Game
	n    int
}

func (p *players) do(t *testing.T, seat events.Seat, typ play.CommandType, what string) {
	t.Helper()
	p.n++
	cmd := play.Command{Game: p.game.ID, ID: events.DeriveID("series", fmt.Sprint(p.n)), By: p.game.Player(seat), Seat: seat, Type: typ, What: what}
	if typ == play.Resign {
		cmd.What, cmd.Value = "", what
	}
	a, err := p.Do(t.Context(), cmd)
	if err != nil {
		t.Fatalf("game %s: %s %s: %v", p.game.ID, typ, what, err)
	}
	p.game = a.Game
}

// again leads both players to the next game.
func (p *players) again(t *testing.T) {
	t.Helper()
	over := p.game
	for _, seat := range []events.Seat{events.Second, events.First} {
		s, err := p.Rematch(t.Context(), over.ID, seat)
		if err != nil {
			t.Fatal(err)
		}
		p.game = s.Answer.Game
	}
}

// results is what the read side says of the series of a game.
func (p *players) results(t *testing.T, game events.GameID) *projections.SeriesResults {
	t.Helper()
	for shard := range p.log.Shards() { // the games of a series lie anywhere
		last, err := p.log.Last(t.Context(), shard)
		if err == nil {
			err = p.set.Wait(t.Context(), shard, last)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	r, err := p.set.Series(t.Context(), game)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func began(t *testing.T, kind, options string) *players {
	t.Helper()
	reg, err := all.Registry()
	if err != nil {
		t.Fatal(err)
	}
	log := newLog(3)
	p := &players{Handler: handler(t, log, reg), log: log, set: run(t, projections.Config{Log: log})}
	a, err := p.Create(t.Context(), play.Create{
		Game: gameID(1), ID: events.DeriveID("series", "0"), By: "p_left", Kind: kind, Options: []byte(options), First: "p_left", Second: "p_right",
	})
	if err != nil {
		t.Fatal(err)
	}
	p.game = a.Game
	return p
}

// A series with a win, a draw, an aborted game, a loss and one under way, seats
// changing: points are the players', and every game leads to the same series.
func TestSeries(t *testing.T) {
	p := began(t, "checkers", `{}`)
	first := p.game.ID
	text := func(number int, status, left, result string) string {
		return fmt.Sprintf(`{"number":%d,"id":"%s","status":"%s","seats":%s%s}`, number, events.SeriesGame(first, number), status, left, result)
	}
	const straight, crossed = `{"first":"p_left","second":"p_right"}`, `{"first":"p_right","second":"p_left"}`
	want := func(games, left, right string) string {
		return `{"series":"` + first.String() + `","kind":"checkers","games":[` + games + `],"players":[{"player":"p_left",` + left + `},{"player":"p_right",` + right + `}]}`
	}
	check := func(want string) {
		t.Helper()
		for _, id := range []events.GameID{first, p.game.ID} {
			if got := string(p.results(t, id).AppendJSON(nil)); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		}
	}
	games := text(1, "playing", straight, "")
	check(want(games, `"points":0,"games":0,"won":0,"lost":0,"drawn":0`, `"points":0,"games":0,"won":0,"lost":0,"drawn":0`))

	p.do(t, events.First, play.Resign, "")
	games = text(1, "over", straight, `,"result":{"winner":"second","points":1,"reason":"resigned"},"points":{"p_left":0,"p_right":1}`)
	p.again(t)
	p.do(t, events.First, play.Offer, play.WhatDraw)
	p.do(t, events.Second, play.Accept, play.WhatDraw)
	games += "," + text(2, "over", crossed, `,"result":{"points":0,"reason":"agreed"},"points":{"p_right":0,"p_left":0}`)
	p.again(t)
	p.do(t, events.Second, play.Abort, "")
	games += "," + text(3, "over", straight, `,"result":{"points":0,"reason":"aborted"}`)
	p.again(t)
	p.do(t, events.First, play.Resign, "")
	games += "," + text(4, "over", straight, `,"result":{"winner":"second","points":1,"reason":"resigned"},"points":{"p_left":0,"p_right":1}`)
	p.again(t)
	check(want(games+","+text(5, "playing", crossed, ""), `"points":0,"games":3,"won":0,"lost":2,"drawn":1`, `"points":2,"games":3,"won":2,"lost":0,"drawn":1`))
	if _, err := p.set.Series(t.Context(), gameID(2)); !errors.Is(err, projections.ErrNoGame) {
		t.Errorf("of no game: %v", err)
	}
}

// In the games of a match the seats change sides, too, and each game is worth what
// it is worth; the next match goes on in the same series.
func TestSeriesOfMatches(t *testing.T) {
	p := began(t, "backgammon", `{"matchLength":5}`)
	first := p.game.ID
	for i, value := range []string{"backgammon", "single", "gammon"} {
		if i > 0 {
			p.again(t)
		}
		loser := events.First
		if p.game.Players[1] == "p_right" {
			loser = events.Second
		}
		if wantSecond := i%2 == 0; wantSecond != (loser == events.Second) {
			t.Errorf("game %d: the players sit as %v", i+1, p.game.Players)
		}
		p.do(t, loser, play.Resign, value)
		if p.game.After.Offer != nil {
			p.do(t, loser.Opponent(), play.Accept, "")
		}
	}
	p.again(t)
	r := p.results(t, p.game.ID)
	if r.ID != first || r.Kind != "backgammon" || len(r.Games) != 4 || r.Games[3].Status != projections.StatusPlaying {
		t.Fatalf("%+v", r)
	}
	left := projections.SeriesScore{Player: "p_left", Points: 6, Tally: projections.Tally{Won: 3}}
	right := projections.SeriesScore{Player: "p_right", Tally: projections.Tally{Lost: 3}}
	if len(r.Players) != 2 || r.Players[0] != left || r.Players[1] != right {
		t.Errorf("got %+v, want %+v and %+v", r.Players, left, right)
	}
}
