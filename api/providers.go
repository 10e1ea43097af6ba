package api

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"plylog/api/people"
	"plylog/api/people/provider"
	"plylog/api/people/ticket"
	"plylog/api/post"
	"plylog/events"
)

// awayLife is for how long somebody may be at a provider, and the browser's cookie is
// kept for them meanwhile.
const awayLife = 15 * time.Minute

// away is what is kept of somebody while they are at a provider.
type away struct {
	provider.Attempt
	Next    string          `json:"next"`
	Lang    string          `json:"lang,omitempty"`
	Account events.PlayerID `json:"account,omitempty"` // to which the provider is to be added; empty: they sign in
}

// purposeProvider binds a ticket to the provider that it was made for.
func purposeProvider(name string) string { return "provider " + name }

// toProvider serves GET /v1/signin/{provider}: it leads to a provider, who leads back.
func (s *Server) toProvider(w http.ResponseWriter, r *http.Request, q query) error {
	a := away{Next: cmp.Or(q["next"], "/"), Lang: q["lang"]}
	if !isNext(a.Next) {
		return refuseField(badParameter, "next", nextWanted)
	}
	if !isLanguage(a.Lang) {
		return refuseField(badParameter, "lang", languageWanted)
	}
	to, err := s.leave(w, r, r.PathValue("provider"), a)
	if err != nil {
		return a.inPage(w, r, err)
	}
	return leadTo(w, http.StatusFound, to)
}

// addMethod serves POST /v1/me/methods: where to go to add a provider to an account. It
// is no address that one could be led to by others, who might have signed somebody in
// at the provider as themselves.
func (s *Server) addMethod(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.freshOnly(r)
	if err != nil {
		return err
	}
	f, err := s.readOnly(r, "a way to sign in", "provider", "next")
	if err != nil {
		return err
	}
	name, err := f.text("provider")
	if err != nil {
		return err
	}
	a := away{Account: g.Player()}
	if a.Next, err = readNext(f, "/me"); err != nil {
		return err
	}
	to, err := s.leave(w, r, name, a)
	if err != nil {
		return err
	}
	return sendMine(w, http.StatusOK, map[string]string{"location": to})
}

// freshOnly is bySessionOnly for what opens an account to others.
func (s *Server) freshOnly(r *http.Request) (people.Grant, error) {
	g, err := s.bySessionOnly(r)
	if err == nil && !g.Fresh(s.cfg.Now()) {
		err = refuse(signInAgain, "the last time was more than 15 minutes ago")
	}
	return g, err
}

// leave prepares for a browser's coming back from a provider, and returns where it goes.
func (s *Server) leave(w http.ResponseWriter, r *http.Request, name string, a away) (string, error) {
	if s.ways.Providers == nil {
		return "", refuse(notAvailable, "this server knows no providers; GET /v1/me says how one can sign in")
	}
	a.Attempt = provider.NewAttempt()
	carried, err := json.Marshal(a)
	if err != nil {
		return "", err
	}
	browser := people.Browser(s.cookieOf(r, cookieBrowser))
	state, err := s.ways.Tickets.Issue(purposeProvider(name), browser.Reveal(), carried, awayLife)
	if err != nil {
		return "", err
	}
	to, err := s.ways.Providers.Redirect(r.Context(), name, state, a.Attempt)
	if err != nil {
		return "", s.ofProvider(r, name, err)
	}
	s.cfg.Observer.SignIn(name, "asked")
	s.setCookie(w, r, cookieBrowser, browser.Reveal(), awayLife)
	return to, nil
}

// ofProvider answers what can be wrong with a provider.
func (s *Server) ofProvider(r *http.Request, name string, err error) error {
	var p *Problem
	switch {
	case errors.Is(err, provider.ErrUnknown):
		return refuse(notFound, "no provider of that name is set up here")
	case errors.Is(err, provider.ErrUnavailable):
		p = refuse(providerUnavailable, "")
	case errors.Is(err, provider.ErrRefused):
		p = refuse(providerRefused, "")
	default:
		return err
	}
	s.cfg.Logger.WarnContext(r.Context(), "signing in with a provider failed", "provider", name, "err", err)
	s.cfg.Observer.SignIn(name, p.slug)
	return p
}

