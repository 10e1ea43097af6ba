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
	text, err := s.rulesOf(r.PathValue("kind"))
	if err != nil {
		return err
	}
	return sendDocument(w, r, formMarkdown, []byte(text))
}

// rulesOf returns the rules of a kind as they are written.
func (s *Server) rulesOf(kind string) (string, error) {
	e, ok := s.cfg.Registry.Newest(kind)
	if !ok {
		return "", refuse(notFound, "there is no game of that name")
	}
	written, ok := e.(engines.Ruled)
	if !ok {
		return "", refuse(notFound, "that game brings no rules in writing")
	}
	return written.Rules(), nil
}
