package api

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"plylog/api/people"
	"plylog/api/post"
	"plylog/events"
)

// Mail sends letters. Each of its methods returns at once.
type Mail interface {
	// SignIn sends the link that signs somebody in.
	SignIn(to post.Address, lang, token string, valid time.Duration) error
	// MethodAdded tells somebody that their account got another way to sign in.
	MethodAdded(to post.Address, lang string, m post.Method) error
}

// methodMail is the word of signing in by mail in metrics.
const methodMail = people.MethodMail

// askSignIn serves POST /v1/signin: a letter with a link. The answer and what is done
// for it are the same whoever has the address, if anybody.
func (s *Server) askSignIn(w http.ResponseWriter, r *http.Request, _ query) error {
	if err := s.byMail(r); err != nil {
		return err
	}
	f, err := readBody(r, s.cfg.Limits.Body)
	if err != nil {
		return err
	}
	asked, err := readAsk(f)
	if err != nil {
		return err
	}
	asked.Browser = s.cookieOf(r, cookieBrowser)
	mayGo, err := s.mayMail(w, r, asked.Address.Key())
	if err != nil {
		s.cfg.Observer.SignIn(methodMail, "limited")
		return err
	}
	sent, err := s.cfg.People.Ask(r.Context(), asked)
	if err != nil {
		return err
	}
	outcome := "asked"
	if mayGo {
		err = s.cfg.Mail.SignIn(asked.Address, asked.Language, sent.Token.Reveal(), people.LinkLife)
	}
	if !mayGo || err != nil { // who asked is told nothing that others could learn from
		outcome = "unsent"
	}
	if err != nil {
		s.cfg.Logger.WarnContext(r.Context(), "a letter was not taken", "err", err)
	}
	s.cfg.Observer.SignIn(methodMail, outcome)
	s.setCookie(w, r, cookieBrowser, sent.Browser.Reveal(), people.LinkLife)
	w.Header()["Cache-Control"] = noStore
	return send(w, http.StatusAccepted, []byte(`{"sent":true,"minutes":`+strconv.Itoa(int(people.LinkLife.Minutes()))+`}`))
}

// byMail refuses who cannot sign in by mail here: nobody can, or a page of another
// origin asks.
func (s *Server) byMail(r *http.Request) error {
	if s.cfg.People == nil || s.cfg.Mail == nil {
		return refuse(notAvailable, "this server sends no mail; GET /v1/me says how one can sign in")
	}
	return s.ownPage(r, false)
}

// readAsk reads who wants to sign in.
func readAsk(f fields) (a people.Asked, err error) {
	if err := f.only("a sign-in", "address", "lang", "next"); err != nil {
		return a, err
	}
	text, err := f.text("address")
	if err != nil {
		return a, err
	}
	if a.Address, err = post.ParseAddress(text); err != nil {
		return a, refuseField(badField, "address", "want the e-mail address of one mailbox, as in ann@example.org")
	}
	if a.Language, err = readLanguage(f); err != nil {
		return a, err
	}
	a.Next, err = readNext(f, "/")
	return a, err
}

const (
	nextWanted     = "want the path of a page of this server: /, /watch, /learn, /me or /games/ID"
	languageWanted = "want a language tag, as in en"
)

// readNext reads the page that comes after signing in, def where none is named.
func readNext(f fields, def string) (string, error) {
	next, err := f.text("next")
	if err != nil {
		return "", err
	}
	next = cmp.Or(next, def)
	if !isNext(next) {
		return "", refuseField(badField, "next", nextWanted)
	}
	return next, nil
}

// readLanguage reads a language by its tag; which there are letters in, post knows.
func readLanguage(f fields) (string, error) {
	lang, err := f.text("lang")
	if err != nil {
		return "", err
	}
	if !isLanguage(lang) {
		return "", refuseField(badField, "lang", languageWanted)
	}
	return lang, nil
}