// fromProvider serves GET /v1/signin/{provider}/callback, to which a provider leads
// back.
func (s *Server) fromProvider(w http.ResponseWriter, r *http.Request, q query) error {
	a, err := s.arrive(w, r, r.PathValue("provider"), q)
	if err != nil {
		return a.inPage(w, r, err)
	}
	return leadTo(w, http.StatusSeeOther, a.Next)
}

// arrive finishes what leave began, and returns what that was, as far as it is known.
func (s *Server) arrive(w http.ResponseWriter, r *http.Request, name string, q query) (a away, err error) {
	if s.ways.Providers == nil {
		return a, refuse(notAvailable, "this server knows no providers; GET /v1/me says how one can sign in")
	}
	if !s.ways.Providers.Has(name) {
		return a, refuse(notFound, "no provider of that name is set up here")
	}
	carried, err := s.redeem(r, name, purposeProvider(name), q["state"])
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(carried, &a); err != nil {
		return a, err
	}
	if q["code"] == "" { // an error stands there instead: they did not want to, for one
		return a, s.ofProvider(r, name, provider.ErrRefused)
	}
	who, err := s.ways.Providers.Prove(r.Context(), name, a.Attempt, q["code"], q["iss"])
	if err != nil {
		return a, s.ofProvider(r, name, err)
	}
	subject := people.Subject{Issuer: who.Issuer, ID: who.Subject}
	if a.Account != "" {
		return a, s.joinProvider(r, name, a.Account, subject)
	}
	o, err := s.cfg.People.SignIn(r.Context(), people.Proof{
		Method: name, Subject: subject, Address: who.Address, Language: a.Lang, Device: people.Device(r.UserAgent()),
	})
	if err != nil {
		return a, s.ofMethod(name, err)
	}
	s.letIn(w, r, o, "signed-in")
	return a, nil
}

// joinProvider adds a provider to the account that asked for it, whose holder has to be
// signed in still. Their browser says that it was led here from elsewhere, which is so:
// that they wanted it says the ticket.
func (s *Server) joinProvider(r *http.Request, name string, account events.PlayerID, subject people.Subject) error {
	g, err := s.cfg.People.BySession(r.Context(), s.cookieOf(r, cookieSession))
	if errors.Is(err, people.ErrSignedOut) || err == nil && g.Player() != account {
		return refuse(signedOut, "the account that it was to be added to is not signed in any more")
	}
	if err != nil {
		return err
	}
	added, err := s.cfg.People.Join(r.Context(), account, subject, name)
	if err != nil {
		return s.ofMethod(name, err)
	}
	if added {
		s.tellAdded(r, &g.Account, name, post.Provider)
	}
	return nil
}

// redeem takes back what a browser took elsewhere.
func (s *Server) redeem(r *http.Request, method, purpose, text string) ([]byte, error) {
	carried, err := s.ways.Tickets.Redeem(r.Context(), purpose, s.cookieOf(r, cookieBrowser), text)
	if errors.Is(err, ticket.ErrTicket) || errors.Is(err, ticket.ErrSpent) {
		s.cfg.Observer.SignIn(method, signInStale)
		return nil, refuse(signInStale, "begin again, and finish within a few minutes in the same browser")
	}
	return carried, err
}

// problemParameter tells a page what went wrong on the way to it, by the last word of
// the problem's type.
const problemParameter = "problem"

// inPage shows a browser that was led here what went wrong, in the page that it came
// from, and tells programs as always.
func (a *away) inPage(w http.ResponseWriter, r *http.Request, err error) error {
	p := problemOf(err)
	if p.slug == internal || !byPerson(r) {
		return err
	}
	to := url.URL{Path: "/signin"}
	said := url.Values{problemParameter: {p.slug}}
	switch {
	case a.Account != "" && p.slug != signedOut:
		to.Path = "/me"
	case a.Next != "" && a.Next != "/":
		said.Set("next", a.Next)
	}
	to.RawQuery = said.Encode()
	return leadTo(w, http.StatusSeeOther, to.String())
}

// leadTo answers with where a browser is to go.
func leadTo(w http.ResponseWriter, status int, address string) error {
	h := w.Header()
	h["Cache-Control"] = noStore
	h.Set("Location", address)
	w.WriteHeader(status)
	return nil
}
