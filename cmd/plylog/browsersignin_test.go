package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plylog/api/client"
	"plylog/events"
)

// linkInLetter is where a letter leads.
var linkInLetter = regexp.MustCompile(`/signin#[0-9A-Za-z_-]{43}`)

// letter waits for a letter to an address, and returns the path that its link leads
// to. Each address is written to once in a test.
func letter(t *testing.T, s *server, address string) string {
	t.Helper()
	for end := time.After(patience); ; {
		files, err := filepath.Glob(filepath.Join(s.data, "mail", "*.eml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			body, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := strings.NewReplacer("=\r\n", "", "=\n", "").Replace(string(body))
			if path := linkInLetter.FindString(text); path != "" && strings.Contains(text, "<"+address+">") {
				return path
			}
		}
		select {
		case <-end:
			t.Fatalf("no letter came to %s", address)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// ask has a link sent to an address, by keyboard alone.
func (p *tab) ask(s *server, address, next string) string {
	p.t.Helper()
	p.open(s.url() + "/signin?next=" + next)
	p.tabTo(`input[type=email]`)
	p.keys(address + kb.Enter)
	p.until(`document.querySelector('input.code')`)
	return letter(p.t, s, address)
}

// signIn signs in by a link in the browser that asked.
func (p *tab) signIn(s *server, address, next string) {
	p.t.Helper()
	p.open(s.url() + p.ask(s, address, next))
	p.click(`.box .btn.pri`)
	p.until(`document.querySelector('.mine') && location.pathname === '` + next + `'`)
}

// api asks the server as the page would, and returns the status and the body.
func (p *tab) api(method, path, body string) (int, string) {
	p.t.Helper()
	a := eval[[]any](p, `(async () => {
		const res = await fetch('/v1`+path+`', { method: '`+method+`', headers: { 'Content-Type': 'application/json' }, body: `+strconv.Quote(body)+` || undefined });
		return [res.status, await res.text()];
	})()`)
	return int(a[0].(float64)), a[1].(string)
}

// spent waits until a tab is told that a link does nothing any more.
func (p *tab) spent() {
	p.t.Helper()
	p.until(`document.querySelector('h1').innerText === 'This link does nothing any more'`)
}

// TestSigningInInBrowsers signs in by every way of a link, while a guest's game goes
// on.
func TestSigningInInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	mary, omar := newTab(t, browser, "Mary", desk), newTab(t, browser, "Omar", desk)
	a := sitDown(t, s.url(), client.NewGame{Kind: "reversi"}, person{tab: mary, hand: mouse}, person{tab: omar, hand: mouse})
	game := "/games/" + a.game.String()
	put(a, 0, "d3")
	a.everybody(3)
	was := omar.text(`.s1 .nm bdi`)

	link := mary.ask(s, "mary@example.org", game)
	// What reads mail follows links, some of it with scripts: nothing is used up.
	for _, method := range []string{"GET", "HEAD"} {
		req, err := http.NewRequestWithContext(t.Context(), method, s.url()+link, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != 200 || len(res.Cookies()) > 0 {
			t.Errorf("%s %s: %d, %v, %v", method, link, res.StatusCode, res.Cookies(), err)
		}
		res.Body.Close()
	}
	scanner := newTab(t, browser, "scanner", desk)
	scanner.open(s.url() + link)
	scanner.until(`document.querySelector('.box .btn.pri')`)
	scanner.open("about:blank")

	// Pressed twice it signs in once.
	mary.open(s.url() + link)
	mary.until(`document.querySelector('.box .btn.pri')`)
	eval[bool](mary, `(() => { const b = document.querySelector('.box .btn.pri'); b.click(); b.click(); return true; })()`)
	mary.until(`document.querySelector('.mine') && location.pathname === '` + game + `'
		&& document.querySelector('.toast')?.innerText.includes('1 seat that you took as a guest is yours now')`) // which goes by itself
	if n := eval[int](mary, `performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/confirm')).length`); n != 1 {
		t.Errorf("two clicks asked %d times", n)
	}
	if held := eval[string](mary, `localStorage.getItem('plylog.seats')`); strings.Contains(held, `"first"`) || !strings.Contains(held, a.game.String()) {
		t.Errorf("after the claim the browser holds %s", held)
	}

	// The game goes on: the opponent sees who sits there now, and the seat moves.
	a.everybody(4)
	omar.until(`document.querySelector('.s1 .nm bdi').innerText !== ` + strconv.Quote(was))
	name := eval[string](mary, `document.querySelector('.mine bdi').innerText`)
	if got := omar.text(`.s1 .nm bdi`); got != name {
		t.Errorf("Omar sees %q, Mary is called %q", got, name)
	}
	put(a, 1, "c3")
	a.everybody(5)
	put(a, 0, "c4")
	a.everybody(6)

	// The link is used up, for everybody.
	for _, p := range []*tab{scanner, mary} {
		p.open(s.url() + link)
		p.click(`.box .btn.pri`)
		if p == scanner {
			p.spent()
		}
	}
	scanner.open(s.url() + "/signin#" + strings.Repeat("A", 43))
	scanner.click(`.box .btn.pri`)
	scanner.spent()
	if eval[string](scanner, `location.hash`) != "" {
		t.Error("the address keeps the token of a link")
	}
	scanner.click(`.box .btn.pri`) // to ask for another one
	scanner.until(`document.querySelector('input[type=email]')`)

	t.Run("in another browser", func(t *testing.T) { inAnotherBrowser(t, s, browser) })
}

// put clicks the cell where a piece is put.
func put(a *atTable, who int, cell string) {
	a.t.Helper()
	a.people[who].until(`document.querySelector('.cell.can')`)
	a.people[who].cell(cell)
}

// inAnotherBrowser opens a link elsewhere than it was asked for.
func inAnotherBrowser(t *testing.T, s *server, browser context.Context) {
	asks, opens := newTab(t, browser, "who asks", desk), newTab(t, browser, "who opens", look{width: 390, height: 844, theme: "dark"})
	shown := func(address string) string {
		opens.open(s.url() + asks.ask(s, address, "/"))
		opens.click(`.box .btn.pri`)
		opens.until(`document.querySelector('output')`)
		if eval[bool](opens, `Boolean(document.querySelector('.mine'))`) {
			t.Error("the browser that opened the link is signed in")
		}
		return eval[string](opens, `document.querySelector('output').textContent`)
	}
	code := shown("eva@example.org")
	asks.tabTo(`input.code`)
	asks.keys("12" + kb.Enter)
	asks.until(`document.querySelector('.field .wrong').innerText === 'The code has six digits.'`)
	asks.keys(kb.Backspace + kb.Backspace + code + kb.Enter)
	asks.until(`document.querySelector('.mine')`)
	asks.click(`.mine summary`)
	asks.click(`.mine button`)
	asks.until(`document.querySelector('a.in')`)

	code = shown("eve@example.org")
	wrong := "000000"
	if strings.ReplaceAll(code, " ", "") == wrong {
		wrong = "000001"
	}
	for left := 4; left >= 1; left-- {
		asks.click(`input.code`)
		asks.keys(wrong + kb.Enter)
		asks.until(`document.querySelector('.field .wrong').innerText.includes('You may try ` + strconv.Itoa(left) + ` more times')`)
	}
	asks.keys(wrong + kb.Enter)
	asks.spent()
	if status, body := asks.api("POST", "/signin/confirm", `{"code":"`+strings.ReplaceAll(code, " ", "")+`"}`); status != http.StatusGone {
		t.Errorf("the right code after five wrong ones: %d %s", status, body)
	}
}

// TestAccountInBrowsers does everything that one may do with an account.
func TestAccountInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	mary, phone := newTab(t, browser, "Mary", desk), newTab(t, browser, "her phone", look{width: 390, height: 844, theme: "dark"})
	mary.signIn(s, "mary@example.org", "/me")

	mary.click(`.part .inp`)
	mary.keys("x" + kb.Enter)
	mary.until(`document.querySelector('.field .wrong').innerText.startsWith('2 to 30')`)
	mary.keys(kb.Backspace + "Mary O'Neill" + kb.Enter)
	mary.until(`document.querySelector('.mine bdi')?.innerText === "Mary O'Neill"`)

	mary.click(`.fold summary`)
	mary.until(`document.querySelector('.fold').open`)
	mary.click(`.fold .inp`)
	mary.keys("curl" + kb.Enter)
	mary.until(`document.querySelector('.secret')`)
	token := mary.text(`.secret`)
	if who := curl(t, s.url()+"/v1/me", token); !strings.Contains(who, "Mary O'Neill") || strings.Contains(who, "example.org") {
		t.Errorf("the token says %s", who)
	}
	mary.click(`[aria-label="Revoke curl"]`)
	mary.until(`!document.querySelector('.secret') && !document.querySelector('[aria-label="Revoke curl"]')`)
	if who := curl(t, s.url()+"/v1/me", token); !strings.Contains(who, "/problems/token-revoked") {
		t.Errorf("after it was revoked the token says %s", who)
	}

	// Her phone watches a game that only she may see.
	phone.open(s.url() + "/")
	_, made := mary.api("POST", "/games", `{"kind":"checkers","opponent":"self","private":true}`)
	game := "/games/" + regexp.MustCompile(`"id":"([^"]+)"`).FindStringSubmatch(made)[1]
	phone.open(s.url() + phone.ask(s, "phone@example.org", "/me"))
	phone.click(`.box .btn.pri`)
	phone.until(`document.querySelector('.mine')`)
	if status, body := phone.api("GET", "/me", ""); status != 200 || !strings.Contains(body, "phone@example.org") {
		t.Fatalf("the phone is signed in as %s", body)
	}
	other := newTab(t, browser, "another browser of hers", desk)
	other.signIn(s, "Mary@example.org", game)
	other.until(`document.querySelector('.cell.can')`)
	mary.open(s.url() + "/me")
	mary.until(`document.querySelectorAll('[aria-label^="Sign out: "]').length === 2`)
	mary.choose(`Sign out everywhere`)
	mary.until(`document.querySelector('a.in')`)
	other.until(`document.querySelector('a.in') && document.querySelector('.empty h1')?.innerText === 'This game cannot be seen'`)
	if eval[bool](phone, `Boolean(document.querySelector('a.in'))`) {
		t.Error("somebody else was signed out, too")
	}

	// The end of it.
	id := regexp.MustCompile(`"id":"(p_[^"]+)"`)
	phone.open(s.url() + "/me")
	phone.until(`document.querySelector('.lines')`)
	_, me := phone.api("GET", "/me", "")
	phone.choose("Erase my account")
	phone.until(`document.querySelector('dialog').open && document.activeElement.innerText === 'Keep it'`)
	phone.keys(kb.Escape)
	phone.until(`!document.querySelector('dialog').open`)
	phone.choose("Erase my account")
	phone.choose("Erase it for good")
	phone.until(`document.querySelector('a.in') && location.pathname === '/' && document.querySelector('.toast').innerText === 'Your account is erased.'`)
	if status, body := phone.api("GET", "/players?ids="+id.FindStringSubmatch(me)[1], ""); status != 200 || !strings.Contains(body, `"name"`) {
		t.Errorf("who was erased is called %d %s", status, body)
	}
}

// choose clicks the button with these words.
func (p *tab) choose(words string) {
	p.t.Helper()
	p.until(`(() => { const b = [...document.querySelectorAll('main button')].find((b) => b.innerText === ` + strconv.Quote(words) + ` && b.checkVisibility()); if (b) b.id = 'pressed'; return b; })()`)
	p.click(`#pressed`)
	eval[bool](p, `(() => { document.getElementById('pressed')?.removeAttribute('id'); return true; })()`)
}

// curl asks with a token, as anybody's script would.
func curl(t *testing.T, url, token string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "curl", "-sS", "-H", "Authorization: Bearer "+token, url).CombinedOutput()
	if err != nil {
		t.Fatalf("curl: %v\n%s", err, out)
	}
	return string(out)
}

// TestNamesInBrowsers shows what stands in names as text, whatever stands there.
func TestNamesInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	p := newTab(t, browser, "reader", desk)
	p.signIn(s, "reader@example.org", "/me")
	list := payloads()
	if len(list) < 60 {
		t.Fatalf("there are %d", len(list))
	}
	for _, name := range list {
		body, err := json.Marshal(map[string]string{"name": name})
		if err != nil {
			t.Fatal(err)
		}
		if status, said := p.api("PATCH", "/me", string(body)); status != http.StatusBadRequest || !strings.Contains(said, `"field":"name"`) {
			t.Errorf("the name %q: %d %s", name, status, said)
		}
	}
	c, err := client.New(client.Config{Server: s.url()})
	if err != nil {
		t.Fatal(err)
	}
	var game events.GameID
	for range 8 {
		if _, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "open"}); err != nil {
			t.Fatal(err)
		}
		made, err := c.Create(t.Context(), client.NewGame{Kind: "reversi", Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		game = made.Game.ID
	}
	// A server that let them through would do no harm: the page is told such names, one
	// for a player on lists, six in one on tables.
	quoted, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	evil := newTab(t, browser, "who is told names", desk)
	evil.before(`{ const names = ` + string(quoted) + `, plain = window.fetch, each = location.pathname === '/' ? 1 : 6, key = 'n' + each;
		let n = Number(sessionStorage.getItem(key) ?? 0);
		const next = () => { window.told.push(names[n % names.length]); return names[n++ % names.length]; };
		window.told = []; window.hit = () => { window.harm = true; }; window.alert = window.hit;
		window.fetch = async (url, o) => { if (!String(url).includes('/v1/players?')) return plain(url, o);
			const res = await (await plain(url, o)).json(); for (const p of res.players) p.name = Array.from({ length: each }, next).join(' ');
			sessionStorage.setItem(key, n); return new Response(JSON.stringify(res)); }; }`)
	for path, each := range map[string]int{"/": 20, "/games/" + game.String(): 12} { // 8 open games and both players of 6; both seats
		for shown := 0; shown < len(list); shown += each {
			evil.open(s.url() + path)
			evil.until(fmt.Sprintf(`window.told.length >= %d && window.told.every((name) => document.querySelector('main').textContent.includes(name))`, each))
			if eval[bool](evil, `Boolean(window.harm || document.querySelector('main img, main script, main iframe, main object, main svg[onload], main [onclick], main [ontoggle], main style, main math, main a[href^="javascript:"]'))`) {
				t.Errorf("%s: a name became more than text", path)
			}
		}
	}
}

// payloads are names that would be markup, script, or a trap in a program that took
// them for more than text.
func payloads() (list []string) {
	for _, code := range []string{"hit()", "window.hit()", "hit`1`", "top.hit()"} {
		for _, form := range []string{
			`<script>%s</script>`, `<img src=x onerror=%s>`, `<svg onload=%s>`, `"><script>%s</script>`, `'><img src=x onerror=%s>`, `<iframe srcdoc="<script>parent.%s</script>">`,
			`javascript:%s`, `<a href="javascript:%s">x</a>`, `<details open ontoggle=%s>`, `<body onload=%s>`, `</title><script>%s</script>`, `{{constructor.constructor('%s')()}}`,
			`${%s}`, `<style>@import 'x';</style>%s`, `<math><mi xlink:href="javascript:%s">`,
		} {
			list = append(list, fmt.Sprintf(form, code))
		}
	}
	return append(list, "\u202egpj.exe", "a\u0000b", "../../etc/passwd", "<!--", "]]>", "&lt;script&gt;")
}

// before runs a script in every document before all others.
func (p *tab) before(source string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
	p.must(err)
}

// TestAccountFitsInBrowsers holds the account's pages to no scrolling sideways, and to
// the rules of axe.
func TestAccountFitsInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	axe := ""
	if os.Getenv("PLYLOG_AXE") != "" || os.Getenv("CI") != "" {
		axe = axeSource(t)
	}
	for i, l := range []look{desk, {width: 820, height: 1180, theme: "dark", language: "ne"}, {width: 390, height: 844, theme: "light", language: "ps"}, {width: 390, height: 844, theme: "dark", language: "ti"}} {
		p := newTab(t, browser, fmt.Sprint(l.width, l.language), l)
		check := func(what string) {
			if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > l.width {
				t.Errorf("%s, %s, is %d wide", p.name, what, wide)
			}
			if axe != "" {
				p.axe(axe, what)
			}
		}
		p.open(s.url() + "/signin")
		p.until(`document.querySelector('input[type=email]')`)
		check("the form")
		p.signIn(s, fmt.Sprintf("reader%d@example.org", i), "/me")
		p.until(`document.querySelectorAll('.lines').length === 2`)
		eval[bool](p, `(() => { document.querySelector('.fold').open = true; document.querySelector('details.mine').open = true; return true; })()`)
		check("the account")
	}
}
