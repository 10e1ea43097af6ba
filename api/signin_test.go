package api_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"plylog/api"
	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/api/post"
)

// mailroom is where letters lie.
type mailroom struct {
	t     testing.TB
	filed chan string
}

// withMail lets a server send letters into a folder.
func withMail(t testing.TB) (*mailroom, func(*api.Config)) {
	t.Helper()
	m := &mailroom{t, make(chan string, 100)}
	way, err := post.ParseWay("dir:" + t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	courier, err := post.Open(post.Config{Way: way, From: mailbox(t, "plylog@example.org"), Filed: func(path string) { m.filed <- path }, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { courier.Close(t.Context()) })
	office := post.NewOffice(courier)
	if err := office.SetBase(&url.URL{Scheme: "http", Host: "localhost"}); err != nil {
		t.Fatal(err)
	}
	return m, func(c *api.Config) { c.Mail = office }
}

// letter returns whom the next letter is for and the token of its link.
func (m *mailroom) letter() (to, token string) {
	m.t.Helper()
	select {
	case path := <-m.filed:
		return m.read(path)
	case <-time.After(5 * time.Minute): // it takes milliseconds
		m.t.Fatal("no letter came")
	}
	return "", ""
}

func (m *mailroom) read(path string) (to, token string) {
	m.t.Helper()
	f, err := os.Open(path)
	if err != nil {
		m.t.Fatal(err)
	}
	defer f.Close()
	l, err := mail.ReadMessage(f)
	if err != nil {
		m.t.Fatal(err)
	}
	all, err := l.Header.AddressList("To")
	if err != nil || len(all) != 1 {
		m.t.Fatalf("to %v, %v", all, err)
	}
	_, params, err := mime.ParseMediaType(l.Header.Get("Content-Type"))
	if err != nil {
		m.t.Fatal(err)
	}
	part, err := multipart.NewReader(l.Body, params["boundary"]).NextRawPart()
	if err != nil {
		m.t.Fatal(err)
	}
	text, err := io.ReadAll(quotedprintable.NewReader(part))
	if err != nil {
		m.t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "http://localhost/signin#")
	if !ok {
		m.t.Fatalf("no link: %s", text)
	}
	return all[0].Address, strings.Fields(rest)[0]
}

// none makes sure that no letter has come.
func (m *mailroom) none() {
	m.t.Helper()
	select {
	case path := <-m.filed:
		m.t.Errorf("a letter came: %s", path)
	default:
	}
}

// browser is a browser: it keeps the cookies that it is given.
type browser struct {
	w       *world
	e       *entrance // of a world in which there are more ways than letters; nil elsewhere
	cookies map[string]string
}

func (w *world) browser() *browser { return &browser{w, nil, map[string]string{}} }

// do asks as a page of the server does.
func (b *browser) do(method, path, body string, headers ...header) *answer {
	b.w.t.Helper()
	var sent []string
	for name, value := range b.cookies {
		sent = append(sent, name+"="+value)
	}
	if len(sent) > 0 {
		headers = append(headers, header("Cookie: "+strings.Join(sent, "; ")))
	}
	a := b.w.do(method, path, body, headers...)
	for _, line := range a.header["Set-Cookie"] {
		c, err := http.ParseSetCookie(line)
		if err != nil {
			b.w.t.Fatal(err)
		}
		if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" {
			b.w.t.Errorf("a cookie that others may see: %s", line)
		}
		if delete(b.cookies, c.Name); c.MaxAge > 0 {
			b.cookies[c.Name] = c.Value
		}
	}
	return a
}

// ask asks for a link.
func (b *browser) ask(address string) {
	b.w.t.Helper()
	b.do("POST", "/v1/signin", fmt.Sprintf(`{"address":%q,"lang":"en","next":"/watch"}`, address)).want(b.w.t, 202)
}

// confirm sends the token of a link.
func (b *browser) confirm(token string) *answer {
	b.w.t.Helper()
	return b.do("POST", "/v1/signin/confirm", fmt.Sprintf(`{"token":%q}`, token))
}

// The whole way, with what mail scanners and impatient people do in between:
// games.md J 136, 137.
func TestSignInByMail(t *testing.T) {
	m, with := withMail(t)
	w := newWorld(t, memory(), with)
	b := w.browser()
	b.ask("Ann@Example.org")
	to, token := m.letter()
	if to != "Ann@example.org" {
		t.Errorf("a letter to %s", to)
	}
	for range 3 { // a scanner looks at whatever it finds
		for _, path := range []string{"/signin", "/v1/signin/confirm", "/v1/signin", "/v1/signin/confirm?token=" + token} {
			for _, method := range []string{"GET", "HEAD", "OPTIONS"} {
				if a := w.do(method, path, ""); a.header.Get("Set-Cookie") != "" {
					t.Errorf("%s %s gives a cookie", method, path)
				}
			}
		}
	}
	first := b.confirm(token).want(t, 201)
	if first.at(t, "address") != "Ann@example.org" || first.at(t, "next") != "/watch" || first.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s", first.body)
	}
	session := b.cookies["plylog"]
	again := b.confirm(token).want(t, 200)
	if again.at(t, "id") != first.at(t, "id") || b.cookies["plylog"] != session {
		t.Errorf("again: %s", again.body)
	}
	if me := b.do("GET", "/v1/me", "").want(t, 200); me.at(t, "id") != first.at(t, "id") || me.at(t, "signin", "mail") != true {
		t.Errorf("me: %s", me.body)
	}
	w.browser().confirm(token).want(t, 410, "link-spent")
	b.do("POST", "/v1/signout", "").want(t, 204)
	if b.cookies["plylog"] != "" {
		t.Error("the cookie is still there")
	}
	b.cookies["plylog"] = session
	if me := b.do("GET", "/v1/me", "").want(t, 200); me.at(t, "id") != nil {
		t.Errorf("signed out: %s", me.body)
	}
	b.confirm(token).want(t, 410, "link-spent")
}

