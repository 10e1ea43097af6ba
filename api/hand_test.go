package api_test

import (
	"strings"
	"testing"

	"plylog/api"
	"plylog/api/seat"
	"plylog/events"
	"plylog/events/play"
)

// handWorld is a world whose seats can be handed over.
func handWorld(t *testing.T) (w *world, hand func(g *game, s events.Seat, to events.PlayerID) (token string)) {
	t.Helper()
	var h *play.Handler
	w = newWorld(t, memory(), func(c *api.Config) { h = c.Handler })
	mint, err := seat.NewMint(secret)
	if err != nil {
		t.Fatal(err)
	}
	return w, func(g *game, s events.Seat, to events.PlayerID) string {
		t.Helper()
		id, err := events.ParseGameID(g.id)
		if err != nil {
			t.Fatal(err)
		}
		was, err := h.Game(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		cmd := play.Command{Game: id, ID: events.DeriveID("hand", g.id, string(to)), By: was.Player(s), Seat: s, Type: play.Hand, Player: to}
		if _, err := h.Do(t.Context(), cmd); err != nil {
			t.Fatal(err)
		}
		return mint.Token(id, s, to).Reveal()
	}
}

// With the seat its token goes: the old one is good for nothing more, the new one
// for everything.
func TestTokenChangesHands(t *testing.T) {
	w, hand := handWorld(t)
	for _, private := range []bool{false, true} {
		more, status, slug := `"private":false`, 403, "token-wrong"
		if private {
			more, status, slug = `"private":true`, 404, "no-such-game"
		}
		g := w.newGame("nim", more)
		old := g.first
		g.first = hand(g, events.First, "p_new")
		w.do("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(old)).want(t, status, slug)
		w.do("GET", "/v1/me/feed?games="+g.id, "", acceptNDJSON, token(old)).want(t, status, slug)
		g.move("first", "1").want(t, 201)
		g.move("second", "1").want(t, 201)
		if got := w.do("GET", g.path(), "", token(g.first)).want(t, 200).at(t, "seats", "first"); got != "p_new" {
			t.Errorf("first sits %v", got)
		}
		if a := w.do("GET", g.path()+"/history", "", token(g.second)).want(t, 200); !strings.Contains(a.body, `"type":"seated","seat":"first","player":"p_new"`) {
			t.Errorf("the history is %s", a.body)
		}
	}
}

// An open feed of a private game ends for who has given the seat away, however it
// was opened, and nothing of what comes then is told; the others' go on.
func TestPrivateFeedEndsWithTheSeat(t *testing.T) {
	w, hand := handWorld(t)
	g := w.newGame("nim", `"private":true`)
	old := token(g.first)
	feeds := map[string]*source{
		"SSE":     w.open(g.path()+"/events?after=1", acceptSSE, old),
		"lines":   w.open(g.path()+"/events?follow=1&after=1", acceptNDJSON, old),
		"several": w.open("/v1/feed?games="+g.id+":now", acceptNDJSON, old),
	}
	stays := w.open(g.path()+"/events?follow=1&after=1", acceptNDJSON, token(g.second))
	g.first = hand(g, events.First, "p_new")
	g.move("first", "1").want(t, 201)
	for name, s := range feeds {
		var all strings.Builder
		for {
			r, ok := s.next()
			if !ok {
				break
			}
			all.WriteString(r.event + r.data + "\n")
		}
		if got := all.String(); !strings.Contains(got, `"seated"`) || strings.Contains(got, `"moved"`) || name != "lines" && !strings.Contains(got, `"reason":"unseated"`) { // lines just end
			t.Errorf("%s: told\n%s", name, got)
		}
	}
	for {
		if r := stays.must(); strings.Contains(r.data, `"moved"`) {
			break
		}
	}
}
