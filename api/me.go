package api

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"plylog/api/people"
	"plylog/api/people/provider"
	"plylog/events"
)

// me is what somebody is told of themselves. Who is not signed in is told how one can.
type me struct {
	ID      events.PlayerID `json:"id,omitempty"`
	Name    string          `json:"name,omitempty"`   // as others see it
	Chosen  bool            `json:"chosen,omitempty"` // whether they chose it
	Address string          `json:"address,omitempty"`
	Lang    string          `json:"lang,omitempty"`
	Created time.Time       `json:"created,omitzero"`
	Admin   bool            `json:"admin,omitempty"`
	Scopes  people.Scopes   `json:"scopes,omitempty"`
	Session *mySession      `json:"session,omitempty"`
	Links   []myLink        `json:"links,omitempty"`
	Next    string          `json:"next,omitempty"` // after signing in
	SignIn  *signInMethods  `json:"signin,omitempty"`
}

type myLink struct {
	Provider string    `json:"provider"`
	Added    time.Time `json:"added"`
}

// signInMethods is how one can sign in.
type signInMethods struct {
	Mail      bool             `json:"mail"`
	Providers []provider.Named `json:"providers"`
	Passkeys  bool             `json:"passkeys"`
}

// mySession is a session as its holder sees it.
type mySession struct {
	ID      string    `json:"id"`
	Method  string    `json:"method"`
	Device  string    `json:"device,omitempty"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
	Expires time.Time `json:"expires"`
	Current bool      `json:"current,omitempty"` // it is the one that asks
}

func sessionOf(s people.Session, current string) *mySession {
	return &mySession{s.ID, s.Method, s.Device, s.Created, s.Seen, s.Expires, s.ID == current}
}

// describe is what the holder of a grant is told. Their address is for sessions only.
func (s *Server) describe(g *people.Grant) *me {
	a := &g.Account
	m := &me{ID: a.ID, Name: a.DisplayName(), Chosen: a.Name != "", Lang: a.Language, Created: a.Created, Admin: a.Admin, Scopes: g.Scopes}
	if g.Session.ID == "" {
		return m
	}
	m.Address, m.Session = a.Address.Reveal(), sessionOf(g.Session, g.Session.ID)
	for _, l := range a.Links {
		m.Links = append(m.Links, myLink{l.Provider, l.Added})
	}
	return m
}

// sendMine answers with something that is for one person only.
func sendMine(w http.ResponseWriter, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header()["Cache-Control"] = noStore
	return send(w, status, body)
}

// who serves GET /v1/me: who is asking, and how one can sign in here.
func (s *Server) who(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.signedIn(r)
	if err != nil {
		return err
	}
	m := new(me)
	if g.Player() != "" {
		m = s.describe(&g)
	}
	m.SignIn = s.offered()
	return sendMine(w, http.StatusOK, m)
}

// bySessionOnly returns who is signed in by a session: what is about the account
// itself no token is enough for.
func (s *Server) bySessionOnly(r *http.Request) (people.Grant, error) {
	g, err := s.signedIn(r)
	switch {
	case err != nil:
		return g, err
	case g.Player() == "":
		return g, refuse(signedOut, "sign in first: GET /v1/me says how")
	case g.Session.ID == "":
		return g, refuse(scopeMissing, "an API token is not enough for this; it needs a session")
	}
	return g, nil
}

// changeMe serves PATCH /v1/me: the name that others see, and the language of letters.
func (s *Server) changeMe(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	f, err := s.readOnly(r, "what may be changed", "name", "lang")
	if err != nil {
		return err
	}
	lang, err := readLanguage(f)
	if err != nil {
		return err
	}
	name, err := f.text("name")
	if err != nil {
		return err
	}
	if _, ok := f.get("name"); ok {
		if err := s.cfg.People.Rename(r.Context(), g.Player(), name); err != nil {
			return ofAccount(err)
		}
	}
	if lang != "" {
		if err := s.cfg.People.Speak(r.Context(), g.Player(), lang); err != nil {
			return ofAccount(err)
		}
	}
	if g, err = s.bySessionOnly(anew(r)); err != nil {
		return err
	}
	return sendMine(w, http.StatusOK, s.describe(&g))
}

// ofAccount answers what can be wrong with a change of an account.
func ofAccount(err error) error {
	switch {
	case errors.Is(err, people.ErrName):
		return refuseField(badField, "name", "want 2 to 30 letters, digits, single spaces and ' . - _, or nothing for a name that is made up")
	case errors.Is(err, people.ErrNoAccount):
		return refuse(signedOut, "the account was erased")
	case errors.Is(err, people.ErrTooMany):
		return refuse(tooManyTokens, "revoke one first")
	}
	return err
}

// eraseMe serves DELETE /v1/me. It cannot be undone, so it wants a sign-in that is
// not long ago.
func (s *Server) eraseMe(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.freshOnly(r)
	if err != nil {
		return err
	}
	if err := s.cfg.People.Erase(r.Context(), g.Player()); err != nil {
		return ofAccount(err)
	}
	s.setCookie(w, r, cookieSession, "", 0)
	return nothing(w)
}

// mySessions serves GET /v1/me/sessions.
func (s *Server) mySessions(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	all, err := s.cfg.People.Sessions(r.Context(), g.Player())
	if err != nil {
		return err
	}
	list := make([]*mySession, len(all))
	for i, one := range all {
		list[i] = sessionOf(one, g.Session.ID)
	}
	return sendMine(w, http.StatusOK, map[string]any{"sessions": list})
}

// signOutEverywhere serves DELETE /v1/me/sessions.
func (s *Server) signOutEverywhere(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	if err := s.cfg.People.SignOutEverywhere(r.Context(), g.Player()); err != nil {
		return err
	}
	s.setCookie(w, r, cookieSession, "", 0)
	return nothing(w)
}

// endSession serves DELETE /v1/me/sessions/{session}.
func (s *Server) endSession(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	switch err := s.cfg.People.SignOut(r.Context(), g.Player(), r.PathValue("session")); {
	case errors.Is(err, people.ErrSignedOut):
		return refuse(notFound, "you have no session of that id")
	case err != nil:
		return err
	}
	if r.PathValue("session") == g.Session.ID {
		s.setCookie(w, r, cookieSession, "", 0)
	}
	return nothing(w)
}
