package api

import (
	"context"
	"net/http"
	"time"

	"plylog/api/people"
	"plylog/api/seat"
	"plylog/events"
	"plylog/events/play"
	"plylog/projections"
)

// invited makes sure that a player can be invited to a game, and by whom: somebody
// with an account, since a guest is a player in one game only and could not join.
func (s *Server) invited(r *http.Request, who events.PlayerID) (events.PlayerID, error) {
	if who == "" {
		return "", nil
	}
	if s.cfg.People == nil {
		return "", refuseField(notAvailable, "opponent", "nobody can sign in here, and only who has can be invited; want open, self or bot:NAME")
	}
	_, account, err := s.cfg.People.Name(r.Context(), who)
	switch me, merr := s.signedIn(r); {
	case err != nil:
		return "", err
	case merr != nil:
		return "", merr
	case !account:
		return "", refuseField(badField, "opponent", "nobody with an account has that id; others are invited by the game's address")
	case me.Player() == who:
		return "", refuseField(badField, "opponent", "that is yourself; want self")
	}
	return who, nil
}

// isInvited reports whether the sender of a request is who an open game keeps a
// seat for: they may see it, private or not.
func (s *Server) isInvited(r *http.Request, open bool, invited events.PlayerID) bool {
	if !open || invited == "" {
		return false
	}
	g, err := s.signedIn(r)
	return err == nil && g.Player() == invited && g.Scopes.Has(people.GamesRead)
}

// declineInvited serves the one command of who holds no seat yet: no, thank you.
func (s *Server) declineInvited(ctx context.Context, w http.ResponseWriter, r *http.Request, cmd play.Command, keyed bool, start time.Time) error {
	refused := func(err error) error { return s.refused(r, cmd, other, start, err) }
	g, err := s.signedIn(r)
	switch {
	case err != nil:
		return refused(err)
	case g.Player() == "":
		return refused(seat.ErrNoToken)
	case !g.Scopes.Has(people.GamesPlay):
		return refused(lacks(people.GamesPlay))
	}
	on, err := s.game(ctx, cmd.Game)
	if err != nil {
		return refused(s.hideDamaged(r, cmd.Game, err))
	}
	if on.Created.Private && on.Created.Invited != g.Player() && s.seated(r, cmd.Game, on.Players) == [2]bool{} {
		return refused(play.ErrNoGame)
	}
	cmd.By = g.Player()
	a, err := s.decide(ctx, r, cmd, keyed, on.Engine.Name(), start)
	if err != nil {
		return err
	}
	return s.sendEvent(w, a, a.Event.Raw)
}

// invitations returns what a player is invited to as things stand.
func (s *Server) invitations(p events.PlayerID) ([]projections.Matter, error) {
	page, err := s.cfg.Views.Lobby.List(projections.Query{Invited: p, Status: projections.StatusOpen, Limit: projections.MostListed})
	if err != nil {
		return nil, err
	}
	var all []projections.Matter
	for _, g := range page.Games {
		all = append(all, projections.Matter{Game: g.Game, Kind: g.Kind, N: g.Version, What: projections.ConcernInvited})
	}
	return all, nil
}
