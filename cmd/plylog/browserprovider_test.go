package main

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"

	"plylog/api/people/provider/providertest"
)

// provider presses the button of the provider, as somebody there.
func (p *tab) provider(at *providertest.Provider, who providertest.Person) {
	p.t.Helper()
	at.QueueUser(who)
	p.click(`main a[href^="/v1/signin/example"]`)
}

// isTold waits until the page of a path says what went wrong, once.
func (p *tab) isTold(path, words string) {
	p.t.Helper()
	p.until(`location.pathname === '` + path + `' && location.search.indexOf('problem') < 0 && document.querySelector('.note.bad[role=alert] p')?.innerText === ` + strconv.Quote(words))
}

// Providers, by the buttons of the page: signing in, adding one to an account, and
// what goes wrong, which the page says in words.
func TestProviderButtons(t *testing.T) {
	browser := startBrowser(t)
	srv, at := withProvider(t)

	ann := newTab(t, browser, "Ann", desk)
	ann.open(srv.url() + "/signin?next=/learn")
	ann.provider(at, providertest.Person{"sub": "ann", "email": "ann@example.org", "email_verified": true})
	ann.until(`document.querySelector('.mine') && location.pathname === '/learn'`)
	ann.open(srv.url() + "/me")
	ann.until(`document.querySelector('[aria-label="Remove Example"]') && document.querySelector('.part p bdi').innerText === 'ann@example.org'`)

	// Who does not go on there is told so, and begins again from where they were.
	mary := newTab(t, browser, "Mary", look{width: 390, height: 844, theme: "dark"})
	mary.open(srv.url() + "/signin?next=/watch")
	at.Answer("/authorize", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"error": {"access_denied"}, "state": {q.Get("state")}}.Encode(), http.StatusFound)
	})
	mary.click(`main a[href^="/v1/signin/example"]`)
	mary.isTold("/signin", "You did not go on there, or what the provider said could not be taken. Nothing has happened.")
	at.Heal()
	mary.open(srv.url() + eval[string](mary, `location.pathname + location.search`))
	mary.until(`document.querySelector('main a[href^="/v1/signin/example?next=%2Fwatch"]') && !document.querySelector('.note.bad')`)

	// An account is not handed to whoever brings its address from elsewhere.
	mary.signIn(srv, "mary@example.org", "/me")
	other := newTab(t, browser, "who has Mary's address at the provider", desk)
	other.open(srv.url() + "/signin")
	other.provider(at, providertest.Person{"sub": "mary", "email": "mary@example.org", "email_verified": true})
	other.isTold("/signin", "An account has this email already. If it is yours, sign in by email and add the provider in your account.")
	if who := other.me(); who != "" {
		t.Errorf("signed in as %s", who)
	}
	// Nor where the provider says itself that it has not looked: that is somebody else.
	other.provider(at, providertest.Person{"sub": "eve", "email": "mary@example.org", "email_verified": "true"})
	other.until(`document.querySelector('.mine') && location.pathname === '/'`)
	other.open(srv.url() + "/me")
	other.until(`document.querySelector('.part p.sm:not(.muted)')?.innerText.startsWith('No email: your provider has not vouched for one.')`)
	if other.me() == mary.me() {
		t.Error("an address that was not verified opened an account")
	}

	// Mary adds it herself: not what is somebody else's, and then her own.
	at.QueueUser(providertest.Person{"sub": "ann"})
	mary.choose("Add Example")
	mary.isTold("/me", "This belongs to another account already.")
	at.QueueUser(providertest.Person{"sub": "mary", "email": "mary@example.org", "email_verified": true})
	mary.choose("Add Example")
	mary.until(`location.pathname === '/me' && document.querySelector('[aria-label="Remove Example"]') && !document.querySelector('.note.bad')`)
	id := mary.me()
	mary.click(`.mine summary`)
	mary.click(`.mine button`)
	mary.until(`document.querySelector('a.in') && location.pathname === '/signin'`)
	mary.provider(at, providertest.Person{"sub": "mary"})
	mary.until(`document.querySelector('.mine')`)
	if mary.me() != id {
		t.Error("the provider signs somebody else in")
	}
}
