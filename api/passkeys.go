package api

import (
	"encoding/json"
	"errors"
	"net/http"

	"plylog/api/people"
	"plylog/api/people/passkey"
	"plylog/api/post"
	"plylog/events"
)

// What the challenges of passkeys are for.
const purposeGet = "passkey get"

func purposeCreate(id events.PlayerID) string { return "passkey create " + string(id) }

func (s *Server) seenPasskey(k people.Passkey) *myMethod {
	return &myMethod{ID: k.ID, Kind: people.MethodPasskey, Name: k.Name, Added: k.Added, Used: k.Used, Works: s.works(people.MethodPasskey)}
}

// errNoPasskeys refuses where there are none.
func errNoPasskeys() error {
	return refuse(notAvailable, "this server takes no passkeys; GET /v1/me says how one can sign in")
}

// byPasskey refuses who cannot sign in by a passkey here: nobody can, or a page of
// another origin asks.
func (s *Server) byPasskey(r *http.Request) error {
	if s.ways.Passkeys == nil {
		return errNoPasskeys()
	}
	return s.ownPage(r, false)
}

// challenge makes a challenge for a browser, who answers it once and soon. It is a
// ticket: what a browser signs is bytes of any length.
func (s *Server) challenge(w http.ResponseWriter, r *http.Request, purpose string) (string, error) {
	browser := people.Browser(s.cookieOf(r, cookieBrowser))
	said, err := s.ways.Tickets.Issue(purpose, browser.Reveal(), nil, passkey.Patience)
	if err == nil {
		s.setCookie(w, r, cookieBrowser, browser.Reveal(), awayLife)
	}
	return said, err
}

// sendAsked answers with what a browser is asked of its passkeys.
func sendAsked(w http.ResponseWriter, asked json.RawMessage) error {
	return sendMine(w, http.StatusOK, map[string]json.RawMessage{"publicKey": asked})
}

// askPasskey serves POST /v1/signin/passkey/challenge.
func (s *Server) askPasskey(w http.ResponseWriter, r *http.Request, _ query) error {
	if err := s.byPasskey(r); err != nil {
		return err
	}
	said, err := s.challenge(w, r, purposeGet)
	if err != nil {
		return err
	}
	asked, err := s.ways.Passkeys.ToGet(said)
	if err != nil {
		return err
	}
	s.cfg.Observer.SignIn(people.MethodPasskey, "asked")
	return sendAsked(w, asked)
}

// signInByPasskey serves POST /v1/signin/passkey. Whether there is such an account or
// such a passkey the answer does not tell.
func (s *Server) signInByPasskey(w http.ResponseWriter, r *http.Request, _ query) error {
	if err := s.byPasskey(r); err != nil {
		return err
	}
	f, err := s.readOnly(r, "a sign-in by a passkey", "credential", "next")
	if err != nil {
		return err
	}
	next, err := readNext(f, "/")
	if err != nil {
		return err
	}
	sent, err := f.object("credential")
	if err != nil {
		return err
	}
	got, err := passkey.ReadGot(sent)
	if err != nil {
		return s.ofPasskey(r, err)
	}
	if _, err := s.redeem(r, people.MethodPasskey, purposeGet, got.Challenge()); err != nil {
		return err
	}
	who := events.PlayerID(got.Holder())
	err = s.cfg.People.UsePasskey(r.Context(), who, people.PasskeyID(got.ID()), func(kept []byte) ([]byte, error) {
		var c passkey.Credential
		if err := json.Unmarshal(kept, &c); err != nil {
			return nil, err
		}
		if c, err = s.ways.Passkeys.Prove(c, got); err != nil {
			return nil, err
		}
		return json.Marshal(c)
	})
	if err != nil {
		return s.ofPasskey(r, err)
	}
	o, err := s.cfg.People.SignIn(r.Context(), people.Proof{Method: people.MethodPasskey, Account: who, Device: people.Device(r.UserAgent())})
	if err != nil {
		return s.ofPasskey(r, err)
	}
	return s.signedInAs(w, r, o, next, http.StatusCreated)
}

