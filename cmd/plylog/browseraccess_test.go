package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"plylog/api/client"
)

// TestAccessibleInBrowsers holds every page to the rules of axe, on a desk and on a
// phone, in both themes.
func TestAccessibleInBrowsers(t *testing.T) {
	axe := axeSource(t)
	s := startServer(t)
	browser := startBrowser(t)
	c := connect(t, s)
	open, err := c.Create(t.Context(), client.NewGame{Kind: "backgammon", Seat: "first"}) // for the lobby's lists
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []look{desk, {width: 390, height: 844, theme: "dark"}} {
		p := newTab(t, browser, fmt.Sprint(l.width), l)
		for _, kind := range []string{"reversi", "checkers", "baghchal", "backgammon"} {
			made, err := c.Create(t.Context(), client.NewGame{Kind: kind, Opponent: "self"})
			if err != nil {
				t.Fatal(err)
			}
			p.own(s.url(), made)
			p.until(`document.querySelector('.cell.can')`)
			p.axe(axe, kind)
			if kind != "checkers" {
				continue // around the board all are the same
			}
			p.click("#tab-rules")
			p.until(`document.querySelector('.rule-text')`)
			p.axe(axe, "the rules")
			p.click("#tab-audit")
			p.until(`document.querySelector('.verdict.ok')`)
			p.axe(axe, "the audit")
			p.click("#tab-moves")
			who := p.person()
			who.cell("11")
			who.cell("23") // across the board
			p.until(`document.querySelector('.note.bad')`)
			p.click(".menu .btn")
			p.until(`document.querySelector('[role=menuitem]')`)
			p.axe(axe, "a refusal and the menu")
			p.keys(kb.Escape)
			p.click("[data-act=abort]")
			p.until(`document.querySelector('.note.ok')`)
			p.axe(axe, "the end")
		}
		for _, at := range []struct{ path, shows string }{
			{"/", "form [value=first]"}, {"/watch", ".watch .card"}, {"/learn", ".kind .art svg"}, {"/learn/checkers", ".lesson .btn"}, {"/signin", "input[type=email]"},
			{"/games/" + open.Game.ID.String(), ".g-note .pri"}, {"/games/" + strings.Repeat("0", 36), ".empty"}, {"/nothing", ".empty"}, {"/docs", "main h1"}, {"/docs/rules/baghchal", "main h1"},
		} {
			p.open(s.url() + at.path)
			p.until(`document.querySelector('` + at.shows + `')`)
			eval[bool](p, `(() => { for (const x of document.querySelectorAll('form details')) x.open = true; document.querySelector('[value=own]')?.click(); return true; })()`)
			p.axe(axe, at.path)
		}
	}
}

// axeSource reads axe, which .ci/test fetches.
func axeSource(t *testing.T) string {
	t.Helper()
	name := os.Getenv("PLYLOG_AXE")
	switch {
	case name != "":
	case os.Getenv("CI") != "":
		t.Fatal("NOT TESTED: CI is set and PLYLOG_AXE names no axe.min.js")
	default:
		t.Skip("NOT TESTED: set PLYLOG_AXE to an axe.min.js, as .ci/test does")
	}
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// axe checks what a tab shows, and the contrast of all of it in the other theme, too.
func (p *tab) axe(source, what string) {
	p.t.Helper()
	if !eval[bool](p, `typeof axe === 'object'`) {
		eval[bool](p, source+"\n;true")
	}
	for _, found := range eval[[]string](p, `(async () => {
		const run = async (theme, options) => (await axe.run(document, { resultTypes: ['violations'], ...options })).violations.map((v) =>
			theme + ' ' + v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' ' + n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join('; '));
		const page = document.documentElement, was = page.dataset.theme, dark = was ? was === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
		const found = await run('', {});
		page.dataset.theme = dark ? 'light' : 'dark';
		found.push(...await run(page.dataset.theme, { runOnly: ['color-contrast'] }));
		if (was) page.dataset.theme = was; else delete page.dataset.theme;
		return found;
	})()`) {
		p.t.Errorf("%s, %s: %s", p.name, what, found)
	}
}

// media tells a tab what its reader asks of pages.
func (p *tab) media(features ...*emulation.MediaFeature) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
	p.must(err)
}

