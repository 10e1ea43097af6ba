package main

import (
	"fmt"
	"testing"

	"plylog/api/client"
)

// hide makes a tab believe that nobody sees it, or that it is seen again.
func (p *tab) hide(hidden bool) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		Object.defineProperty(document, 'hidden', { configurable: true, get: () => %t });
		return document.dispatchEvent(new Event('visibilitychange'));
	})()`, hidden))
}

// TestHiddenTabsInBrowsers lets a tab that nobody sees close its feed, which the other
// player is told, and go on without a gap when it is seen again.
func TestHiddenTabsInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	mary, omar := newTab(t, browser, "Mary", desk), newTab(t, browser, "Omar", desk)
	a := sitDown(t, s.url(), client.NewGame{Kind: "checkers"}, person{tab: mary, hand: mouse}, person{tab: omar, hand: mouse})
	mary.until(`document.querySelector('.s1 .here')`)
	omar.hide(true)
	mary.until(`document.querySelector('.s1 .gone')`)
	play(a, 0, "11", "15")
	mary.until(`document.querySelector('.tape-range').max === '3'`)
	if n := eval[string](omar, `document.querySelector('.tape-range').max`); n != "2" {
		t.Errorf("the hidden tab went on to event %s", n)
	}
	omar.hide(false)
	a.everybody(3)
	mary.until(`document.querySelector('.s1 .here')`)
	play(a, 1, "22", "18")
	a.everybody(4)
	if got := omar.text(".log"); got != mary.text(".log") {
		t.Errorf("the tab that was hidden has the moves %q, the other %q", got, mary.text(".log"))
	}
}