// ofPasskey answers what can be wrong with a passkey.
func (s *Server) ofPasskey(r *http.Request, err error) error {
	switch {
	case errors.Is(err, passkey.ErrForm):
		return refuseField(badField, "credential", "want what PublicKeyCredential.toJSON makes")
	case errors.Is(err, passkey.ErrCounter):
		s.cfg.Logger.WarnContext(r.Context(), "a passkey was used whose counter went back: there may be a copy")
	case errors.Is(err, passkey.ErrRefused), errors.Is(err, people.ErrSignedOut), errors.Is(err, people.ErrNoAccount):
		s.cfg.Logger.InfoContext(r.Context(), "a passkey was not taken", "err", err)
	default:
		return err
	}
	s.cfg.Observer.SignIn(people.MethodPasskey, passkeyRefused)
	return refuse(passkeyRefused, "")
}

// holderOf is whose passkeys they are, as package passkey wants it.
func holderOf(a *people.Account) (passkey.Holder, error) {
	h := passkey.Holder{ID: string(a.ID), Name: a.Address.Reveal()}
	if h.Name == "" {
		h.Name = a.DisplayName()
	}
	for _, k := range a.Passkeys {
		var c passkey.Credential
		if err := json.Unmarshal(k.Credential, &c); err != nil {
			return h, err
		}
		h.Has = append(h.Has, c)
	}
	return h, nil
}

// askNewPasskey serves POST /v1/me/passkeys/challenge.
func (s *Server) askNewPasskey(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.freshOnly(r)
	if err != nil {
		return err
	}
	if s.ways.Passkeys == nil {
		return errNoPasskeys()
	}
	h, err := holderOf(&g.Account)
	if err != nil {
		return err
	}
	said, err := s.challenge(w, r, purposeCreate(g.Player()))
	if err != nil {
		return err
	}
	asked, err := s.ways.Passkeys.ToCreate(said, h)
	if err != nil {
		return err
	}
	return sendAsked(w, asked)
}

// newPasskey serves POST /v1/me/passkeys. That the sign-in was fresh says the challenge.
func (s *Server) newPasskey(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.bySessionOnly(r)
	if err != nil {
		return err
	}
	if s.ways.Passkeys == nil {
		return errNoPasskeys()
	}
	f, err := s.readOnly(r, "a passkey", "name", "credential")
	if err != nil {
		return err
	}
	name, err := f.text("name")
	if err != nil {
		return err
	}
	if _, err := people.ReadName(name); err != nil { // before the challenge is used up
		return ofAccount(err)
	}
	sent, err := f.object("credential")
	if err != nil {
		return err
	}
	made, err := passkey.ReadCreated(sent)
	if err != nil {
		return s.ofPasskey(r, err)
	}
	if _, err := s.redeem(r, people.MethodPasskey, purposeCreate(g.Player()), made.Challenge()); err != nil {
		return err
	}
	k, err := s.keepPasskey(r, &g.Account, name, made)
	if err != nil {
		return err
	}
	return sendMine(w, http.StatusCreated, s.seenPasskey(k))
}

// keepPasskey checks a new passkey, and adds it to an account.
func (s *Server) keepPasskey(r *http.Request, a *people.Account, name string, made *passkey.Created) (people.Passkey, error) {
	h, err := holderOf(a)
	if err != nil {
		return people.Passkey{}, err
	}
	c, err := s.ways.Passkeys.Create(h, made)
	if err != nil {
		return people.Passkey{}, s.ofPasskey(r, err)
	}
	kept, err := json.Marshal(c)
	if err != nil {
		return people.Passkey{}, err
	}
	k, err := s.cfg.People.AddPasskey(r.Context(), a.ID, people.Passkey{ID: people.PasskeyID(c.ID), Name: name, Credential: kept})
	if err != nil {
		return k, s.ofMethod(people.MethodPasskey, err)
	}
	s.tellAdded(r, a, people.MethodPasskey, post.Passkey)
	return k, nil
}
