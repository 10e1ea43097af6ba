package api

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"plylog/engines"
)

// problemPrefix begins the type of every problem; behind it stands a slug of the
// problems table, and the whole is the address of its page.
const problemPrefix = "/problems/"

// mostLegal bounds the legal moves that a refusal lists.
const mostLegal = 200

// Problem is an answer that refuses (RFC 9457, application/problem+json). It is
// an error, so that handlers return it. Fields that say nothing are left out.
type Problem struct {
	Type       string         `json:"type"`   // "/problems/illegal-move": stable, for programs
	Title      string         `json:"title"`  // the type in words
	Status     int            `json:"status"` // the HTTP status
	Detail     string         `json:"detail,omitempty"`
	Instance   string         `json:"instance,omitempty"`   // of an internal error: the trace id in the server's log
	Field      string         `json:"field,omitempty"`      // the field, parameter or header that it is about
	Rule       string         `json:"rule,omitempty"`       // the rule behind it: "BG-9"
	Code       string         `json:"code,omitempty"`       // a stable word for programs: "backgammon.higher-die"
	Legal      []engines.Move `json:"legal,omitempty"`      // the legal moves of the seat, at most 200
	Candidates []engines.Move `json:"candidates,omitempty"` // what an ambiguous move may have meant
	Version    int            `json:"version,omitempty"`    // what the game is at
	RetryAfter int            `json:"retryAfter,omitempty"` // seconds

	slug    string
	headers map[string]string
	cause   error // of an internal error: for the log, never for the answer
}

// Error implements error.
func (p *Problem) Error() string {
	if p.Detail == "" {
		return p.Title
	}
	return p.Detail
}

// Unwrap returns what the answer must not show.
func (p *Problem) Unwrap() error { return p.cause }

// refuse makes a problem of a type in the problems table. A detail that only says the
// title again is left out.
func refuse(slug, detail string) *Problem {
	k := kindOf(slug)
	if strings.EqualFold(strings.TrimSuffix(detail, "."), k.title) {
		detail = ""
	}
	return &Problem{
		Type: problemPrefix + k.slug, Title: k.title, Status: k.status, Detail: detail, RetryAfter: k.retryAfter,
		slug: k.slug,
	}
}

// refuseField is refuse for one field, parameter or header.
func refuseField(slug, field, detail string) *Problem {
	p := refuse(slug, detail)
	p.Field = clip(field)
	return p
}

// header adds a header to the answer.
func (p *Problem) header(name, value string) *Problem {
	if p.headers == nil {
		p.headers = make(map[string]string, 1)
	}
	p.headers[name] = value
	return p
}

// write sends the problem.
func (p *Problem) write(w http.ResponseWriter) {
	h := w.Header()
	for name, value := range p.headers {
		h.Set(name, value)
	}
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.RetryAfter))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="plylog"`)
	}
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	h.Del("ETag")
	h.Del("Last-Modified")
	body, err := json.Marshal(p)
	if err != nil { // its fields are text and numbers; all of them can be written
		body = []byte(`{"type":"/problems/internal","status":500}`)
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(p.Status)
	_, _ = w.Write(body) // whoever asked may be gone; nobody else is to be told
}

// clip keeps what strangers wrote from filling an answer.
func clip(s string) string {
	const most = 64
	if len(s) <= most {
		return strings.ToValidUTF8(s, "?")
	}
	return strings.ToValidUTF8(s[:most], "?") + "…"
}
