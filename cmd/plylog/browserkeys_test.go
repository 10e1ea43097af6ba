package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"plylog/api/client"
	"plylog/events"
)

// shownFocus is what the keyboard is on, and whether that can be seen: by an outline of
// it, or of what stands for it; on a board by the ring that is drawn there.
const shownFocus = `(() => {
	const el = document.activeElement, r = el.getBoundingClientRect();
	const ring = (x) => { const c = x && getComputedStyle(x); return c && c.outlineStyle !== 'none' && parseFloat(c.outlineWidth) >= 2; };
	const what = el.tagName + ' ' + (el.getAttribute('aria-label') ?? el.value ?? el.textContent).trim().slice(0, 40);
	if (el === document.body) return '';
	const stand = el.classList.contains('sr') ? el.closest('label') : el, at = stand.getBoundingClientRect();
	const seen = at.bottom > 0 && at.top < innerHeight && at.right > 0 && at.left < innerWidth;
	if (!seen) return 'out of sight: ' + what;
	const marked = el.matches('[role=gridcell]') ? document.querySelector('.l-focus').childElementCount > 0 : [el, el.closest('label'), el.closest('.sw')?.querySelector('i')].some(ring);
	return (marked ? '' : 'no mark: ') + what;
})()`

// tabThrough goes once through everything that the Tab key leads to, and says what it was.
func (p *tab) tabThrough() []string {
	p.t.Helper()
	var all []string
	for range 120 {
		p.keys(kb.Tab)
		at := eval[string](p, shownFocus)
		if at == "" || len(all) > 1 && at == all[0] {
			return all
		}
		if strings.HasPrefix(at, "no mark") || strings.HasPrefix(at, "out of sight") {
			p.t.Errorf("%s: %s", p.name, at)
		}
		all = append(all, at)
	}
	p.t.Errorf("%s: the Tab key does not come round: %q", p.name, all)
	return all
}

// on holds that the keyboard is on an element, and seen there.
func (p *tab) on(selector string) {
	p.t.Helper()
	p.until(`document.activeElement.matches(` + strconv.Quote(selector) + `)`)
	if at := eval[string](p, shownFocus); strings.HasPrefix(at, "no mark") || strings.HasPrefix(at, "out of sight") {
		p.t.Errorf("%s: %s", p.name, at)
	}
}

