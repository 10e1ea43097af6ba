package api

import (
	"net/http"

	"plylog/api/web/page"
)

// pageRoutes is what a browser asks for. Every view is the same document, which
// shows what stands at its address.
func pageRoutes() []route {
	return []route{
		{"GET", "/{$}", nil, (*Server).document},
		{"GET", "/games/{id}", []string{"at", "seat", "tab"}, (*Server).document},
		{"GET", "/watch", []string{"kind"}, (*Server).document},
		{"GET", "/learn", nil, (*Server).document},
		{"GET", "/learn/{kind}", []string{"lesson"}, (*Server).document},
		{"GET", "/signin", []string{"next", problemParameter}, (*Server).document},
		{"GET", "/me", []string{problemParameter}, (*Server).document},
		{"GET", "/assets/{file...}", nil, (*Server).asset},
		{"GET", "/docs", nil, (*Server).docsPage},
		{"GET", "/docs/{page}", nil, (*Server).docsPage},
		{"GET", "/docs/assets/style.css", nil, (*Server).docsStyle},
		{"GET", "/docs/rules/{kind}", nil, (*Server).docsRules},
	}
}

// document serves the page.
func (s *Server) document(w http.ResponseWriter, r *http.Request, _ query) error {
	h := w.Header()
	h.Set("Content-Security-Policy", page.Policy)
	h.Set("X-Frame-Options", "DENY")
	return s.file(w, r, "index.html")
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
