package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plylog/api"
	"plylog/api/people"
	"plylog/api/people/passkey"
	"plylog/api/people/provider"
	"plylog/api/people/provider/providertest"
	"plylog/api/people/ticket"
	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/events"
)

// entrance is a server with a provider, passkeys and mail, and what was counted there.
type entrance struct {
	*world
	provider *providertest.Provider
	skew     atomic.Int64 // of the server's clock

	mu      sync.Mutex
	counted []string
	letters []post.Address
}

// signIns is an Observer of signing in.
type signIns struct {
	*observer
	e *entrance
}

func (s signIns) SignIn(method, outcome string) {
	s.e.mu.Lock()
	defer s.e.mu.Unlock()
	s.e.counted = append(s.e.counted, method+" "+outcome)
}

// mailed is a Mail that keeps whom it told of another way to sign in.
type mailed struct{ e *entrance }

func (m mailed) SignIn(post.Address, string, string, time.Duration) error { return nil }

func (m mailed) MethodAdded(to post.Address, _ string, _ post.Method) error {
	m.e.mu.Lock()
	defer m.e.mu.Unlock()
	m.e.letters = append(m.e.letters, to)
	return nil
}

// openEntrance starts a server, which people find under localhost.
func openEntrance(t *testing.T, config ...func(*api.Config)) *entrance {
	t.Helper()
	e := &entrance{provider: providertest.Start(t)}
	now := func() time.Time { return time.Now().Add(time.Duration(e.skew.Load())) }
	base, _ := url.Parse("http://localhost")
	v := &vault.Memory{Now: now}
	var ways api.Ways
	e.world = newWorld(t, memory(), append([]func(*api.Config){func(c *api.Config) {
		var err error
		if c.People, err = people.New(people.Config{Vault: v, Secret: secret, Logger: c.Logger, Now: now}); err != nil {
			t.Fatal(err)
		}
		if ways.Tickets, err = ticket.New(secret, v, now); err != nil {
			t.Fatal(err)
		}
		if ways.Providers, err = provider.New(provider.Config{
			Settings: []provider.Setting{{
				Name: "example", Title: "Example", Issuer: e.provider.Issuer(), Client: e.provider.ClientID, Secret: provider.Secret(e.provider.ClientSecret),
			}},
			Base: base, Now: now,
		}); err != nil {
			t.Fatal(err)
		}
		if ways.Passkeys, err = passkey.New(base); err != nil {
			t.Fatal(err)
		}
		c.Mail = mailed{e}
		c.Now, c.Base, c.Observer = now, base, signIns{new(observer), e}
	}}, config...)...)
	e.server.Offer(ways)
	return e
}

// seen returns what was counted and to whom letters went since it was asked last.
func (e *entrance) seen() (counted []string, letters []post.Address) {
	e.mu.Lock()
	defer e.mu.Unlock()
	counted, letters = e.counted, e.letters
	e.counted, e.letters = nil, nil
	return counted, letters
}

func (e *entrance) browser() *browser { return &browser{e.world, e, map[string]string{}} }

// crossSite is what browsers say where another site led them here.
const crossSite = header("Sec-Fetch-Site: cross-site")

// leave begins at an address and returns where the provider leads back, as somebody.
func (b *browser) leave(who providertest.Person, query string) string {
	b.e.t.Helper()
	to := b.do("GET", "/v1/signin/example"+query, "").want(b.e.t, 302).header.Get("Location")
	return b.e.provider.Visit(b.e.t, to, who).RequestURI()
}

// signInWith signs in by the provider.
func (b *browser) signInWith(who providertest.Person) *answer {
	b.e.t.Helper()
	return b.do("GET", b.leave(who, "?next=/watch"), "", crossSite)
}

// me is who is signed in, empty where nobody is.
func (b *browser) me() string {
	b.e.t.Helper()
	id, _ := b.do("GET", "/v1/me", "").want(b.e.t, 200).at(b.e.t, "id").(string)
	return id
}

// signIn signs in by mail, as far as the browser sees it.
func (b *browser) signIn(address string) string {
	b.e.t.Helper()
	b.cookies["plylog"] = b.e.signIn(address).Secret.Reveal()
	return b.me()
}

func verified(subject, address string) providertest.Person {
	return providertest.Person{"sub": subject, "email": address, "email_verified": true}
}

