package projections

import (
	"context"
	"fmt"
	"slices"

	"plylog/events"
)

// SeriesResults is how the games of a series went.
type SeriesResults struct {
	ID      events.GameID // of its first game
	Kind    string
	Games   []Listing     // in order; numbered from 1
	Players []SeriesScore // all who sit in them, in the order in which they came
}

// SeriesScore is what a player has from the games of a series.
type SeriesScore struct {
	Player events.PlayerID
	Points int // what the games won were worth
	Tally
}

// Series returns how the series of a game went: of any of its games, as they are
// listed now; they lie in all shards, so that whoever must see the latest waits
// for all. A game that was never followed by another is a series of one.
// Aborted and imported games, and those that one player plays alone, are listed
// but count for nobody. Errors: those of Board.State.
func (s *Set) Series(ctx context.Context, game events.GameID) (*SeriesResults, error) {
	state, err := s.Board.State(ctx, game)
	if err != nil {
		return nil, err
	}
	r := &SeriesResults{ID: game, Kind: state.Kind}
	if state.Series != nil {
		r.ID = state.Series.ID
	}
	for n := 1; ; n++ {
		li, ok := s.Lobby.Get(events.SeriesGame(r.ID, n))
		if !ok || n > 1 && li.Number != n {
			break
		}
		li.Number = n
		r.add(&li)
	}
	if len(r.Games) == 0 {
		return nil, fmt.Errorf("the first game of series %s: %w", r.ID, ErrNoGame)
	}
	return r, nil
}

// add adds the next game.
func (r *SeriesResults) add(li *Listing) {
	r.Games = append(r.Games, *li)
	counted := li.counts()
	for i, who := range li.Seats {
		if who == "" {
			continue
		}
		p := r.player(who)
		if seat := events.First + events.Seat(i); counted {
			p.Tally.add(seat, li.Result.Winner, 1)
			p.Points += li.points()[i]
		}
	}
}

// player returns the score of a player.
func (r *SeriesResults) player(who events.PlayerID) *SeriesScore {
	i := slices.IndexFunc(r.Players, func(s SeriesScore) bool { return s.Player == who })
	if i < 0 {
		i = len(r.Players)
		r.Players = append(r.Players, SeriesScore{Player: who})
	}
	return &r.Players[i]
}

// counts reports whether the game is over and its result counts for its players.
func (g *Listing) counts() bool {
	return g.Status == StatusOver && g.Result != nil && counts(g.Seats, g.Result.Reason, g.Origin != "" || g.Forked)
}

// points returns what the result gives the first and the second seat.
func (g *Listing) points() (p [2]int) {
	if g.Result != nil && g.Result.Winner.Plays() {
		p[g.Result.Winner-events.First] = g.Result.Points
	}
	return p
}

// AppendJSON appends the results as they are served.
func (r *SeriesResults) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	b = textField(b, "series", r.ID.String())
	b = textField(b, "kind", r.Kind)
	b = append(key(b, "games"), '[')
	for i := range r.Games {
		g := &r.Games[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '{')
		b = number(b, "number", int64(g.Number))
		b = textField(b, "id", g.Game.String())
		b = textField(b, "status", string(g.Status))
		b = seats(b, g.Seats)
		b = result(b, g.Result)
		if g.counts() {
			b = append(key(b, "points"), '{')
			for seat, points := range g.points() {
				b = number(b, string(g.Seats[seat]), int64(points))
			}
			b = append(b, '}')
		}
		b = append(b, '}')
	}
	b = append(key(append(b, ']'), "players"), '[')
	for i := range r.Players {
		p := &r.Players[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = textField(append(b, '{'), "player", string(p.Player))
		b = number(b, "points", int64(p.Points))
		b = append(p.Tally.appendFields(b), '}')
	}
	return append(b, ']', '}')
}
