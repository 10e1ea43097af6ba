package api

import (
	"net/http"
	"strings"

	"plylog/api/web/page"
)

// pageRoutes is what a browser asks for. Every view is the same document, which
// shows what stands at its address; what others append to links that are passed on
// does no harm.
func pageRoutes() []route {
	return []route{
		{"GET", "/{$}", []string{anyOther}, (*Server).document},
		{"GET", "/games/{id}", []string{"at", "seat", "tab", anyOther}, (*Server).document},
		{"GET", "/watch", []string{"kind", anyOther}, (*Server).document},
		{"GET", "/learn", []string{anyOther}, (*Server).document},
		{"GET", "/learn/{kind}", []string{"lesson", anyOther}, (*Server).document},
		{"GET", "/signin", []string{"next", problemParameter, anyOther}, (*Server).document},
		{"GET", "/me", []string{problemParameter, anyOther}, (*Server).document},
		{"GET", "/assets/{file...}", nil, (*Server).asset},
		{"GET", "/docs", nil, (*Server).docsPage},
		{"GET", "/docs/{page}", nil, (*Server).docsPage},
		{"GET", "/docs/assets/style.css", nil, (*Server).docsStyle},
		{"GET", "/docs/rules/{kind}", nil, (*Server).docsRules},
	}
}

// document serves the page.
func (s *Server) document(w http.ResponseWriter, r *http.Request, _ query) error {
	forDocument(w.Header())
	return s.file(w, r, "index.html")
}

// noDocument serves the page to people who were led to an address at which there is
// nothing: it says so in their language. Programs are answered as always.
func (s *Server) noDocument(w http.ResponseWriter, r *http.Request, q query) error {
	if !byPerson(r) || strings.HasPrefix(r.URL.Path, "/v1/") {
		return s.nowhere(w, r, q)
	}
	h, f := w.Header(), s.files["index.html"]
	forDocument(h)
	h.Set("Content-Type", f.Type)
	h["Cache-Control"] = noStore
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(f.Body) // whoever asked may be gone; nobody else is to be told
	return nil
}

// forDocument sets what a browser is told of the page beside its text.
func forDocument(h http.Header) {
	h.Set("Content-Security-Policy", page.Policy)
	h.Set("X-Frame-Options", "DENY")
}

// byPerson reports whether a request is a browser's, for somebody who is to read what
// comes.
func byPerson(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// asset serves a file of the page.
func (s *Server) asset(w http.ResponseWriter, r *http.Request, _ query) error {
	w.Header().Set("Content-Security-Policy", page.WorkerPolicy)
	return s.file(w, r, r.PathValue("file"))
}

func (s *Server) file(w http.ResponseWriter, r *http.Request, name string) error {
	f, ok := s.files[name]
	if !ok {
		return refuse(notFound, "")
	}
	if f.Packed {
		return sendPacked(w, r, f.Type, f.Body)
	}
	return sendDocument(w, r, f.Type, f.Body)
}