func TestSignInWithProvider(t *testing.T) {
	e := openEntrance(t)
	b := e.browser()
	if got := b.do("GET", "/v1/me", "").at(t, "signin"); fmt.Sprint(got) != "map[mail:true passkeys:true providers:[map[name:example title:Example]]]" {
		t.Errorf("offered: %v", got)
	}
	a := b.signInWith(verified("ann", "ann@example.org")).want(t, 303)
	if a.header.Get("Location") != "/watch" || a.header.Get("Cache-Control") != "no-store" || a.body != "" {
		t.Errorf("%v %s", a.header, a.body)
	}
	ann := b.me()
	if ann == "" {
		t.Fatal("nobody is signed in")
	}
	if got := b.do("GET", "/v1/me", ""); got.at(t, "address") != "ann@example.org" || got.at(t, "session", "method") != "example" {
		t.Errorf("%s", got.body)
	}
	counted, letters := e.seen()
	if !slices.Equal(counted, []string{"example asked", "example signed-in"}) || letters != nil {
		t.Errorf("%v %v", counted, letters)
	}
	// Elsewhere it is the same account, in a session of its own.
	other := e.browser()
	other.signInWith(verified("ann", "other@example.org")).want(t, 303)
	if other.me() != ann || other.cookies["plylog"] == b.cookies["plylog"] {
		t.Error("another account, or the same session")
	}
	if e.browser().signIn("ann@example.org") != ann {
		t.Error("the address leads to another account")
	}
}

// What comes back has to be what went out: from the same browser, once, in time.
func TestProviderComesBack(t *testing.T) {
	e := openEntrance(t)
	ann := verified("ann", "ann@example.org")
	for name, c := range map[string]struct {
		change func(b *browser, back string) (*browser, string)
		status int
		slug   string
	}{
		"another browser": {func(_ *browser, back string) (*browser, string) { return e.browser(), back }, 410, "sign-in-stale"},
		"another browser that began too": {func(_ *browser, back string) (*browser, string) {
			b := e.browser()
			b.leave(ann, "")
			return b, back
		}, 410, "sign-in-stale"},
		"no state":            {func(b *browser, back string) (*browser, string) { return b, without(back, "state") }, 410, "sign-in-stale"},
		"another state":       {func(b *browser, back string) (*browser, string) { return b, changed(back, "state", "x") }, 410, "sign-in-stale"},
		"a second state":      {func(b *browser, back string) (*browser, string) { return b, back + "&state=x" }, 400, "bad-parameter"},
		"no code":             {func(b *browser, back string) (*browser, string) { return b, without(back, "code") }, 403, "provider-refused"},
		"a code that is none": {func(b *browser, back string) (*browser, string) { return b, changed(back, "code", "x") }, 403, "provider-refused"},
		"the code of another way": {func(b *browser, back string) (*browser, string) {
			theirs, _ := url.Parse(e.browser().leave(verified("eve", "eve@example.org"), ""))
			return b, changed(back, "code", theirs.Query().Get("code"))
		}, 403, "provider-refused"},
		"refused there": {func(b *browser, back string) (*browser, string) {
			return b, without(back, "code") + "&error=access_denied&error_description=ann@example.org"
		}, 403, "provider-refused"},
		"another issuer": {func(b *browser, back string) (*browser, string) { return b, back + "&iss=https://id.example.com" }, 403, "provider-refused"},
		"too late": {func(b *browser, back string) (*browser, string) {
			e.skew.Add(int64(15 * time.Minute))
			return b, back
		}, 410, "sign-in-stale"},
		"another provider": {func(b *browser, back string) (*browser, string) {
			return b, strings.Replace(back, "/example/", "/other/", 1)
		}, 404, "not-found"},
		"too long": {func(b *browser, back string) (*browser, string) { return b, back + "&x=" + strings.Repeat("x", 8<<10) }, 414, "uri-too-long"},
	} {
		t.Run(name, func(t *testing.T) {
			b := e.browser()
			b, back := c.change(b, b.leave(ann, ""))
			a := b.do("GET", back, "", crossSite).want(t, c.status, c.slug)
			e.skew.Store(0)
			if strings.Contains(a.body, "ann@") || b.me() != "" {
				t.Errorf("%s, %s is signed in", a.body, b.me())
			}
		})
	}
	t.Run("again", func(t *testing.T) {
		b := e.browser()
		back := b.leave(ann, "")
		b.do("GET", back+"&session_state=1&scope=openid+email&scope=x", "", crossSite).want(t, 303)
		b.do("GET", back, "", crossSite).want(t, 410, "sign-in-stale")
		b.do("HEAD", back, "", crossSite).want(t, 410)
	})
	t.Run("in a page", func(t *testing.T) {
		b := e.browser()
		back := b.leave(ann, "")
		a := b.do("GET", without(back, "code")+"&error=access_denied", "", crossSite, "Accept: text/html,*/*").want(t, 303)
		led := a.header.Get("Location")
		if led != "/signin?problem=provider-refused" {
			t.Errorf("led to %s", led)
		}
		b.do("GET", led, "").want(t, 200)
		if led = b.do("GET", "/v1/signin/nobody?next=/learn", "", "Accept: text/html").want(t, 303).header.Get("Location"); led != "/signin?next=%2Flearn&problem=not-found" {
			t.Errorf("led to %s", led)
		}
	})
}

