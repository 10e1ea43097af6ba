package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"plylog/api/client"
)

// TestPlayInBrowsers plays a whole game of each kind between two browsers, and a
// third one watches. The seeds lead to games that end soon.
func TestPlayInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	mary, omar, eva := newTab(t, browser, "Mary", desk), newTab(t, browser, "Omar", desk), newTab(t, browser, "Eva", look{width: 390, height: 844, theme: "dark"})
	for _, c := range []struct {
		game   client.NewGame
		seed   uint64
		first  hand
		second hand
	}{
		{client.NewGame{Kind: "checkers"}, 1001, mouse, keyboard},
		{client.NewGame{Kind: "reversi"}, 1790, typing, mouse},
		{client.NewGame{Kind: "baghchal"}, 9, keyboard, mouse},
		{client.NewGame{Kind: "backgammon", Options: json.RawMessage(`{"matchLength":3}`), Board: "-BA--------------------ab- 0? 3:0-0"}, 1, mouse, keyboard},
	} {
		t.Run(c.game.Kind, func(t *testing.T) {
			for _, p := range []*tab{mary, omar, eva} {
				p.t = t
			}
			a := sitDown(t, s.url(), c.game, person{tab: mary, hand: c.first}, person{tab: omar, hand: c.second}, eva)
			a.random = rand.New(rand.NewPCG(c.seed, 1))
			state := a.state()
			for n := 0; state.Result == nil; n++ {
				if n == 100 {
					t.Fatal("the game does not end")
				}
				state = a.turn()
			}
			titles := []string{"You won", "You lost"}
			if state.Result.Winner != a.people[0].seat {
				titles = []string{"You lost", "You won"}
			}
			for i, p := range []*tab{mary, omar, eva} {
				p.until(`document.querySelector('.g-note .note')`)
				if said := p.text(".g-note b"); i < 2 && said != titles[i] || i == 2 && !strings.HasSuffix(said, " won") {
					t.Errorf("%s reads %q", p.name, said)
				}
				if got, want := p.text(".log"), mary.text(".log"); got != want {
					t.Errorf("%s has the moves %q, Mary %q", p.name, got, want)
				}
			}
		})
	}
}
