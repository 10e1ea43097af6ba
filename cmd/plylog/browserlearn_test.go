package main

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"plylog/events"
)

// TestPracticeGamesEndInBrowsers leaves lessons in every way there is: the game that each
// was played in is over then, whether both sides have moved there or not.
func TestPracticeGamesEndInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	c := connect(t, s)
	const again = `.lb .btn:not(.pri)`
	for _, way := range []struct {
		lesson string
		cells  string // what is clicked there before
		leave  func(p *tab)
		reason string
	}{
		{"reversi?lesson=1", "", func(p *tab) { p.click(again) }, "aborted"},
		{"backgammon?lesson=2", "", func(p *tab) { p.click(`.steps li:nth-child(4) a`) }, "aborted"},
		{"baghchal?lesson=2", "a3 b3", func(p *tab) { p.click(again) }, "resigned"},
		{"backgammon?lesson=1", "13 8 13 11 done", func(p *tab) { p.click(`.nav a[href="/watch"]`) }, "resigned"},
		{"checkers?lesson=1", "11 15", func(p *tab) { p.open(s.url() + "/livez") }, "resigned"},
		{"reversi?lesson=2", "", func(p *tab) { p.open(s.url() + "/livez") }, "aborted"},
	} {
		t.Run(way.lesson, func(t *testing.T) {
			p := newTab(t, browser, way.lesson, desk)
			_, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `{
				const { fetch } = globalThis;
				globalThis.fetch = async (url, o) => {
					const answer = await fetch(url, o);
					if (o.method === 'POST' && url === '/v1/games') globalThis.made = await answer.clone().json();
					return answer;
				};
			}`})
			p.must(err)
			p.open(s.url() + "/learn/" + way.lesson)
			p.until(`document.querySelector('.cell.can')`)
			for cell := range strings.FieldsSeq(way.cells) {
				if cell == "done" {
					p.click(`.lb .btn.pri:not([disabled])`)
					continue
				}
				p.until(`document.querySelector('.cell.can, .free')`)
				p.click(`[role=gridcell][data-cell="` + cell + `"]`)
			}
			// The game is private: only who holds a token of it sees what becomes of it.
			made := eval[[]string](p, `[made.game.id, made.tokens.first]`)
			game, err := events.ParseGameID(made[0])
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			gone := false
			for e, err := range c.WithToken(made[1]).Follow(ctx, game, 0) {
				if err != nil {
					t.Fatal(err)
				}
				if r := e.After.Result; r != nil {
					if !gone || r.Reason != way.reason {
						t.Errorf("event %d ended the game as %+v, want %s on leaving", e.N, r, way.reason)
					}
					break
				}
				// Where it is resigned, the other side has answered before.
				if act, ok := e.Data.(*events.Act); !gone && (way.reason == "aborted" || ok && act.Seat == events.Second && e.Type == events.TypeMoved) {
					gone = true
					way.leave(p)
				}
			}
		})
	}
}
