package api

import (
	"errors"
	"net/http"
	"time"

	"plylog/api/people"
	"plylog/api/people/passkey"
	"plylog/api/people/provider"
	"plylog/api/people/ticket"
	"plylog/api/post"
)

// Ways are the ways to sign in beside mail.
type Ways struct {
	Tickets   *ticket.Office  // needed with the others
	Providers *provider.Party // nil: nobody signs in with a provider
	Passkeys  *passkey.Party  // nil: nobody signs in by a passkey
}

// Offer offers ways to sign in, for which it has to be known where people find the
// server. It is called before anybody is served. Without People nothing is offered.
func (s *Server) Offer(w Ways) {
	if s.cfg.People != nil && w.Tickets != nil {
		s.ways = w
	}
}

// myMethod is a way to sign in as the holder of the account sees it.
type myMethod struct {
	ID    string    `json:"id"`
	Kind  string    `json:"kind"` // "mail", "provider" or "passkey"
	Name  string    `json:"name"` // the address, the provider's name, or what the passkey is called
	Title string    `json:"title,omitempty"`
	Added time.Time `json:"added,omitzero"`
	Used  time.Time `json:"used,omitzero"`
	Works bool      `json:"works"` // at this server, as it is set up now
}

// works tells whether a method of people signs in at this server now.
func (s *Server) works(method string) bool {
	switch method {
	case people.MethodMail:
		return s.cfg.Mail != nil
	case people.MethodPasskey:
		return s.ways.Passkeys != nil
	default:
		return s.ways.Providers != nil && s.ways.Providers.Has(method)
	}
}

// offered is how one can sign in here.
func (s *Server) offered() *signInMethods {
	m := &signInMethods{Providers: []provider.Named{}}
	if s.cfg.People == nil {
		return m
	}
	m.Mail, m.Passkeys = s.works(people.MethodMail), s.works(people.MethodPasskey)
	if s.ways.Providers != nil {
		m.Providers = s.ways.Providers.List()
	}
	return m
}

// titleOf is what a provider is called, its name where it is not set up any more.
func (s *Server) titleOf(name string) string {
	for _, p := range s.offered().Providers {
		if p.Name == name {
			return p.Title
		}
	}
	return name
}

// myMethods serves GET /v1/me/methods.
func (s *Server) myMethods(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	list, a := []*myMethod{}, &g.Account
	if a.Address != (post.Address{}) {
		list = append(list, &myMethod{ID: people.MethodMail, Kind: people.MethodMail, Name: a.Address.Reveal(), Added: a.Created, Works: s.works(people.MethodMail)})
	}
	for _, l := range a.Links {
		list = append(list, &myMethod{ID: l.ID(), Kind: "provider", Name: l.Provider, Title: s.titleOf(l.Provider), Added: l.Added, Works: s.works(l.Provider)})
	}
	for _, k := range a.Passkeys {
		list = append(list, s.seenPasskey(k))
	}
	return sendMine(w, http.StatusOK, map[string]any{"methods": list})
}

// removeMethod serves DELETE /v1/me/methods/{method}. The address stays: it is where
// letters about the account go.
func (s *Server) removeMethod(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.freshOnly(r)
	if err != nil {
		return err
	}
	if r.PathValue("method") == people.MethodMail && g.Account.Address != (post.Address{}) {
		return refuse(notFound, "the address stays: it is where letters about the account go")
	}
	if err := s.cfg.People.Remove(r.Context(), g.Player(), r.PathValue("method"), s.works); err != nil {
		return s.ofMethod("", err)
	}
	return nothing(w)
}

// ofMethod answers what can be wrong with a way to sign in. method is what is counted
// for that; empty: nothing is.
func (s *Server) ofMethod(method string, err error) error {
	var p *Problem
	switch {
	case errors.Is(err, people.ErrJoin):
		p = refuse(joinSignedIn, "")
	case errors.Is(err, people.ErrTaken):
		p = refuse(methodTaken, "")
	case errors.Is(err, people.ErrTooMany):
		p = refuse(tooManyMethods, "remove one first")
	case errors.Is(err, people.ErrLastWay):
		p = refuse(lastMethod, "")
	case errors.Is(err, people.ErrNoMethod):
		p = refuse(notFound, "you have no way to sign in of that id")
	case errors.Is(err, people.ErrName), errors.Is(err, people.ErrNoAccount):
		return ofAccount(err)
	default:
		return err
	}
	if method != "" {
		s.cfg.Observer.SignIn(method, p.slug)
	}
	return p
}

// tellAdded writes to the holder of an account that there is another way to sign in.
func (s *Server) tellAdded(r *http.Request, a *people.Account, method string, kind post.Method) {
	s.cfg.Observer.SignIn(method, "added")
	if s.cfg.Mail == nil || a.Address == (post.Address{}) {
		return
	}
	if err := s.cfg.Mail.MethodAdded(a.Address, a.Language, kind); err != nil {
		s.cfg.Logger.WarnContext(r.Context(), "a letter was not taken", "err", err)
	}
}
