package api

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"plylog/api/people"
	"plylog/api/seat"
	"plylog/events"
)

// proofs is what a request proves itself by: tokens of seats, and whoever is signed
// in by the cookie of a session or by an API token.
type proofs struct {
	tokens     []seat.Token // the one in Authorization first, then those of Plylog-Seats
	authorized bool         // whether Authorization has one
	grant      people.Grant // zero: nobody is signed in
}

// proofs reads all that a request proves itself by. A cookie is taken from pages of
// our own only, and where there is an Authorization that is no seat's it is not looked
// at. Errors: seat.ErrBadToken, or a problem.
func (s *Server) proofs(r *http.Request) (p proofs, err error) {
	if p.tokens, err = tokensIn(r.Header); err != nil {
		return p, err
	}
	if h := r.Header["Authorization"]; len(h) == 1 && isAPIToken(h[0]) {
		p.grant, err = s.byToken(r.Context(), h[0][len("Bearer "):])
		return p, err
	}
	switch tok, err := tokenOf(r); {
	case err == nil:
		p.tokens, p.authorized = slices.Insert(p.tokens, 0, tok), true
	case !errors.Is(err, seat.ErrNoToken):
		return p, err
	}
	p.grant, err = s.bySession(r, p.authorized)
	return p, err
}

// own is what a request that is about one game proves: Plylog-Seats are for several.
func (p proofs) own() proofs {
	if p.authorized {
		p.tokens = p.tokens[:1]
	} else {
		p.tokens = nil
	}
	return p
}

// some refuses who proves nothing. Errors: seat.ErrNoToken.
func (p proofs) some() error {
	if len(p.tokens) == 0 && p.grant.Player() == "" {
		return seat.ErrNoToken
	}
	return nil
}

// held tells which seats of a game with these players the proofs hold. A seat's token
// allows everything there; somebody who is signed in holds the seats on which they
// sit, if their grant has the scope.
func (s *Server) held(p proofs, scope people.Scope, game events.GameID, players [2]events.PlayerID) [2]bool {
	return p.sits(s.mint.Held(p.tokens, game, players), scope, players)
}

// sits adds to the seats that the tokens prove those on which whoever is signed in
// sits, if their grant has the scope.
func (p proofs) sits(proved [2]bool, scope people.Scope, players [2]events.PlayerID) (held [2]bool) {
	held = proved
	if me := p.grant.Player(); me != "" && (scope == "" || p.grant.Scopes.Has(scope)) {
		for i, sits := range players {
			held[i] = held[i] || sits == me
		}
	}
	return held
}

// sitter tells as which player the sender of a request sits down on a seat by a
// command: themselves, if they are signed in, else a guest of that seat.
func (s *Server) sitter(r *http.Request) (func(events.GameID, events.Seat, events.CommandID) events.PlayerID, error) {
	g, err := s.signedIn(r)
	switch {
	case err != nil:
		return nil, err
	case g.Player() == "":
		return s.mint.Player, nil
	case !g.Scopes.Has(people.GamesCreate):
		return nil, lacks(people.GamesCreate)
	}
	return func(events.GameID, events.Seat, events.CommandID) events.PlayerID { return g.Player() }, nil
}

// signedIn returns who a request proves to be signed in, the zero Grant where nobody
// is. What is wrong with seat tokens is not its matter.
func (s *Server) signedIn(r *http.Request) (people.Grant, error) {
	if h := r.Header["Authorization"]; len(h) == 1 && isAPIToken(h[0]) {
		return s.byToken(r.Context(), h[0][len("Bearer "):])
	}
	return s.bySession(r, len(r.Header["Authorization"]) > 0)
}

// counted is what a request is counted by: a seat's token, or who is signed in. Empty:
// nothing.
func (s *Server) counted(r *http.Request) string {
	if tok, err := tokenOf(r); err == nil {
		return tok.Reveal()
	}
	g, err := s.signedIn(r)
	if err != nil {
		return ""
	}
	return string(g.Player())
}

// lacks refuses an API token without a scope.
func lacks(scope people.Scope) error {
	return refuse(scopeMissing, "the token lacks the scope "+string(scope))
}

// isAPIToken reports whether an Authorization is meant to carry an API token.
func isAPIToken(authorization string) bool {
	const scheme = "Bearer "
	return len(authorization) > len(scheme) && strings.EqualFold(authorization[:len(scheme)], scheme) &&
		strings.HasPrefix(authorization[len(scheme):], people.TokenPrefix)
}

// byToken finds out whose an API token is. Its form is looked at before anything is
// looked up.
func (s *Server) byToken(ctx context.Context, text string) (people.Grant, error) {
	if s.cfg.People == nil {
		return people.Grant{}, refuse(tokenRevoked, "this server knows no API tokens")
	}
	g, err := rememberedBy(ctx).of(ctx, text, s.cfg.People.ByToken)
	if errors.Is(err, people.ErrSignedOut) {
		return g, refuse(tokenRevoked, "the token is none of this server's, was revoked, or has expired")
	}
	return g, err
}

// bySession finds out whose session the cookie of a request is; nobody's, where it is
// none or none any more. Pages of other origins do not bring it: what would change
// something is refused, unless other proof is with it.
func (s *Server) bySession(r *http.Request, otherProof bool) (people.Grant, error) {
	if g, ok := r.Context().Value(grantKey{}).(people.Grant); ok {
		return g, nil
	}
	if s.cfg.People == nil {
		return people.Grant{}, nil
	}
	secret := s.cookieOf(r, cookieSession)
	if secret == "" {
		return people.Grant{}, nil
	}
	if elsewhere := s.ownPage(r, false); elsewhere != nil {
		if safe := r.Method == http.MethodGet || r.Method == http.MethodHead; safe || otherProof {
			return people.Grant{}, nil
		}
		return people.Grant{}, elsewhere
	}
	g, err := rememberedBy(r.Context()).of(r.Context(), secret, s.cfg.People.BySession)
	if errors.Is(err, people.ErrSignedOut) {
		return people.Grant{}, nil
	}
	return g, err
}

// grantKey is where a socket's requests carry who opened it.
type grantKey struct{}

// withGrant lets what is asked over a connection be asked by who opened it.
func withGrant(ctx context.Context, g people.Grant) context.Context {
	return context.WithValue(ctx, grantKey{}, g)
}