// In another browser the link shows a code that only the first one can use.
func TestSignInByCode(t *testing.T) {
	m, with := withMail(t)
	w := newWorld(t, memory(), with)
	b := w.browser()
	b.ask("ann@example.org")
	_, token := m.letter()
	phone := w.browser()
	code := phone.confirm(token).want(t, 202).at(t, "code").(string)
	if phone.cookies["plylog"] != "" {
		t.Error("the other browser is signed in")
	}
	typed := fmt.Sprintf(`{"code":%q}`, code)
	phone.do("POST", "/v1/signin/confirm", typed).want(t, 410, "link-spent")
	b.do("POST", "/v1/signin/confirm", `{"code":"12345"}`).want(t, 422, "code-wrong")
	b.do("POST", "/v1/signin/confirm", typed).want(t, 201)
	b.do("POST", "/v1/signin/confirm", typed).want(t, 200)
	b.do("POST", "/v1/signin/confirm", `{"code":"12345","token":"x"}`).want(t, 400, "bad-field")
	b.do("POST", "/v1/signin/confirm", `{}`).want(t, 400, "bad-field")
}

// One text is one mailbox or none, and a letter goes to that alone: trust.md E 73,
// games.md J 143.
func TestSignInAddresses(t *testing.T) {
	m, with := withMail(t)
	w := newWorld(t, memory(), with)
	for _, text := range []string{
		"", "ann", "a@evil.com,victim@x.com", "a@evil.com;victim@x.com", `"a@evil.com x"@v.com`, "Ann <ann@example.org>",
		"ann@example.org\r\nBcc: b@example.org", "ann@example.org.", " ann@example.org", strings.Repeat("a", 250) + "@example.org",
		`<a href="https://evil.example">@example.org`, strings.Repeat("a@", 400),
	} {
		body, err := json.Marshal(map[string]string{"address": text})
		if err != nil {
			t.Fatal(err)
		}
		w.do("POST", "/v1/signin", string(body)).want(t, 400, "bad-field")
	}
	m.none()
	for text, want := range map[string]string{
		"ann+games@EXAMPLE.org": "ann+games@example.org", "ann@bücher.example": "ann@xn--bcher-kva.example", "ann@exаmple.org": "ann@xn--exmple-4nf.org",
	} {
		w.browser().ask(text)
		if to, _ := m.letter(); to != want {
			t.Errorf("%q: a letter to %q", text, to)
		}
	}
	m.none()
}

// Where to go then is a page of this server or nothing: trust.md E 76.
func TestSignInNext(t *testing.T) {
	_, with := withMail(t)
	w := newWorld(t, memory(), with)
	for _, next := range []string{
		"//evil.example", "/\\evil.example", "/\\/evil.example", "\\\\evil.example", "/\t/evil.example", "/%09/evil.example", "/%2f/evil.example",
		"https://evil.example", "http:evil.example", "javascript:alert(1)", "data:text/html,x", "evil.example", "/watch/../..//evil.example", "/./", "/games",
		"/games/", "/games/x", "/games/../x", "/games/" + id("x") + "/", "/games/" + id("x") + "?a=b", "/games/" + id("x") + "#y", "/learn/..", "/learn//x", "/learn/x/y",
		"/me/", "/me?x", "/ME", "/signin", "/v1/signout", "/\u2028", " /", "/ ", "?", "#", "/watch\r\nSet-Cookie: x=y", "/docs",
	} {
		body, err := json.Marshal(map[string]string{"address": "ann@example.org", "next": next})
		if err != nil {
			t.Fatal(err)
		}
		if a := w.do("POST", "/v1/signin", string(body)); a.status != 400 || a.at(t, "field") != "next" {
			t.Errorf("%q: %d %s", next, a.status, a.body)
		}
	}
	for _, next := range []string{"", "/", "/watch", "/learn", "/learn/baghchal", "/me", "/games/" + id("x")} {
		w.do("POST", "/v1/signin", fmt.Sprintf(`{"address":"ann@example.org","next":%q}`, next)).want(t, 202)
	}
}

