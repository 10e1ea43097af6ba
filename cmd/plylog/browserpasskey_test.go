package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plylog/api/people/provider/providertest"
)

// withProvider starts a server at a name that passkeys can be bound to, with a provider
// that people sign in with.
func withProvider(t *testing.T) (*server, *providertest.Provider) {
	t.Helper()
	p := providertest.Start(t)
	dir := t.TempDir()
	secret, file := filepath.Join(dir, "example.secret"), filepath.Join(dir, "oidc.json")
	list, err := json.Marshal(map[string]any{"providers": []map[string]string{{
		"name": "example", "title": "Example", "issuer": p.Issuer(), "client": p.ClientID, "secretFile": secret,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{secret: p.ClientSecret + "\n", file: string(list)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return startServer(t, "--listen", "localhost:0", "--oidc", file), p
}

// me is who is signed in in a tab, empty where nobody is.
func (p *tab) me() string {
	p.t.Helper()
	return eval[string](p, `fetch('/v1/me').then((r) => r.json()).then((me) => me.id ?? '')`)
}

// passkeyScript asks the server and the browser in turn, and returns the last status.
const passkeyScript = `(async (ask, answer, what, more) => {
	const passkeys = await import('/assets/js/passkeys.js');
	const asked = await fetch(ask, { method: 'POST' });
	if (!asked.ok) return String(asked.status);
	let credential;
	try {
		credential = await passkeys[what]((await asked.json()).publicKey);
	} catch (err) {
		return err.name;
	}
	const answered = await fetch(answer, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...more, credential }) });
	return String(answered.status);
})`

func (p *tab) makePasskey(name string) string {
	p.t.Helper()
	return eval[string](p, passkeyScript+`('/v1/me/passkeys/challenge', '/v1/me/passkeys', 'create', { name: '`+name+`' })`)
}

func (p *tab) usePasskey() string {
	p.t.Helper()
	return eval[string](p, passkeyScript+`('/v1/signin/passkey/challenge', '/v1/signin/passkey', 'get', {})`)
}

// Somebody signs in with a provider, adds a passkey, and signs in with that alone, in
// a browser that decides itself which cookies it sends where.
func TestBrowserSignsIn(t *testing.T) {
	browser := startBrowser(t)
	srv, p := withProvider(t)
	ann := newTab(t, browser, "Ann", desk)
	p.QueueUser(providertest.Person{"sub": "ann", "email": "ann@example.org", "email_verified": true})
	ann.open(srv.url() + "/v1/signin/example?next=/watch")
	if at := eval[string](ann, `location.href`); at != srv.url()+"/watch" {
		t.Fatalf("the provider led to %s", at)
	}
	id := ann.me()
	if id == "" {
		t.Fatal("nobody is signed in")
	}
	if eval[string](ann, `document.cookie`) != "" {
		t.Error("scripts see a cookie")
	}

	if !eval[bool](ann, `import('/assets/js/passkeys.js').then((p) => p.possible())`) {
		t.Fatal("the browser has no passkeys")
	}
	ann.must(second(chromedp.Call(ann.ctx, webauthn.Enable, webauthn.EnableParams{})))
	device, err := chromedp.Call(ann.ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
		Protocol: "ctap2", Transport: "internal", HasResidentKey: true, HasUserVerification: true, AutomaticPresenceSimulation: true, IsUserVerified: true,
	}})
	ann.must(err)
	if got := ann.makePasskey("Phone"); got != "201" {
		t.Fatalf("a passkey: %s", got)
	}
	if got := ann.makePasskey("Again"); got != "InvalidStateError" {
		t.Errorf("a second one on the same device: %s", got)
	}
	for range 2 { // the counter goes on
		eval[int](ann, `fetch('/v1/signout', { method: 'POST' }).then((r) => r.status)`)
		if ann.me() != "" {
			t.Fatal("somebody is signed in")
		}
		if got := ann.usePasskey(); got != "201" || ann.me() != id {
			t.Fatalf("signing in: %s, as %s", got, ann.me())
		}
	}
	// Who does not prove to the device that it is they gets nowhere.
	ann.must(second(chromedp.Call(ann.ctx, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: device.AuthenticatorID})))
	if got := ann.usePasskey(); got != "NotAllowedError" {
		t.Errorf("unverified: %s", got)
	}
	ann.must(second(chromedp.Call(ann.ctx, webauthn.SetUserVerified, webauthn.SetUserVerifiedParams{AuthenticatorID: device.AuthenticatorID, IsUserVerified: true})))

	removed := eval[int](ann, `fetch('/v1/me/methods').then((r) => r.json())
		.then((all) => fetch('/v1/me/methods/' + all.methods.find((m) => m.kind === 'passkey').id, { method: 'DELETE' })).then((r) => r.status)`)
	if removed != http.StatusNoContent {
		t.Errorf("removing it: %d", removed)
	}
	if got := ann.usePasskey(); got != "403" {
		t.Errorf("after its removal: %s", got)
	}
	if log := srv.talk.String(); strings.Contains(log, "ann@") {
		t.Errorf("the log holds an address:\n%s", log)
	}
}

// The same by the buttons of the page.
func TestPasskeyButtons(t *testing.T) {
	browser := startBrowser(t)
	srv, _ := withProvider(t)
	ann := newTab(t, browser, "Ann", look{width: 390, height: 844, theme: "dark"})
	ann.must(second(chromedp.Call(ann.ctx, webauthn.Enable, webauthn.EnableParams{})))
	ann.must(second(chromedp.Call(ann.ctx, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
		Protocol: "ctap2", Transport: "internal", HasResidentKey: true, HasUserVerification: true, AutomaticPresenceSimulation: true, IsUserVerified: true,
	}})))
	ann.signIn(srv, "ann@example.org", "/me")
	id := ann.me()
	ann.until(`[...document.querySelectorAll('main button')].some((b) => b.innerText === 'Add Example')`)
	ann.tabTo(`.part:nth-of-type(2) .inp`)
	ann.keys("my phone" + kb.Enter)
	ann.until(`document.querySelector('[aria-label="Remove my phone"]')`)
	ann.click(`.mine summary`)
	ann.click(`.mine button`)
	ann.until(`document.querySelector('a.in') && location.pathname === '/signin'`)
	ann.choose("Sign in with a passkey")
	ann.until(`document.querySelector('.mine') && location.pathname === '/me'`)
	if ann.me() != id {
		t.Error("the passkey signs somebody else in")
	}
	ann.click(`[aria-label="Remove my phone"]`)
	ann.until(`document.querySelector('.lines') && !document.querySelector('[aria-label="Remove my phone"]')`)
}

func second[T any](_ T, err error) error { return err }
