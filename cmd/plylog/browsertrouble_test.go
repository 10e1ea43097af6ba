package main

import (
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