// TestKeyboardAloneInBrowsers does what there is to do on the pages beside the game
// without a mouse: everything is reached, what is reached is marked, and what happens
// elsewhere does not take the keyboard away.
func TestKeyboardAloneInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	c := connect(t, s)
	open := func(kind, seat string) *client.Created {
		made, err := c.Create(t.Context(), client.NewGame{Kind: kind, Seat: seat})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	join := func(made *client.Created) *client.Stored {
		joined, err := c.Submit(t.Context(), made.Game.ID, client.Command{Type: "join"})
		if err != nil {
			t.Fatal(err)
		}
		return joined
	}

	t.Run("lobby", func(t *testing.T) {
		games := []*client.Created{open("checkers", "first"), open("reversi", "first"), open("baghchal", "first")}
		for _, l := range []look{desk, {width: 390, height: 844, theme: "dark", language: "ps"}} {
			p := newTab(t, browser, "lobby "+strconv.Itoa(l.width), l)
			p.open(s.url() + "/")
			p.until(`document.querySelectorAll('.tbl td .btn').length === 3 && document.querySelector('form [value=first]')`)
			if all := p.tabThrough(); len(all) < 17 {
				t.Errorf("the Tab key leads to %q", all)
			}
		}
		p := newTab(t, browser, "lobby", desk)
		mine := open("checkers", "first")
		p.hold(s.url(), mine.Game.ID, map[string]string{"first": mine.Tokens.First})
		p.open(s.url() + "/")
		p.until(`document.querySelectorAll('.tbl td .btn').length === 3 && document.querySelector('aside a.card')`)
		p.keys(kb.Tab)
		p.on(`.skip`)
		p.keys(kb.Enter)
		p.on(`main`)
		// A game goes away under the keyboard: it is on the one that comes to its place.
		p.tabTo(`.tbl tr:nth-child(2) .btn`)
		join(games[1])
		p.until(`document.querySelectorAll('.tbl td .btn').length === 2`)
		p.on(`.tbl tr:nth-child(2) .btn`)
		// One's own game moves from one list to the other.
		p.tabTo(`aside a.card`)
		join(mine)
		p.until(`document.querySelector('aside a.turn')`)
		p.on(`aside a.turn`)
		// A game against the computer, from the tile to the board.
		p.open(s.url() + "/")
		p.until(`document.querySelector('form [value=first]') && document.querySelector('.tbl td .btn')`)
		p.tabTo(`.kind:nth-child(2)`)
		p.keys(kb.Enter)
		p.on(`#new-game`)
		p.tabTo(`[type=radio][value=open]`)
		p.keys(kb.ArrowRight + kb.ArrowRight)
		p.on(`[type=radio][value=bot]`)
		p.tabTo(`[type=radio][value=random]`)
		p.keys(kb.ArrowLeft)
		p.on(`[type=radio][value=first]`)
		p.tabTo(`details summary`)
		p.keys(kb.Enter)
		p.until(`document.querySelector('details[open]')`)
		p.tabTo(`form .btn.pri`)
		p.keys(kb.Enter)
		p.until(`document.querySelector('main.game .cell.can')`)
		p.on(`h1`)
		p.person().cell("d3")
		p.until(`document.querySelector('.tape-range').max >= 3`)
		p.on(`[data-cell=d3]`)
		// The language is chosen where it was chosen.
		p.open(s.url() + "/")
		p.until(`document.querySelector('form [value=first]')`)
		p.tabTo(`.lang`)
		p.keys(kb.ArrowDown)
		p.until(`document.documentElement.lang === 'ne' && document.querySelector('form [value=first]')`)
		p.on(`.lang`)
	})
	t.Run("watch", func(t *testing.T) {
		games := []*client.Created{open("reversi", "first"), open("reversi", "first"), open("reversi", "first")}
		second := join(games[0])
		join(games[1])
		p := newTab(t, browser, "watch", desk)
		p.open(s.url() + "/watch?kind=reversi")
		p.until(`document.querySelectorAll('a.card').length >= 2`)
		p.tabThrough()
		at := `a.card[href="/games/` + games[0].Game.ID.String() + `"]`
		p.tabTo(at)
		join(games[2])
		play := c.WithToken(games[0].Tokens.First)
		if _, err := play.Submit(t.Context(), games[0].Game.ID, client.Command{Type: "move", Move: "d3"}); err != nil {
			t.Fatal(err)
		}
		p.until(`document.querySelectorAll('` + at + ` .disc').length === 5 && document.querySelectorAll('a.card').length >= 3`)
		p.on(at)
		if _, err := c.WithToken(second.Token).Submit(t.Context(), games[0].Game.ID, client.Command{Type: "resign"}); err != nil {
			t.Fatal(err)
		}
		p.until(`document.querySelector('section:last-of-type ` + at + `')`)
		p.on(`a.card`)
		p.tabTo(`.pick a:first-child`)
		p.keys(kb.Enter)
		p.until(`location.search === '' && document.querySelector('h1')`)
		p.on(`h1`)
	})
	t.Run("lessons", func(t *testing.T) {
		p := newTab(t, browser, "lessons", desk)
		p.open(s.url() + "/learn")
		p.until(`document.querySelector('.kind .art svg')`)
		p.tabTo(`.kind[href="/learn/backgammon"]`)
		p.keys(kb.Enter)
		p.until(`document.querySelector('.cell.can')`)
		p.on(`h1`)
		p.tabThrough()
		who := p.person()
		for _, cell := range []string{"13", "8", "13", "11"} {
			who.cell(cell)
		}
		p.tabTo(`.lb .btn.pri:not([disabled])`)
		p.keys(kb.Enter)
		p.until(`document.querySelector('.note.ok')`)
		p.on(`[role=gridcell]`)
		p.tabTo(`a.btn.pri`)
		p.keys(kb.Enter)
		p.until(`location.search === '?lesson=2' && document.querySelector('.cell.can')`)
		p.on(`h1`)
		// Escape lets a piece go.
		p.open(s.url() + "/learn/checkers?lesson=1")
		p.until(`document.querySelector('.cell.can')`)
		who.cell("11")
		p.until(`document.querySelector('[aria-selected=true]')`)
		p.keys(kb.Escape)
		p.until(`!document.querySelector('[aria-selected=true]')`)
		p.on(`[data-cell="11"]`)
		// What was wrong is told with its rule, and the rule by its name.
		p.open(s.url() + "/learn/checkers?lesson=2")
		p.until(`document.querySelector('.cell.can')`)
		who.cell("3")
		who.cell("7")
		p.until(`document.querySelector('.note.bad .rule')`)
		p.tabTo(`.note.bad .rule`)
		p.keys(kb.Enter)
		p.until(`document.querySelector('.note:not(.bad) [lang=en]')`)
		if at := eval[string](p, shownFocus); at == "" {
			t.Error("the keyboard is nowhere once the rule is told")
		}
	})
}

// person is who uses a tab with the keyboard.
func (p *tab) person() person { return person{p, events.First, keyboard} }
