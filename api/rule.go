package api

import (
	"context"
	"net/http"
	"time"

	"plylog/api/people"
	"plylog/events"
	"plylog/events/play"
)

// administrator returns the player id of the administrator who sends a request;
// refused where nobody is one. It is the one place that asks.
func (s *Server) administrator(r *http.Request) (events.PlayerID, error) {
	g, err := s.signedIn(r)
	switch {
	case err != nil:
		return "", err
	case g.Scopes.Has(people.AdminScope):
		return g.Player(), nil
	case g.Player() == "" && len(r.Header["Authorization"]) == 0:
		return "", refuse(tokenMissing, "this is for administrators")
	default:
		return "", refuse(adminOnly, "what came with the request is not an administrator's, or lacks the scope "+string(people.AdminScope))
	}
}

// rule carries out what only an administrator may ask for: it is nobody's seat that
// acts. Who is not one learns nothing about the game, not even that it exists.
func (s *Server) rule(ctx context.Context, w http.ResponseWriter, r *http.Request, cmd play.Command, keyed bool, start time.Time) (err error) {
	if cmd.By, err = s.administrator(r); err != nil {
		return s.refused(r, cmd, other, start, err)
	}
	kind := other
	if li, ok := s.cfg.Views.Lobby.Get(cmd.Game); ok {
		kind = li.Kind
	}
	a, err := s.decide(ctx, r, cmd, keyed, kind, start)
	if err != nil {
		return err
	}
	s.cfg.Logger.InfoContext(r.Context(), "an administrator ruled", "game", cmd.Game, "type", a.Event.Type, "by", cmd.By, "n", a.Event.N)
	return s.sendEvent(w, a, a.Event.Raw)
}
