package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"plylog/api/client"
	"plylog/events"
)

// TestSharedDiceInBrowsers: two browsers hold the dice chains of their seats; each
// puts its own on record by itself, and no throw comes about without both.
func TestSharedDiceInBrowsers(t *testing.T) {
	s := startServer(t)
	browser := startBrowser(t)
	mary, omar := newTab(t, browser, "Mary", desk), newTab(t, browser, "Omar", desk)
	c, err := client.New(client.Config{Server: s.url()})
	if err != nil {
		t.Fatal(err)
	}
	made, err := c.Create(t.Context(), client.NewGame{Kind: "backgammon", Dice: "shared", Seat: "first"})
	if err != nil {
		t.Fatal(err)
	}
	game := made.Game.ID
	joined, err := c.Submit(t.Context(), game, client.Command{Type: "join"})
	if err != nil {
		t.Fatal(err)
	}
	a := &atTable{t: t, client: c.WithToken(made.Tokens.First), game: game, random: rand.New(rand.NewPCG(3, 1)),
		people: [2]person{{mary, events.First, mouse}, {omar, events.Second, keyboard}}}
	mary.hold(s.url(), game, map[string]string{"first": made.Tokens.First})
	omar.hold(s.url(), game, map[string]string{"second": joined.Token})
	for _, p := range a.people {
		p.open(s.url() + "/games/" + game.String())
	}
	a.everybody(4) // created, joined, and a chain of each
	if st := a.state(); st.Shared == nil || len(st.Shared.Anchors)+len(st.Shared.Server) != 0 {
		t.Fatalf("shared dice stand at %+v", st.Shared)
	}
	for i, p := range a.people { // the opening takes a share of each
		p.press("roll")
		a.everybody(5 + i)
	}
	for range 6 {
		a.turn()
	}
	for e, err := range c.Follow(t.Context(), game, 0) {
		if err != nil {
			t.Fatal(err)
		}
		for _, then := range e.Then {
			if len(then.Dice) > 0 && then.Roll > 0 && len(then.Shares) != 3 && e.N > 6 {
				t.Errorf("event %d: dice %v with %d shares", e.N, then.Dice, len(then.Shares))
			}
		}
		if e.N == a.state().Version {
			break
		}
	}
}

// TestDiceVectorsInTheBrowser: the page's chains are those of plylog-dice/1.
func TestDiceVectorsInTheBrowser(t *testing.T) {
	text, err := os.ReadFile("../../events/dice/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Game   string
		First  string `json:"anchor_seat0"`
		Second string `json:"anchor_seat1"`
		Rolls  []struct {
			I      int
			First  string `json:"share_seat0"`
			Second string `json:"share_seat1"`
		}
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	last := v.Rolls[len(v.Rolls)-1] // whose shares are the seeds
	if last.I != 1024 {
		t.Fatalf("the last roll of the vectors is %d", last.I)
	}
	s := startServer(t)
	p := newTab(t, startBrowser(t), "Mary", desk)
	p.open(s.url() + "/learn")
	for seat, seed := range map[string]string{"first": last.First, "second": last.Second} {
		got := eval[[]string](p, fmt.Sprintf(`import('/assets/js/dice.js').then((m) => m.chain(%q, %q, %q))
			.then((all) => all.map((x) => Array.from(x, (b) => b.toString(16).padStart(2, '0')).join('')))`, v.Game, seat, seed))
		want := map[int]string{1024: v.First}
		if seat == "second" {
			want[1024] = v.Second
		}
		for _, r := range v.Rolls {
			want[1024-r.I] = r.First
			if seat == "second" {
				want[1024-r.I] = r.Second
			}
		}
		for k, w := range want {
			if len(got) != 1025 || got[k] != w {
				t.Errorf("%s: value %d of %d is not that of the vectors", seat, k, len(got))
			}
		}
	}
}