// isLanguage reports whether a text can be a language tag, or is none.
func isLanguage(lang string) bool {
	return len(lang) <= 35 && strings.Trim(lang, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}

// isNext reports whether a text is the path of a page of our own that one may be led
// to after signing in. It is a list of what is allowed: no host and nothing else gets
// through.
func isNext(path string) bool {
	switch path {
	case "/", "/watch", "/learn", "/me":
		return true
	}
	if kind, ok := strings.CutPrefix(path, "/learn/"); ok {
		return kind != "" && len(kind) <= 32 && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
	}
	game, ok := strings.CutPrefix(path, "/games/")
	if !ok {
		return false
	}
	_, err := events.ParseGameID(game)
	return err == nil
}

// confirmSignIn serves POST /v1/signin/confirm: the link's token, or the code that it
// showed in another browser.
func (s *Server) confirmSignIn(w http.ResponseWriter, r *http.Request, _ query) error {
	if err := s.byMail(r); err != nil {
		return err
	}
	f, err := s.readOnly(r, "a confirmation", "token", "code")
	if err != nil {
		return err
	}
	token, err := f.text("token")
	if err != nil {
		return err
	}
	code, err := f.text("code")
	if err != nil {
		return err
	}
	device := people.Device(r.UserAgent())
	var c people.Confirmed
	switch {
	case (token == "") == (code == ""):
		return refuseField(badField, "token", "want the token of the link, or the code that it showed")
	case token != "":
		c, err = s.cfg.People.Confirm(r.Context(), token, s.cookieOf(r, cookieBrowser), device)
	default:
		c, err = s.cfg.People.Code(r.Context(), code, s.cookieOf(r, cookieBrowser), device)
	}
	return s.confirmed(w, r, c, err)
}

// confirmed answers what came of a link or a code.
func (s *Server) confirmed(w http.ResponseWriter, r *http.Request, c people.Confirmed, err error) error {
	var wrong *people.CodeError
	switch {
	case errors.As(err, &wrong):
		s.cfg.Observer.SignIn(methodMail, codeWrong)
		return refuseField(codeWrong, "code", "it is not what the other browser shows; tries left: "+strconv.Itoa(wrong.Left))
	case errors.Is(err, people.ErrLink):
		s.cfg.Observer.SignIn(methodMail, linkSpent)
		return refuse(linkSpent, "ask for a new one")
	case err != nil:
		return err
	case c.Code != "":
		s.cfg.Observer.SignIn(methodMail, "elsewhere")
		w.Header()["Cache-Control"] = noStore
		return send(w, http.StatusAccepted, []byte(`{"code":"`+c.Code+`"}`))
	}
	status := http.StatusCreated
	if c.Repeated {
		status = http.StatusOK
	}
	return s.signedInAs(w, r, c.Opened, c.Next, status)
}

// signedInAs answers with a session that was opened, by whatever way somebody signed
// in.
func (s *Server) signedInAs(w http.ResponseWriter, r *http.Request, o people.Opened, next string, status int) error {
	outcome := "signed-in"
	if status == http.StatusOK {
		outcome = "repeated"
	}
	s.letIn(w, r, o, outcome)
	me := s.describe(&o.Grant)
	me.Next = next
	return sendMine(w, status, me)
}

// letIn gives a browser the session that was opened for it.
func (s *Server) letIn(w http.ResponseWriter, r *http.Request, o people.Opened, outcome string) {
	s.cfg.Observer.SignIn(o.Session.Method, outcome)
	s.setCookie(w, r, cookieSession, o.Secret.Reveal(), sessionCookie)
}

// signOut serves POST /v1/signout: it ends the session that asks, and says the same
// where there is none.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request, _ query) error {
	g, err := s.signedIn(r)
	if err != nil {
		return err
	}
	if g.Session.ID != "" {
		err = s.cfg.People.SignOut(r.Context(), g.Player(), g.Session.ID)
		if err != nil && !errors.Is(err, people.ErrSignedOut) {
			return err
		}
	}
	s.setCookie(w, r, cookieSession, "", 0)
	return nothing(w)
}

// nothing answers that it is done.
func nothing(w http.ResponseWriter) error {
	w.Header()["Cache-Control"] = noStore
	w.WriteHeader(http.StatusNoContent)
	return nil
}
