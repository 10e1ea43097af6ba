package api

import (
	"context"
	"net/http"
	"sync"

	"plylog/api/people"
)

// remembered is who the session or token of a request is of, once somebody has asked:
// what counts a request, what allows it and what carries it out all do. It is one of
// the two, whichever came.
type remembered struct {
	mu     sync.Mutex
	known  bool
	secret string
	grant  people.Grant
	err    error
}

// rememberedKey is where a request carries it.
type rememberedKey struct{}

// remembering returns a request that remembers who it is of, where that can be asked:
// a seat's token says it by itself.
func remembering(r *http.Request) *http.Request {
	if h := r.Header["Authorization"]; r.Header["Cookie"] == nil && (len(h) != 1 || !isAPIToken(h[0])) {
		return r
	}
	return anew(r)
}

// anew returns a request that has not asked yet who it is of.
func anew(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), rememberedKey{}, new(remembered)))
}

// asking returns a request that asks every time: it lasts.
func asking(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), rememberedKey{}, (*remembered)(nil)))
}

// of asks whose a secret is, once in a request.
func (m *remembered) of(ctx context.Context, secret string, ask func(ctx context.Context, secret string) (people.Grant, error)) (people.Grant, error) {
	if m == nil {
		return ask(ctx, secret)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.known || m.secret != secret {
		m.grant, m.err = ask(ctx, secret)
		m.known, m.secret = true, secret
	}
	return m.grant, m.err
}

// rememberedBy returns what a request remembers; nil: it asks every time.
func rememberedBy(ctx context.Context) *remembered {
	m, _ := ctx.Value(rememberedKey{}).(*remembered)
	return m
}
