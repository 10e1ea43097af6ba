package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"plylog/api/client"
)

// TestInvitationsInBrowsers shows who is signed in what they are invited to: one
// invitation is declined, the other taken; to everybody else the seat is kept.
func TestInvitationsInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	asha, other := newTab(t, browser, "Asha", desk), newTab(t, browser, "somebody else", look{width: 390, height: 844, theme: "dark"})
	asha.signIn(s, "asha@example.org", "/me")
	var me struct{ ID string }
	if _, body := asha.api("GET", "/me", ""); json.Unmarshal([]byte(body), &me) != nil || me.ID == "" {
		t.Fatalf("nobody is signed in: %s", body)
	}
	c := connect(t, s)
	invite := func(kind string) *client.Created {
		made, err := c.Create(t.Context(), client.NewGame{Kind: kind, Seat: "first", Opponent: me.ID})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	first, second := invite("reversi"), invite("checkers")

	asha.open(s.url() + "/")
	asha.until(`document.querySelectorAll('[aria-labelledby=mine-invited] a.card').length === 2`)
	asha.click(fmt.Sprintf(`[aria-labelledby=mine-invited] a[href="/games/%s"]`, first.Game.ID))
	asha.until(`document.querySelector('.g-note b')?.innerText === 'You are invited to this game'`)
	asha.click(`.g-note .btn:not(.pri)`)
	asha.until(`document.querySelector('.g-note b').innerText === 'Called off'`)

	asha.open(s.url() + "/")
	asha.until(`document.querySelectorAll('[aria-labelledby=mine-invited] a.card').length === 1`)
	asha.click(`[aria-labelledby=mine-invited] a.card`)
	other.open(s.url() + "/games/" + second.Game.ID.String())
	other.until(`document.querySelector('.g-note b')?.innerText.startsWith('The seat is kept for') && !document.querySelector('.g-note .btn')`)
	asha.click(`.g-note .btn.pri`)
	asha.until(`document.querySelector('.tape-range')?.max === '2' && !document.querySelector('.g-note .btn')`)
	other.until(`document.querySelector('.tape-range').max === '2' && !document.querySelector('.g-note b')`)
}
