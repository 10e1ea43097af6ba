package api

import (
	"net/http"

	"plylog/engines"
)

// formMarkdown is how the rules of a game are written.
const formMarkdown = "text/markdown; charset=utf-8"

// rules serves GET /rules/{kind}: the rules by the names that refusals give, as the
// engine that keeps them has them in writing.
func (s *Server) rules(w http.ResponseWriter, r *http.Request, _ query) error {
	e, ok := s.cfg.Registry.Newest(r.PathValue("kind"))
	if !ok {
		return refuse(notFound, "there is no game of that name")
	}
	written, ok := e.(engines.Ruled)
	if !ok {
		return refuse(notFound, "that game brings no rules in writing")
	}
	return sendDocument(w, r, formMarkdown, []byte(written.Rules()))
}
