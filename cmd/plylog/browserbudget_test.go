package main

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"plylog/api/client"
	"plylog/events"
)

// budget is what one load of the page may fetch, before compression.
const budget = 150_000

// fetched is what this load of the page has fetched, in bytes before compression.
func (p *tab) fetched() int {
	p.t.Helper()
	return eval[int](p, `performance.getEntriesByType('resource').filter((e) => !e.name.includes('/v1/')).reduce((n, e) => n + e.decodedBodySize, performance.getEntriesByType('navigation')[0].decodedBodySize)`)
}

// TestEveryPageIsSmall holds every page to the budget, and the largest of them in every
// language: they differ in the texts alone, which are fetched whole by any page.
func TestEveryPageIsSmall(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	c, err := client.New(client.Config{Server: s.url()})
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{"/": "form [value=first]", "/watch": ".empty b", "/learn": ".kind .art svg"}
	tokens := map[events.GameID]map[string]string{}
	for _, kind := range []string{"backgammon", "baghchal", "checkers", "reversi"} {
		made, err := c.Create(t.Context(), client.NewGame{Kind: kind, Opponent: "self", Private: true})
		if err != nil {
			t.Fatal(err)
		}
		pages["/learn/"+kind+"?lesson=1"] = ".cell.can"
		pages["/games/"+made.Game.ID.String()] = ".acts button"
		tokens[made.Game.ID] = map[string]string{"first": made.Tokens.First, "second": made.Tokens.Second}
	}
	largest, most := "", 0
	for _, language := range []string{"en", "ne", "ps", "sd", "ti"} {
		p := newTab(t, browser, language, look{width: 820, height: 1180, theme: "light", language: language})
		_, err := chromedp.Call(p.ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true}) // each load fetches all of it
		p.must(err)
		for game, held := range tokens {
			p.hold(s.url(), game, held)
		}
		for path, shown := range pages {
			if language != "en" && path != largest {
				continue
			}
			p.open(s.url() + path)
			p.until(`document.querySelector('` + shown + `')`)
			size := p.fetched()
			t.Logf("%s %s: %d bytes", language, path, size)
			if size > budget || size < budget/3 {
				t.Errorf("%s in %s fetches %d bytes; the budget is %d", path, language, size, budget)
			}
			if language == "en" && size > most {
				largest, most = path, size
			}
		}
	}
}

// TestPageIsSmall prints how soon a game's page is seen and how soon a move is drawn.
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
		p.own(s.url(), made)
		p.until(`document.querySelector('.cell.can')`)
		size := p.fetched()
		p.until(`performance.getEntriesByName('first-contentful-paint').length > 0`)
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
