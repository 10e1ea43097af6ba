package api

import (
	"net/http"
	"slices"
	"strings"
)

// What pages of other origins may send and see, where they may at all. Nothing that
// a browser adds by itself (cookies) is taken from them.
var (
	corsMethods = []string{"GET, HEAD, POST, OPTIONS"}
	corsHeaders = []string{"Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, " + seatsHeader + ", Traceparent"}
	corsExposed = []string{"ETag, Idempotent-Replay, Link, Location, Plylog-Left-Out, Plylog-Version, RateLimit, RateLimit-Policy, Retry-After, Traceresponse"}
	corsMaxAge  = []string{"600"}
)

// cors lets a page of another origin read the answer, if the server is set so.
func (s *Server) cors(w http.ResponseWriter, r *http.Request) {
	if len(s.cfg.Origins) == 0 {
		return
	}
	h := w.Header()
	addVary(h, "Origin")
	origin := r.Header["Origin"]
	if len(origin) != 1 || !slices.Contains(s.cfg.Origins, origin[0]) {
		return
	}
	h["Access-Control-Allow-Origin"] = origin
	h["Access-Control-Expose-Headers"] = corsExposed
	if r.Method == http.MethodOptions && r.Header["Access-Control-Request-Method"] != nil {
		h["Access-Control-Allow-Methods"] = corsMethods
		h["Access-Control-Allow-Headers"] = corsHeaders
		h["Access-Control-Max-Age"] = corsMaxAge
	}
}

// options answers what an address can be asked.
func options(w http.ResponseWriter, allow string) error {
	h := w.Header()
	h["Allow"] = []string{allow}
	h["Cache-Control"] = noStore
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// addVary says that an answer depends on a header of the request.
func addVary(h http.Header, name string) {
	for _, have := range h["Vary"] {
		if strings.Contains(have, name) {
			return
		}
	}
	h["Vary"] = append(slices.Clip(h["Vary"]), name)
}
