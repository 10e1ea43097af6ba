package api

import "net/http"

// series serves GET /v1/games/{id}/series: how the series went that a game belongs
// to, whichever of its games it is. Who may watch the game may see that.
func (s *Server) series(w http.ResponseWriter, r *http.Request, _ query) error {
	id, err := gameOf(r)
	if err != nil {
		return err
	}
	if _, err := s.watch(r, id); err != nil {
		return err
	}
	if err := s.catchUpAll(r.Context()); err != nil {
		return err
	}
	results, err := s.cfg.Views.Series(r.Context(), id)
	if err != nil {
		return err
	}
	return sendMedia(w, r, jsonType, results.AppendJSON(make([]byte, 0, 1024)))
}