func without(uri, name string) string { return changed(uri, name, "") }

// changed changes a parameter of an address; one that is empty is left out.
func changed(uri, name, value string) string {
	u, _ := url.Parse(uri)
	q := u.Query()
	if q.Del(name); value != "" {
		q.Set(name, value)
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// trust.md E 77 and games.md J 139: an address that nobody verified joins nothing, and
// one that has an account joins it only where its holder is signed in.
func TestProviderJoinsNobody(t *testing.T) {
	e := openEntrance(t)
	ann := e.browser().signIn("ann@example.org")
	for i, said := range []any{true, false, "true", "false", 1, 0, nil, providertest.Absent} {
		b := e.browser()
		a := b.signInWith(providertest.Person{"sub": fmt.Sprint("s", i), "email": "ann@example.org", "email_verified": said})
		if said == true {
			a.want(t, 409, "join-signed-in")
		} else if a.want(t, 303); b.do("GET", "/v1/me", "").at(t, "address") != nil {
			t.Errorf("%v: it has an address", said)
		}
		if b.me() == ann {
			t.Errorf("%v leads to the account of the address", said)
		}
	}
	if got := len(e.account(ann).Links); got != 0 {
		t.Errorf("%d providers lead to it", got)
	}
}

func (e *entrance) account(id string) people.Account {
	e.t.Helper()
	a, err := e.people.Account(e.t.Context(), events.PlayerID(id))
	if err != nil {
		e.t.Fatal(err)
	}
	return a
}

func TestAddProvider(t *testing.T) {
	e := openEntrance(t)
	b := e.browser()
	ann := b.signIn("ann@example.org")
	add := func(who providertest.Person) string {
		t.Helper()
		to := b.do("POST", "/v1/me/methods", `{"provider":"example"}`).want(t, 200).at(t, "location").(string)
		return e.provider.Visit(t, to, who).RequestURI()
	}
	// The address there is another: whoever is signed in on both sides is the same.
	back := add(verified("ann", "work@example.org"))
	e.seen()
	if a := b.do("GET", back, "", crossSite).want(t, 303); a.header.Get("Location") != "/me" {
		t.Errorf("led to %s", a.header.Get("Location"))
	}
	counted, letters := e.seen()
	if !slices.Equal(counted, []string{"example added"}) || len(letters) != 1 || letters[0].Reveal() != "ann@example.org" {
		t.Errorf("%v, %d letters", counted, len(letters))
	}
	again := e.browser()
	if again.signInWith(verified("ann", "work@example.org")).want(t, 303); again.me() != ann {
		t.Error("it signs in to another account")
	}
	b.do("GET", add(verified("ann", "work@example.org")), "", crossSite).want(t, 303)
	if _, letters := e.seen(); len(letters) != 0 {
		t.Error("told twice")
	}
	// Another's stays another's.
	bob := e.browser()
	bob.signInWith(verified("bob", "bob@example.org")).want(t, 303)
	b.do("GET", add(verified("bob", "bob@example.org")), "", crossSite).want(t, 409, "method-taken")

	t.Run("signed out meanwhile", func(t *testing.T) {
		back := add(verified("new", "new@example.org"))
		b.do("POST", "/v1/signout", "").want(t, 204)
		b.do("GET", back, "", crossSite).want(t, 401, "signed-out")
		b.cookies["plylog"] = e.signIn("ann@example.org").Secret.Reveal()
	})
	t.Run("somebody else is signed in by then", func(t *testing.T) {
		back := add(verified("new", "new@example.org"))
		mine := b.cookies["plylog"]
		b.cookies["plylog"] = e.signIn("eve@example.org").Secret.Reveal()
		b.do("GET", back, "", crossSite).want(t, 401, "signed-out")
		b.cookies["plylog"] = mine
	})
	t.Run("not lately", func(t *testing.T) {
		e.skew.Store(int64(people.Freshness))
		b.do("POST", "/v1/me/methods", `{"provider":"example"}`).want(t, 403, "sign-in-again")
		b.do("DELETE", "/v1/me/methods/x", "").want(t, 403, "sign-in-again")
		e.skew.Store(0)
		b.cookies["plylog"] = e.signIn("ann@example.org").Secret.Reveal()
		if a := b.do("DELETE", "/v1/me/methods/mail", "").want(t, 404, "not-found"); !strings.Contains(a.body, "the address stays") {
			t.Errorf("it says %s", a.body)
		}
	})
	t.Run("bodies", func(t *testing.T) {
		for body, slug := range map[string]string{
			`{"provider":"none"}`: "not-found", `{}`: "not-found", `{"provider":"example","next":"//evil.example"}`: "bad-field", `{"provider":"example","x":1}`: "unknown-field", `{"provider":1}`: "bad-field",
		} {
			if a := b.do("POST", "/v1/me/methods", body); a.at(t, "type") != "/problems/"+slug {
				t.Errorf("%s: %s", body, a.body)
			}
		}
	})
	// Nobody is led here to add what is theirs: a link signs in, and adds nothing.
	b.signInWith(verified("eve", "eve2@example.org")).want(t, 303)
	if got := len(e.account(ann).Links); got != 1 || b.me() == ann {
		t.Errorf("%d providers, %s is signed in", got, b.me())
	}
}

// trust.md E 76: nobody is led to other places by what stands in an address.
func TestNext(t *testing.T) {
	e := openEntrance(t)
	b := e.browser()
	for _, next := range []string{
		"//evil.example", "///evil.example", `/\evil.example`, `\\evil.example`, `/%09/evil.example`, "/\t/evil.example", "https://evil.example", "https:evil.example",
		"https:/evil.example", "javascript:alert(1)", "data:text/html,x", "/@evil.example", "@evil.example", ".evil.example", "/.evil.example", "/..//evil.example",
		"/watch//evil.example", "/watch/../..//evil.example", "/watch?next=//evil.example", "/watch#x", "/me/", "/learn/", "/learn/../..", "/learn//evil.example", "/games/", "/games/x",
		"/games/0199f1c2-7d3a-7cc0-8f00-0123456789ab/../..", "/v1/signout", "/docs", " /watch", "/watch ", "/watch\r\nLocation: https://evil.example", "/wat%63h", "%2f%2fevil.example", "http://localhost@evil.example", "",
	} {
		a := b.do("GET", "/v1/signin/example?next="+url.QueryEscape(next), "")
		if next == "" {
			a.want(t, 302)
			continue
		}
		if a.want(t, 400, "bad-parameter"); a.header.Get("Location") != "" {
			t.Errorf("%q leads to %s", next, a.header.Get("Location"))
		}
	}
	for _, next := range []string{"/", "/me", "/watch", "/learn", "/learn/reversi", "/games/0199f1c2-7d3a-7cc0-8f00-0123456789ab"} {
		back := b.leave(verified("ann", "ann@example.org"), "?next="+url.QueryEscape(next)+"&lang=ps")
		if a := b.do("GET", back, "", crossSite).want(t, 303); a.header.Get("Location") != next {
			t.Errorf("%s leads to %s", next, a.header.Get("Location"))
		}
	}
	b.do("GET", "/v1/signin/example?lang=<x>", "").want(t, 400, "bad-parameter")
	if got := e.account(b.me()).Language; got != "ps" {
		t.Errorf("letters are in %q", got)
	}
}

// A provider that is down keeps nobody else from anything.
func TestProviderIsDown(t *testing.T) {
	e := openEntrance(t)
	e.provider.Answer("openid-configuration", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) })
	b := e.browser()
	b.do("GET", "/v1/signin/example", "").want(t, 503, "provider-unavailable")
	b.do("GET", "/readyz", "").want(t, 200)
	if b.signIn("ann@example.org") == "" {
		t.Error("nobody can sign in by mail")
	}
	b.do("POST", "/v1/me/methods", `{"provider":"example"}`).want(t, 503, "provider-unavailable")
	e.provider.Heal()
	e.skew.Add(int64(5 * time.Second))
	b.signInWith(verified("ann2", "ann2@example.org")).want(t, 303)
	b.do("GET", "/v1/signin/none", "").want(t, 404, "not-found")
	e.provider.Answer("token", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502) })
	b.signInWith(verified("ann2", "ann2@example.org")).want(t, 503, "provider-unavailable")
}

// Of many browsers' tabs that come back with one way one signs in.
func TestProviderComesBackOnce(t *testing.T) {
	e := openEntrance(t)
	b := e.browser()
	back := b.leave(verified("ann", "ann@example.org"), "")
	sent := header("Cookie: plylog-browser=" + b.cookies["plylog-browser"])
	var statuses [16]int
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() { statuses[i] = e.do("GET", back, "", sent, crossSite).status })
	}
	all.Wait()
	if slices.Sort(statuses[:]); statuses[0] != 303 || statuses[1] != 410 || statuses[15] != 410 {
		t.Errorf("%v", statuses)
	}
}
