package main

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"plylog/api/client"
	"plylog/events"
)

// TestFlipsByHandInBrowsers turns discs by hand on the board, one of them wrongly, and
// puts that right, with the mouse and with the keyboard.
func TestFlipsByHandInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	for _, h := range []hand{mouse, keyboard} {
		mary, omar := newTab(t, browser, "Mary with "+string(h), desk), newTab(t, browser, "Omar", look{width: 390, height: 844, theme: "dark"})
		a := sitDown(t, s.url(), client.NewGame{Kind: "reversi", Options: json.RawMessage(`{"flips":"manual"}`)}, person{tab: mary, hand: h}, person{tab: omar, hand: h})
		for _, turn := range []struct {
			cells []string
			press string
			board string // its first four rows
		}{
			{[]string{"d3", "e4", "d4", "e4", "e4"}, "done", "-------------------X-------XX---"}, // d4 and, wrongly, e4, which is black: it cannot be turned
			{[]string{"c3", "d3"}, "done", "------------------OO-------XX---"},                   // d3 instead of d4
		} {
			for _, cell := range turn.cells {
				a.people[a.state().Turn-events.First].cell(cell)
			}
			st := a.state()
			a.people[st.Turn-events.First].press(turn.press)
			if st = a.after(st); st.Board[:32] != turn.board {
				t.Fatalf("after %v the board is %q", turn.cells, st.Board)
			}
		}
		// White sees what was wrong, and corrects it.
		st := a.state()
		omar.until(`document.querySelector('[data-act=correct]')`)
		a.people[1].press("correct")
		a.people[1].cell("d3")
		a.people[1].cell("d4")
		a.people[1].press("done")
		if st = a.after(st); st.Board[:32] != "------------------OX-------OX---" {
			t.Fatalf("the corrected board is %q", st.Board)
		}
		// Undo forgets what was turned.
		mary.until(`document.querySelector('.cell.can[data-cell=c4]')`)
		a.people[0].cell("c4")
		a.people[0].press("undo")
		mary.until(`document.querySelector('[data-act=done]').disabled && document.querySelector('.cell.can[data-cell=c4]')`)
	}
}

// TestRecordedDiceInBrowsers enters dice that fell elsewhere by their faces.
func TestRecordedDiceInBrowsers(t *testing.T) {
	s := startServer(t)
	p := newTab(t, startBrowser(t), "Mary", desk)
	c, err := client.New(client.Config{Server: s.url()})
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.Create(t.Context(), client.NewGame{Kind: "backgammon", Opponent: "self", Dice: "recorded"})
	if err != nil {
		t.Fatal(err)
	}
	p.own(s.url(), made)
	a := &atTable{t: t, client: c, game: made.Game.ID, random: rand.New(rand.NewPCG(1, 1)), people: [2]person{{p, events.First, mouse}, {p, events.Second, mouse}}}
	person{p, events.First, mouse}.press("die 3")
	p.until(`document.querySelector('[data-act="die 3"]').getAttribute('aria-pressed') === 'true'`)
	person{p, events.First, keyboard}.press("die 1")
	p.until(`document.querySelector('[data-act=done]')`)
	if st := a.state(); st.Turn != events.First {
		t.Errorf("after 3 and 1 the board is %q", st.Board)
	}
	a.turn()
	person{p, events.First, mouse}.press("die 6")
	person{p, events.First, mouse}.press("die 6")
	p.until(`document.querySelectorAll('.l-dice .die').length === 4`)
}