// Signing in gives a new session, whatever the browser brought: trust.md E 82.
func TestSessionIsNew(t *testing.T) {
	m, with := withMail(t)
	w := newWorld(t, memory(), with)
	stranger := w.signIn("eve@example.org")
	for _, planted := range []string{"planted", strings.Repeat("A", 43), stranger.Secret.Reveal()} {
		b := w.browser()
		b.cookies["plylog"] = planted
		b.ask("ann@example.org")
		_, token := m.letter()
		b.confirm(token).want(t, 201)
		if b.cookies["plylog"] == planted {
			t.Error("the planted session was signed in")
		}
		b.cookies["plylog"] = planted
		if a := b.do("GET", "/v1/me", ""); a.at(t, "address") == "ann@example.org" {
			t.Errorf("a planted cookie is Ann: %s", a.body)
		}
	}
}

// What is good at one server is nothing at another: trust.md E 79.
func TestAnotherServer(t *testing.T) {
	m, with := withMail(t)
	here, there := newWorld(t, memory(), with), newWorld(t, memory(), with)
	me := here.signIn("ann@example.org")
	pat := here.apiToken(me, people.AllScopes()[:4]...)
	here.do("GET", "/v1/me/sessions", "", cookie(me)).want(t, 200)
	there.do("GET", "/v1/me/sessions", "", cookie(me)).want(t, 401, "signed-out")
	here.do("GET", "/v1/me", "", token(pat)).want(t, 200)
	there.do("GET", "/v1/me", "", token(pat)).want(t, 401, "token-revoked")
	b := here.browser()
	b.ask("ann@example.org")
	_, link := m.letter()
	moved := there.browser()
	moved.cookies = b.cookies
	moved.confirm(link).want(t, 410, "link-spent")
	b.confirm(link).want(t, 201)
}

// Pages of others get nothing out of a browser that is signed in.
func TestNotFromElsewhere(t *testing.T) {
	_, with := withMail(t)
	w := newWorld(t, memory(), with)
	me := w.signIn("ann@example.org")
	for _, from := range []header{"Origin: https://evil.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: null"} {
		for _, c := range []struct{ method, path, body string }{
			{"POST", "/v1/signin", `{"address":"ann@example.org"}`}, {"POST", "/v1/signin/confirm", `{"token":"x"}`}, {"POST", "/v1/signout", ""},
			{"DELETE", "/v1/me", ""}, {"PATCH", "/v1/me", `{"name":"Eve"}`}, {"POST", "/v1/me/tokens", `{"name":"x","scopes":["games:play"]}`},
			{"POST", "/v1/games", `{"kind":"nim"}`}, {"DELETE", "/v1/me/sessions", ""},
		} {
			if a := w.do(c.method, c.path, c.body, cookie(me), from); a.status != 403 || a.at(t, "type") != "/problems/cross-origin" {
				t.Errorf("%s %s from %s: %d %s", c.method, c.path, from, a.status, a.body)
			}
		}
		if a := w.do("GET", "/v1/me", "", cookie(me), from); a.at(t, "id") != nil {
			t.Errorf("%s learns who it is: %s", from, a.body)
		}
	}
	if a := w.do("POST", "/v1/signin", `{"address":"ann@example.org"}`, "Origin: https://evil.example"); a.status != 403 {
		t.Errorf("a page from elsewhere has a letter sent: %d", a.status)
	}
}

// A link is good for 15 minutes, and so is its code. One that is too old is answered
// like one that was used, word for word; the page says it in the same words.
func TestLinkIsTooOld(t *testing.T) {
	m, with := withMail(t)
	past := new(atomic.Int64)
	now := func() time.Time { return time.Unix(1_800_000_000, past.Load()) }
	w := newWorld(t, memory(), with, func(c *api.Config) {
		p, err := people.New(people.Config{Vault: new(vault.Memory), Secret: secret, Logger: c.Logger, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		c.People, c.Now = p, now
	})
	var links [4]string
	var asked [4]*browser
	for i := range links {
		asked[i] = w.browser()
		asked[i].ask(fmt.Sprintf("ann%d@example.org", i))
		_, links[i] = m.letter()
	}
	code := w.browser().confirm(links[3]).want(t, 202).at(t, "code").(string)
	past.Store(int64(people.LinkLife - time.Second))
	asked[0].confirm(links[0]).want(t, 201)
	used := w.browser().confirm(links[0]).want(t, 410, "link-spent")
	past.Store(int64(people.LinkLife))
	for what, a := range map[string]*answer{
		"where it was asked for": asked[1].confirm(links[1]), "elsewhere": w.browser().confirm(links[2]),
		"by its code": asked[3].do("POST", "/v1/signin/confirm", fmt.Sprintf(`{"code":%q}`, code)),
	} {
		if a.want(t, 410, "link-spent"); a.body != used.body {
			t.Errorf("too old, %s: %s, and used: %s", what, a.body, used.body)
		}
	}
	if me := asked[1].do("GET", "/v1/me", ""); me.at(t, "id") != nil {
		t.Errorf("signed in: %s", me.body)
	}
}
