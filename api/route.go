package api

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"plylog/events"
)

// route is one method of one address.
type route struct {
	method string
	path   string   // a ServeMux pattern without method; also the route's name in metrics
	params []string // the query parameters that it reads
	handle handler
}

// handler answers a request, or says why not.
type handler func(*Server, http.ResponseWriter, *http.Request, query) error

// publicRoutes is the whole interface: what stands here is served, and nothing
// else. Until the views have caught up, all of it but the operations waits.
func publicRoutes() []route {
	routes := []route{
		{"GET", "/v1/kinds", nil, (*Server).kinds},
		{"GET", "/v1/games", []string{"kind", "status", "player", "limit", "cursor"}, (*Server).list},
		{"POST", "/v1/games", nil, (*Server).create},
		{"GET", "/v1/games/{id}", []string{"at", "board"}, (*Server).state},
		{"GET", "/v1/games/{id}/choices", []string{"seat", "at"}, (*Server).choices},
		{"GET", "/v1/games/{id}/events", []string{"after", "limit", "follow"}, (*Server).events},
		{"POST", "/v1/games/{id}/events", nil, (*Server).submit},
		{"GET", "/v1/games/{id}/history", []string{"boards"}, (*Server).history},
		{"GET", "/v1/games/{id}/repetitions", nil, (*Server).repetitions},
		{"GET", "/v1/games/{id}/series", nil, (*Server).series},
		{"GET", "/v1/games/{id}/export", []string{"format"}, (*Server).export},
		{"POST", "/v1/games/{id}/fork", []string{"at"}, (*Server).fork},
		{"GET", "/v1/players", []string{"ids"}, (*Server).names},
		{"GET", "/v1/players/{id}", nil, (*Server).player},
		{"POST", "/v1/me/seats", nil, (*Server).claimSeats},
		{"GET", "/v1/feed", []string{"games", "after"}, (*Server).several},
		{"GET", "/v1/me/feed", []string{"games"}, (*Server).mine},
		{"GET", "/v1/ws", nil, (*Server).webSocket},
		{"GET", "/v1/games/{id}/audit", nil, (*Server).audit},
		{"GET", "/v1/games/{id}/receipt", nil, (*Server).receipt},
		{"GET", "/v1/checkpoints", nil, (*Server).checkpoints},
		{"GET", "/tlog/{shard}/checkpoint", nil, (*Server).checkpoint},
		{"GET", "/tlog/{shard}/tile/{path...}", nil, (*Server).tile},
		{"POST", "/v1/import", []string{"kind", "format"}, (*Server).importGames},
	}
	for i, rt := range routes {
		routes[i].handle = func(s *Server, w http.ResponseWriter, r *http.Request, q query) error {
			if err := s.started(); err != nil {
				return err
			}
			return rt.handle(s, w, r, q)
		}
	}
	return slices.Concat(routes, peopleRoutes(), operations(), documentRoutes(), pageRoutes())
}

// peopleRoutes is who somebody is. It waits for no game.
func peopleRoutes() []route {
	return []route{
		{"POST", "/v1/signin", nil, (*Server).askSignIn},
		{"POST", "/v1/signin/confirm", nil, (*Server).confirmSignIn},
		{"POST", "/v1/signin/passkey/challenge", nil, (*Server).askPasskey},
		{"POST", "/v1/signin/passkey", nil, (*Server).signInByPasskey},
		{"GET", "/v1/signin/{provider}", []string{"next", "lang"}, (*Server).toProvider},
		{"GET", "/v1/signin/{provider}/callback", []string{"state", "code", "iss", "error", anyOther}, (*Server).fromProvider},
		{"POST", "/v1/signout", nil, (*Server).signOut},
		{"GET", "/v1/me", nil, (*Server).who},
		{"PATCH", "/v1/me", nil, (*Server).changeMe},
		{"DELETE", "/v1/me", nil, (*Server).eraseMe},
		{"GET", "/v1/me/sessions", nil, (*Server).mySessions},
		{"DELETE", "/v1/me/sessions", nil, (*Server).signOutEverywhere},
		{"DELETE", "/v1/me/sessions/{session}", nil, (*Server).endSession},
		{"GET", "/v1/me/methods", nil, (*Server).myMethods},
		{"POST", "/v1/me/methods", nil, (*Server).addMethod},
		{"DELETE", "/v1/me/methods/{method}", nil, (*Server).removeMethod},
		{"POST", "/v1/me/passkeys/challenge", nil, (*Server).askNewPasskey},
		{"POST", "/v1/me/passkeys", nil, (*Server).newPasskey},
		{"GET", "/v1/me/tokens", nil, (*Server).myTokens},
		{"POST", "/v1/me/tokens", nil, (*Server).newToken},
		{"DELETE", "/v1/me/tokens/{token}", nil, (*Server).revokeToken},
	}
}

