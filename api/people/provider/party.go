package provider

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"plylog/api/post"
)

// Errors of asking a provider.
var (
	// ErrUnknown: no provider of that name is set up.
	ErrUnknown = errors.New("provider: there is no such provider")
	// ErrUnavailable: a provider does not answer, or not as one. Later it may.
	ErrUnavailable = errors.New("provider: it does not answer as it should")
	// ErrRefused: what came from a provider does not prove who somebody is.
	ErrRefused = errors.New("provider: the proof is not taken")
)

// Config is what a Party is made of. Settings and Base are needed.
type Config struct {
	Settings  []Setting
	Base      *url.URL          // where people find this server
	Transport http.RoundTripper // nil: http.DefaultTransport
	Patience  time.Duration     // with one answer of a provider; 0: 10 s
	Now       func() time.Time  // nil: time.Now
}

// Party is the one that relies on providers. It is safe for concurrent use.
type Party struct {
	order []string
	by    map[string]*source
	now   func() time.Time
}

// New makes a Party. No provider is spoken to.
func New(cfg Config) (*Party, error) {
	if cfg.Base == nil || cfg.Base.Host == "" {
		return nil, errors.New("provider: the address of this server is needed to come back to")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	client := careful(cfg.Transport, cfg.Patience)
	p := &Party{by: make(map[string]*source), now: cfg.Now}
	for _, s := range cfg.Settings {
		back := cfg.Base.JoinPath("v1", "signin", s.Name, "callback").String()
		p.order = append(p.order, s.Name)
		p.by[s.Name] = &source{set: s, back: back, client: client, now: cfg.Now}
	}
	return p, nil
}

// careful is a client that reads no more of an answer than anybody needs, waits no
// longer for it (0: 10 s), and goes nowhere else. transport may be nil.
func careful(transport http.RoundTripper, patience time.Duration) *http.Client {
	if transport == nil {
		transport = http.DefaultTransport
	}
	return &http.Client{
		Transport: bounded{transport}, Timeout: cmp.Or(patience, 10*time.Second),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Has reports whether a provider of that name is set up.
func (p *Party) Has(name string) bool { return p.by[name] != nil }

// Named is a provider as people see it.
type Named struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

// List returns the providers in their order.
func (p *Party) List() []Named {
	all := make([]Named, 0, len(p.order))
	for _, name := range p.order {
		all = append(all, Named{name, p.by[name].set.Title})
	}
	return all
}

// Attempt is what is kept of a way to a provider until somebody comes back. Nobody
// else may see it.
type Attempt struct {
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
}

// NewAttempt begins one.
func NewAttempt() Attempt { return Attempt{Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier()} }

// Redirect returns where a browser is sent. state comes back with it. Errors:
// ErrUnknown, ErrUnavailable.
func (p *Party) Redirect(ctx context.Context, name, state string, a Attempt) (string, error) {
	s, ok := p.by[name]
	if !ok {
		return "", ErrUnknown
	}
	found, err := s.discover(ctx)
	if err != nil {
		return "", err
	}
	return found.flow.AuthCodeURL(state, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), nil
}

// Identity is who a provider says somebody is.
type Identity struct {
	Issuer, Subject string
	Address         post.Address // zero unless the provider has verified it
}

// Prove turns the code that a browser brought back into who it belongs to. issuer is
// what came beside it (RFC 9207); empty: nothing. Errors: ErrUnknown, ErrUnavailable,
// ErrRefused.
func (p *Party) Prove(ctx context.Context, name string, a Attempt, code, issuer string) (Identity, error) {
	s, ok := p.by[name]
	if !ok {
		return Identity{}, ErrUnknown
	}
	if issuer != "" && issuer != s.set.Issuer {
		return Identity{}, fmt.Errorf("%w: the code came from another issuer", ErrRefused)
	}
	found, err := s.discover(ctx)
	if err != nil {
		return Identity{}, err
	}
	ctx = oidc.ClientContext(ctx, s.client)
	got, err := found.flow.Exchange(ctx, code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Identity{}, exchangeError(err)
	}
	raw, ok := got.Extra("id_token").(string)
	if !ok {
		return Identity{}, fmt.Errorf("%w: there is no ID token", ErrRefused)
	}
	token, err := found.verifier.Verify(ctx, raw)
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %.200s", ErrRefused, err.Error())
	}
	return s.identity(token, a)
}

// identity checks what the library leaves to its user, and reads who it is.
func (s *source) identity(token *oidc.IDToken, a Attempt) (Identity, error) {
	if a.Nonce == "" || subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(a.Nonce)) != 1 {
		return Identity{}, fmt.Errorf("%w: the nonce is another", ErrRefused)
	}
	claims := map[string]json.RawMessage{} // by their exact names
	if err := token.Claims(&claims); err != nil {
		return Identity{}, fmt.Errorf("%w: the claims cannot be read", ErrRefused)
	}
	// OpenID Connect Core, section 3.1.3.7: who is one of several has to be the one
	// that it was issued to.
	var party string
	switch raw, there := claims["azp"]; {
	case there && (json.Unmarshal(raw, &party) != nil || party != s.set.Client),
		!there && len(token.Audience) > 1:
		return Identity{}, fmt.Errorf("%w: it was issued to another party", ErrRefused)
	}
	if token.Subject == "" || len(token.Subject) > 255 {
		return Identity{}, fmt.Errorf("%w: there is no subject", ErrRefused)
	}
	return Identity{Issuer: s.set.Issuer, Subject: token.Subject, Address: verified(claims)}, nil
}

// verified returns the address that a provider vouches for, or none.
func verified(claims map[string]json.RawMessage) post.Address {
	var text string
	if string(claims["email_verified"]) != "true" || json.Unmarshal(claims["email"], &text) != nil {
		return post.Address{}
	}
	a, err := post.ParseAddress(text)
	if err != nil {
		return post.Address{}
	}
	return a
}

// exchangeError says what became of a code, without what the provider wrote about it.
func exchangeError(err error) error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) || refused.Response == nil || refused.Response.StatusCode >= 500 {
		return fmt.Errorf("%w: the code was not exchanged", ErrUnavailable)
	}
	word := refused.ErrorCode
	if len(word) > 40 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz_") != "" {
		word = ""
	}
	return fmt.Errorf("%w: the token endpoint answered %d %s", ErrRefused, refused.Response.StatusCode, word)
}