// TestForcedColoursInBrowsers sees, where the system chooses all colours, which tab is
// open, what is chosen in a form, and everything on a board.
func TestForcedColoursInBrowsers(t *testing.T) {
	s := startServer(t)
	c := connect(t, s)
	p := newTab(t, startBrowser(t), "forced colours", desk)
	p.media(&emulation.MediaFeature{Name: "forced-colors", Value: "active"}, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	made, err := c.Create(t.Context(), client.NewGame{Kind: "checkers", Opponent: "self"})
	if err != nil {
		t.Fatal(err)
	}
	p.own(s.url(), made)
	p.until(`document.querySelector('.cell.can')`)
	p.person().cell("11")
	p.until(`document.querySelector('.mark-legal')`)
	for what, differ := range map[string]string{
		"the open tab":         `[css('.tabs [aria-selected=true]').borderBottomColor, css('.tabs [aria-selected=false]').borderBottomColor]`,
		"squares and pieces":   `[css('.w-d').fill, css('.red .e').fill]`,
		"the two sides":        `[css('.red .e').fill, css('.ivory .e').fill]`,
		"where a piece may go": `[css('.mk-dot').fill, css('.w-d').fill]`,
		"the chosen piece":     `[css('.mark-selected .mk-ring').stroke, css('.w-d').fill]`,
		"the keyboard":         `[css('.mk-foc').stroke, css('.w-d').fill]`,
	} {
		p.differ(what, differ)
	}
	p.open(s.url() + "/")
	p.until(`document.querySelector('form [value=first]')`)
	for what, differ := range map[string]string{
		"the choice of a few": `[css('.seg label:has(:checked)').backgroundColor, css('.seg label:not(:has(:checked))').backgroundColor]`,
		"a switch":            `[css('.sw i').backgroundColor, css('form').backgroundColor]`,
		"its knob":            `[getComputedStyle(document.querySelector('.sw i'), '::after').backgroundColor, css('.sw i').backgroundColor]`,
		"where one is":        `[css('.nav [aria-current]').backgroundColor, css('.nav a:not([aria-current])').backgroundColor]`,
	} {
		p.differ(what, differ)
	}
}

// differ holds that two colours of a tab are not the same.
func (p *tab) differ(what, colours string) {
	p.t.Helper()
	if got := eval[[]string](p, `(() => { const css = (x) => getComputedStyle(document.querySelector(x)); return `+colours+`; })()`); got[0] == got[1] {
		p.t.Errorf("%s: %s cannot be seen: %q", p.name, what, got)
	}
}

// TestReducedMotionInBrowsers moves nothing for who asks for that, and something for
// everybody else.
func TestReducedMotionInBrowsers(t *testing.T) {
	s := startServer(t)
	c := connect(t, s)
	browser := startBrowser(t)
	for value, moves := range map[string]bool{"reduce": false, "no-preference": true} {
		p := newTab(t, browser, value, desk)
		p.media(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: value})
		made, err := c.Create(t.Context(), client.NewGame{Kind: "checkers", Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		p.own(s.url(), made)
		p.until(`document.querySelector('.cell.can')`)
		eval[bool](p, `(() => {
			window.moved = 0;
			const animate = Element.prototype.animate;
			Element.prototype.animate = function (...a) { window.moved++; return animate.apply(this, a); };
			document.addEventListener('transitionrun', () => { window.moved++; });
			return true;
		})()`)
		for i, move := range []struct {
			token string
			move  string
		}{{made.Tokens.First, "11-15"}, {made.Tokens.Second, "22-18"}, {made.Tokens.First, "15x22"}} {
			if _, err := c.WithToken(move.token).Submit(t.Context(), made.Game.ID, client.Command{Type: "move", Move: move.move}); err != nil {
				t.Fatal(err)
			}
			p.until(fmt.Sprintf(`document.querySelector('.tape-range').max === '%d' && document.querySelector('.cell.can')`, i+2))
		}
		if n := eval[int](p, `window.moved`); (n > 0) != moves {
			t.Errorf("with %s %d things moved", value, n)
		}
	}
}