// documentRoutes is what explains the rest.
func documentRoutes() []route {
	return []route{
		{"GET", "/problems/{type}", nil, (*Server).problemPage},
		{"GET", "/rules/{kind}", nil, (*Server).rules},
		{"GET", "/openapi.yaml", nil, (*Server).openAPI},
		{"GET", "/openapi.json", nil, (*Server).openAPIJSON},
		{"GET", "/asyncapi.yaml", nil, (*Server).asyncAPI},
		{"GET", "/asyncapi.json", nil, (*Server).asyncAPIJSON},
		{"GET", "/schemas/{name}", nil, (*Server).schema},
	}
}

// adminRoutes is what the listener for operators serves.
func adminRoutes() []route {
	return append(operations(),
		route{"GET", "/metrics", []string{"name[]"}, (*Server).metrics},
		route{"POST", "/admin/rebuild", nil, (*Server).rebuild},
		route{"GET", "/admin/backup", []string{"shard", "after", "to"}, (*Server).backup},
		route{"GET", "/admin/backup/people", nil, (*Server).backupPeople})
}

// operations is what both listeners serve.
func operations() []route {
	return []route{
		{"GET", "/livez", nil, (*Server).livez},
		{"GET", "/readyz", nil, (*Server).readyz},
		{"GET", "/version", nil, (*Server).version},
	}
}

// router serves a table of routes. Whatever stands in none of them is answered
// with a problem: another method of a known address 405 with Allow, the rest by
// elsewhere. Nothing is redirected.
func (s *Server) router(routes []route, guard guard, elsewhere handler) http.Handler {
	mux := http.NewServeMux()
	allow := make(map[string][]string)
	free := operations()
	for _, rt := range routes {
		if !slices.ContainsFunc(free, func(o route) bool { return o.path == rt.path }) {
			rt.handle = guard.before(rt.handle)
		}
		mux.Handle(rt.method+" "+rt.path, s.serve(rt))
		allow[rt.path] = append(allow[rt.path], rt.method)
		if rt.method == "GET" { // ServeMux answers HEAD by the same handler
			allow[rt.path] = append(allow[rt.path], "HEAD")
		}
	}
	for path, methods := range allow {
		handled := slices.Clone(methods)
		methods = append(methods, http.MethodOptions)
		slices.Sort(methods)
		list := strings.Join(methods, ", ")
		rest := s.serve(route{path: path, handle: guard.before(func(_ *Server, w http.ResponseWriter, r *http.Request, _ query) error {
			if r.Method == http.MethodOptions {
				return options(w, list)
			}
			return refuse(methodNotAllowed, "this address answers "+list).header("Allow", list)
		})})
		for _, pattern := range restOf(path, handled, allow) {
			mux.Handle(pattern, rest)
		}
	}
	nowhere := s.serve(route{path: other, handle: guard.before(elsewhere)})
	mux.Handle("/", nowhere)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if unclean(r.URL.EscapedPath()) {
			nowhere.ServeHTTP(w, r) // ServeMux would redirect to the clean path
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// restOf returns the patterns of what no route of a path handles: the path itself, but
// where it could be taken for another with a wildcard in it. ServeMux refuses to choose
// between any method of the one and some method of the other, so there they are named.
func restOf(path string, handled []string, all map[string][]string) (patterns []string) {
	for other := range all {
		if other == path || !covers(other, path) {
			continue
		}
		for _, m := range methodsKnown {
			if !slices.Contains(handled, m) {
				patterns = append(patterns, m+" "+path)
			}
		}
		return patterns
	}
	return []string{path}
}

// covers reports whether a pattern with wildcards for whole segments matches a path
// that has none there.
func covers(pattern, path string) bool {
	a, b := strings.Split(pattern, "/"), strings.Split(path, "/")
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s string) bool { return strings.HasSuffix(s, "...}") || s == "{$}" }) &&
		slices.EqualFunc(a, b, func(a, b string) bool { return a == b || strings.HasPrefix(a, "{") })
}

