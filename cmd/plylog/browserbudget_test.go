package main

import (
	"testing"

	"plylog/api/client"
)

// budget is what one load of the page may fetch, before compression.
const budget = 150_000

// TestPageIsSmall holds what a game's page fetches to its budget, and prints how soon it
// is seen and how soon a move is drawn.
func TestPageIsSmall(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	c, err := client.New(client.Config{Server: s.url()})
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []struct{ kind, from, to string }{{"checkers", "11", "15"}, {"reversi", "", "d3"}, {"baghchal", "", "c3"}, {"backgammon", "", ""}} {
		made, err := c.Create(t.Context(), client.NewGame{Kind: move.kind, Opponent: "self"})
		if err != nil {
			t.Fatal(err)
		}
		p := newTab(t, browser, move.kind, desk) // it has nothing yet
		p.hold(s.url(), made.Game.ID, map[string]string{"first": made.Tokens.First, "second": made.Tokens.Second})
		p.open(s.url() + "/games/" + made.Game.ID.String())
		p.until(`document.querySelector('.cell.can')`)
		size := eval[int](p, `performance.getEntriesByType('resource').filter((e) => !e.name.includes('/v1/')).reduce((n, e) => n + e.decodedBodySize, performance.getEntriesByType('navigation')[0].decodedBodySize)`)
		if size > budget || size < budget/10 {
			t.Errorf("%s: the page fetches %d bytes; its budget is %d", move.kind, size, budget)
		}
		paint := eval[float64](p, `performance.getEntriesByName('first-contentful-paint')[0].startTime`)
		if move.to == "" {
			t.Logf("%s: %d bytes, first paint %.0f ms", move.kind, size, paint)
			continue
		}
		a := &atTable{t: t, people: [2]person{{tab: p, hand: mouse}}}
		if move.from != "" {
			a.people[0].cell(move.from)
		}
		eval[bool](p, `(() => {
			let clicked = 0;
			document.addEventListener('pointerup', () => { clicked = performance.now(); }, { capture: true, once: true });
			new MutationObserver((_, o) => { o.disconnect(); requestAnimationFrame(() => { window.drawn = performance.now() - clicked; }); }).observe(document.querySelector('.l-pieces'), { childList: true });
			return true;
		})()`)
		a.people[0].cell(move.to)
		p.until(`window.drawn`)
		t.Logf("%s: %d bytes, first paint %.0f ms, from click to drawn %.1f ms", move.kind, size, paint, eval[float64](p, `window.drawn`))
	}
}
