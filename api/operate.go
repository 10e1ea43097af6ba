package api

import (
	"encoding/json"
	"net/http"
	"runtime"
)

// Build says which program answers.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
}

// livez serves GET /livez: the process answers at all.
func (s *Server) livez(w http.ResponseWriter, _ *http.Request, _ query) error {
	w.Header()["Cache-Control"] = noStore
	return send(w, http.StatusOK, []byte(`{"status":"alive"}`))
}

// readyz serves GET /readyz: it may be sent clients.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request, _ query) error {
	if err := s.ready(r.Context()); err != nil {
		return err
	}
	w.Header()["Cache-Control"] = noStore
	return send(w, http.StatusOK, []byte(`{"status":"ready"}`))
}

// version serves GET /version.
func (s *Server) version(w http.ResponseWriter, _ *http.Request, _ query) error {
	body, err := json.Marshal(struct {
		Build
		Go string `json:"go"`
	}{s.cfg.Build, runtime.Version()})
	if err != nil {
		return err
	}
	return send(w, http.StatusOK, body)
}

// metrics serves GET /metrics.
func (s *Server) metrics(w http.ResponseWriter, r *http.Request, _ query) error {
	if s.cfg.Metrics == nil {
		return refuse(notFound, "this server keeps no metrics")
	}
	s.cfg.Metrics.ServeHTTP(w, r)
	return nil
}
