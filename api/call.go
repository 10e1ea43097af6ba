package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
)

// Operation names what is asked for by a message instead of over HTTP.
type Operation string

// The operations, each of them one method of one address of the interface.
const (
	OpCreate  Operation = "create"  // POST /v1/games
	OpSubmit  Operation = "submit"  // POST /v1/games/{id}/events
	OpState   Operation = "state"   // GET /v1/games/{id}
	OpChoices Operation = "choices" // GET /v1/games/{id}/choices
	OpHistory Operation = "history" // GET /v1/games/{id}/history
)

// operationRoutes says which address answers an operation.
var operationRoutes = map[Operation]struct{ method, path string }{
	OpCreate:  {http.MethodPost, "/v1/games"},
	OpSubmit:  {http.MethodPost, "/v1/games/{id}/events"},
	OpState:   {http.MethodGet, "/v1/games/{id}"},
	OpChoices: {http.MethodGet, "/v1/games/{id}/choices"},
	OpHistory: {http.MethodGet, "/v1/games/{id}/history"},
}

// Call is a request that came as a message. It is answered by the same code, in
// the same words, as the request over HTTP that it stands for.
type Call struct {
	Via       string // the transport that it came over, for metrics: "nats"
	Operation Operation
	Game      string      // the game's id as the sender wrote it; OpCreate has none
	Header    http.Header // names in canonical form; what HTTP reads is read, and nothing else
	// Body is the command or the new game. Of an operation that reads it holds the
	// query parameters as a JSON object, {"at":5}, or is empty.
	Body []byte
}

// Reply answers a Call: status, header and body as HTTP would have them.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// Call answers a message. Safe for concurrent use.
func (s *Server) Call(ctx context.Context, c Call) Reply {
	rt, ok := s.operations[c.Operation]
	if !ok {
		rt = route{method: http.MethodGet, handle: (*Server).nowhere}
		c.Operation = other
	}
	answer := &message{header: make(http.Header)}
	r, err := http.NewRequestWithContext(ctx, rt.method, "/", bytes.NewReader(c.Body))
	if err != nil { // it is made of constants
		problemOf(err).write(answer)
		return answer.reply()
	}
	r.SetPathValue("id", c.Game)
	if c.Header != nil {
		r.Header = c.Header.Clone()
	}
	if r.Header["Content-Type"] == nil {
		r.Header["Content-Type"] = jsonType // no message is anything else unless it says so
	}
	s.serve(route{path: c.Via + " " + string(c.Operation), handle: func(s *Server, w http.ResponseWriter, r *http.Request, _ query) error {
		if c.Via != viaSocket { // whose connection counts what comes over it
			if err := s.limitCall(w, r, rt.method+" "+rt.path, c.Via); err != nil {
				return err
			}
		}
		if rt.method != http.MethodGet {
			return rt.handle(s, w, r, nil)
		}
		raw, err := readArguments(r)
		if err != nil {
			return err
		}
		q, err := readQuery(raw, rt.params)
		if err != nil {
			return err
		}
		return rt.handle(s, w, r, q)
	}}).ServeHTTP(answer, r)
	return answer.reply()
}

// operationsOf finds the routes of the operations in a table.
func operationsOf(routes []route) (map[Operation]route, error) {
	out := make(map[Operation]route, len(operationRoutes))
	for op, to := range operationRoutes {
		at := slices.IndexFunc(routes, func(rt route) bool { return rt.method == to.method && rt.path == to.path })
		if at < 0 {
			return nil, fmt.Errorf("nothing serves %s %s, which answers %s", to.method, to.path, op)
		}
		out[op] = routes[at]
	}
	return out, nil
}

// readArguments reads the query parameters that a message carries as a JSON object
// of texts, numbers and flags, and writes them as the query that they stand for.
func readArguments(r *http.Request) (query string, err error) {
	if r.ContentLength == 0 {
		return "", nil
	}
	f, err := readBody(r, mostQuery)
	if err != nil {
		return "", err
	}
	q := make(url.Values, len(f))
	for _, field := range f {
		switch value := string(field.raw); value[0] {
		case '{', '[', 'n':
			return "", refuseField(badParameter, field.name, "want a text, a number, true or false")
		case '"':
			if err := json.Unmarshal(field.raw, &value); err != nil {
				return "", refuseField(badParameter, field.name, "is not well formed")
			}
			q.Set(field.name, value)
		default:
			q.Set(field.name, value) // as it was written: 5 is a number, 5.0 none that is taken
		}
	}
	return q.Encode(), nil
}

// message is a ResponseWriter that keeps what is answered.
type message struct {
	header http.Header
	status int
	body   []byte
}

// Header implements http.ResponseWriter.
func (m *message) Header() http.Header { return m.header }

// WriteHeader implements http.ResponseWriter.
func (m *message) WriteHeader(status int) { m.status = cmp.Or(m.status, status) }

// Write implements http.ResponseWriter.
func (m *message) Write(b []byte) (int, error) {
	m.WriteHeader(http.StatusOK)
	m.body = append(m.body, b...)
	return len(b), nil
}

// reply is what was answered. Whoever asked and did not wait gets nothing.
func (m *message) reply() Reply { return Reply{cmp.Or(m.status, statusGone), m.header, m.body} }