// guard counts a request, and refuses it where it is one too many.
type guard func(*Server, http.ResponseWriter, *http.Request) error

// unlimited takes every request.
func unlimited(*Server, http.ResponseWriter, *http.Request) error { return nil }

// before lets a handler answer what is not refused.
func (g guard) before(handle handler) handler {
	return func(s *Server, w http.ResponseWriter, r *http.Request, q query) error {
		if err := g(s, w, r); err != nil {
			return err
		}
		return handle(s, w, r, q)
	}
}

// nowhere answers what no route does: an id that is none 400, the rest 404.
func (s *Server) nowhere(_ http.ResponseWriter, r *http.Request, _ query) error {
	if rest, ok := strings.CutPrefix(r.URL.Path, "/v1/games/"); ok {
		id, _, _ := strings.Cut(rest, "/")
		if _, err := events.ParseGameID(id); err != nil {
			return err
		}
	}
	return refuse(notFound, "")
}

// unclean reports whether ServeMux would send a client elsewhere.
func unclean(path string) bool {
	return !strings.HasPrefix(path, "/") || strings.Contains(path, "//") || strings.Contains(path, "/./") ||
		strings.Contains(path, "/../") || strings.HasSuffix(path, "/.") || strings.HasSuffix(path, "/..")
}

// serve wraps a route: the query is read, what went wrong is answered, and the
// Observer is told.
func (s *Server) serve(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := recorders.Get().(*recorder)
		*rec = recorder{ResponseWriter: w, route: &rt, start: s.cfg.Now()}
		defer func() {
			if v := recover(); v != nil {
				if v == http.ErrAbortHandler {
					panic(v)
				}
				s.answer(rec, r, &panicError{v})
			}
			s.observe(rec, r)
			*rec = recorder{}
			recorders.Put(rec)
		}()
		h := w.Header()
		s.tellBrowsers(h, r)
		s.cors(w, r)
		r = remembering(withTrace(w, r, s.cfg.Traces))
		var q query
		var err error
		if rt.method != "" {
			q, err = readQuery(r.URL.RawQuery, rt.params)
		}
		if err == nil {
			err = rt.handle(s, rec, r, q)
		}
		if err != nil {
			s.answer(rec, r, err)
		}
	})
}

// observe tells how a request was answered, once.
func (s *Server) observe(rec *recorder, r *http.Request) {
	if rec.told {
		return
	}
	rec.told = true
	method := rec.route.method
	if method == "" || r.Method == "HEAD" {
		method = knownMethod(r.Method)
	}
	s.cfg.Observer.Request(rec.route.path, method, cmp.Or(rec.status, http.StatusOK), s.cfg.Now().Sub(rec.start), spanOf(r.Context()))
}

// knownMethod returns a method that standards know, or other.
func knownMethod(m string) string {
	if slices.Contains(methodsKnown, m) {
		return m
	}
	return other
}

// methodsKnown are the methods of standards (RFC 9110, RFC 5789).
var methodsKnown = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE"}
