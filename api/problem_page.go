package api

import (
	"fmt"
	"net/http"
)

// problemPage serves GET /problems/{type}: what a type of problem means, for the
// people who follow the address in an answer.
func (s *Server) problemPage(w http.ResponseWriter, r *http.Request, _ query) error {
	slug := r.PathValue("type")
	k := kindOf(slug)
	if k.slug != slug {
		return refuse(notFound, "there is no problem of that name")
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=3600")
	_, _ = fmt.Fprintf(w, "%s%s (HTTP %d)\n\n%s\n\n%s\n", problemPrefix, k.slug, k.status, k.title, k.text)
	return nil
}
