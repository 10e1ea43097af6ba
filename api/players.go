package api

import (
	"net/http"

	"plylog/events"
)

// player serves GET /v1/players/{id}: how the games of a player went that are
// over, were played here and by two players. One who is not known has played none.
func (s *Server) player(w http.ResponseWriter, r *http.Request, _ query) error {
	who, err := events.ParsePlayerID(r.PathValue("id"))
	if err != nil {
		return refuse(badID, `want a player's id: "p_" and letters and digits`)
	}
	if err := s.catchUpAll(r.Context()); err != nil {
		return err
	}
	results := s.cfg.Views.Players.Get(who)
	return sendMedia(w, r, jsonType, results.AppendJSON(make([]byte, 0, 512)))
}
