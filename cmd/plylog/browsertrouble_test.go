package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"plylog/api/client"
)

// TestTroubleInBrowsers cuts the network of one player and kills the server under
// both: what was played is neither lost nor played twice.
func TestTroubleInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	mary, omar, eva := newTab(t, browser, "Mary", desk), newTab(t, browser, "Omar", desk), newTab(t, browser, "Eva", desk)
	l := newLine(t, s.listen)
	a := sitDown(t, s.url(), client.NewGame{Kind: "checkers"}, person{tab: mary, hand: mouse}, person{tab: omar, hand: mouse}, eva)
	omar.hold(l.url(), a.game, map[string]string{"second": heldBy(omar, s.url(), a)})
	omar.open(l.url() + "/games/" + a.game.String())
	a.everybody(2)

	t.Run("the network", func(t *testing.T) {
		mary.t, omar.t, eva.t, a.t = t, t, t, t
		l.cut()
		omar.until(`document.querySelector('.g-note').innerText.includes('Connection lost')`)
		play(a, 0, "11", "15")
		mary.until(`document.querySelector('.tape-range').max === '3'`)
		if err := l.join(); err != nil {
			t.Fatal(err)
		}
		a.everybody(3)
		omar.until(`!document.querySelector('.g-note').innerText.includes('Connection lost')`)
	})
	t.Run("the server", func(t *testing.T) {
		mary.t, omar.t, eva.t, a.t = t, t, t, t
		omar.until(`document.querySelector('.cell.can')`)
		if err := s.kill(); err != nil {
			t.Fatal(err)
		}
		play(a, 1, "22", "17")
		// The move stands on the board while nobody has confirmed it.
		omar.until(`document.querySelector('.piece[data-cell="17"]') && !document.querySelector('.piece[data-cell="22"]')`)
		omar.until(`document.querySelector('.g-note').innerText.includes('Not sent yet')`)
		if err := s.start(); err != nil {
			t.Fatal(err)
		}
		a.everybody(4)
		if n := a.state().Version; n != 4 {
			t.Errorf("the game is at version %d, want 4", n)
		}
		omar.until(`document.querySelector('.g-note').innerText === ''`)
	})
	t.Run("a refusal", func(t *testing.T) {
		mary.t, omar.t, eva.t, a.t = t, t, t, t
		play(a, 0, "15", "18") // now 23 or 22 has to take it
		a.everybody(5)
		omar.until(`document.querySelector('.cell.can')`)
		play(a, 1, "24", "20")
		omar.until(`document.querySelector('.g-note [role=alert]').innerText.includes('24-20 is not legal')`)
		if said := omar.text(".g-note"); !strings.Contains(said, "CK-10") {
			t.Errorf("the refusal names no rule: %s", said)
		}
		omar.click(".g-note .acts .btn")
		omar.until(`document.querySelector('.mark-hit')`)
		omar.click(".g-note .rule")
		omar.until(`document.activeElement.id === 'CK-10' && document.activeElement.classList.contains('meant')`)
		omar.click("#tab-moves")
	})
	t.Run("looking back", func(t *testing.T) {
		mary.t, omar.t, eva.t, a.t = t, t, t, t
		eva.keys("\u0302\u0302") // left, left
		eva.until(`document.querySelector('.tape-range').value === '3' && document.querySelector('.piece[data-cell="15"]')`)
		play(a, 1, "23", "14")
		mary.until(`document.querySelector('.tape-range').max === '6'`)
		eva.until(`document.querySelector('.tape-range').max === '6' && document.querySelector('.tape-range').value === '3'`)
		eva.click(".pos .btn")
		a.everybody(6)
	})
}

// heldBy is the token of the second seat that a tab holds.
func heldBy(p *tab, url string, a *atTable) string {
	p.t.Helper()
	return eval[string](p, `JSON.parse(localStorage.getItem('plylog.seats'))['`+a.game.String()+`'].second`)
}

// play clicks from one cell to another.
func play(a *atTable, who int, from, to string) {
	a.t.Helper()
	p := a.people[who]
	p.until(`document.querySelector('.cell.can')`)
	p.cell(from)
	p.cell(to)
}

// TestAccessibleInBrowsers holds the page to the rules of axe, at three widths and in
// both themes.
func TestAccessibleInBrowsers(t *testing.T) {
	axe := axeSource(t)
	s := startServer(t)
	browser := startBrowser(t)
	c, err := client.New(client.Config{Server: s.url()})
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range []look{desk, {width: 820, height: 1180, theme: "dark"}, {width: 390, height: 844, theme: "light"}} {
		p := newTab(t, browser, fmt.Sprint(l.width), l)
		kinds := []string{"reversi", "checkers", "baghchal", "backgammon"}
		if i > 0 {
			kinds = kinds[i+1 : i+2] // the rest is the same around the board
		}
		for _, kind := range kinds {
			made, err := c.Create(t.Context(), client.NewGame{Kind: kind, Opponent: "self"})
			if err != nil {
				t.Fatal(err)
			}
			p.hold(s.url(), made.Game.ID, map[string]string{"first": made.Tokens.First, "second": made.Tokens.Second})
			p.open(s.url() + "/games/" + made.Game.ID.String())
			p.until(`document.querySelector('.cell.can')`)
			p.axe(axe, kind)
			p.click("#tab-rules")
			p.until(`document.querySelector('.rule-text')`)
			p.axe(axe, kind+", the rules")
			p.click("#tab-audit")
			p.until(`document.querySelector('.verdict.ok')`)
			p.axe(axe, kind+", the audit")
			p.click("[data-act=abort]")
			p.until(`document.querySelector('.note.ok')`)
			p.axe(axe, kind+", over")
		}
		for _, at := range []struct{ path, shows string }{
			{"/", ".kinds"}, {"/watch", ".watch"}, {"/learn", ".kinds"}, {"/learn/checkers", ".lesson .btn"}, {"/games/" + strings.Repeat("0", 36), ".empty"},
		} {
			p.open(s.url() + at.path)
			p.until(`document.querySelector('` + at.shows + `')`)
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

// axe checks what a tab shows.
func (p *tab) axe(source, what string) {
	p.t.Helper()
	if !eval[bool](p, `typeof axe === 'object'`) {
		eval[bool](p, source+"\n;true")
	}
	for _, found := range eval[[]string](p, `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations.map((v) =>
		v.id + ': ' + v.help + ' ' + v.nodes.slice(0, 3).map((n) => n.target.join(' ') + ' ' + n.html.slice(0, 160) + ' ' + (n.any[0]?.message ?? '')).join('; ')))`) {
		p.t.Errorf("%s, %s: %s", p.name, what, found)
	}
}
