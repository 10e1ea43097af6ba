package api_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"plylog/api"
	"plylog/events"
)

// roster notes which seats bots are asked to play.
type roster struct {
	mu    sync.Mutex
	asked []string
	token string // the last one that was handed out
}

func (r *roster) Names(kind string) []string {
	if kind == "nim" || kind == "backgammon" {
		return []string{"easy", "hard"}
	}
	return nil
}

func (r *roster) Play(kind string, game events.GameID, seat events.Seat, token, name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, fmt.Sprint(kind, " ", game, " ", seat, " ", name))
	r.token = token
}

func (r *roster) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := strings.Join(r.asked, ", ")
	r.asked = nil
	return out
}

func TestPlayingABot(t *testing.T) {
	log, bots := memory(), &roster{}
	with := func(c *api.Config) { c.Bots = bots }
	w := newWorld(t, log, with)
	a := w.do("POST", "/v1/games", `{"kind":"nim","opponent":"bot:hard","seat":"second"}`, key(id("bot"))).want(t, 201)
	game := a.at(t, "game", "id").(string)
	if got := bots.take(); got != "nim "+game+" first hard" {
		t.Errorf("asked to play: %s", got)
	}
	if a.at(t, "tokens", "first") != nil || a.at(t, "game", "seats", "first") != "p_bothard" || a.at(t, "game", "status") != "playing" || strings.Contains(a.body, bots.token) {
		t.Errorf("created: %s", a.body)
	}
	// The bot is a client like any other: its token moves its seat.
	w.do("POST", "/v1/games/"+game+"/events", `{"type":"move","move":"1"}`, token(bots.token)).want(t, 201)
	mine := a.at(t, "tokens", "second").(string)
	w.do("POST", "/v1/games/"+game+"/events", `{"type":"move","move":"1"}`, token(mine)).want(t, 201)

	for body, slug := range map[string]string{
		`{"kind":"nim","opponent":"bot:gnu"}`:                               "bad-field",
		`{"kind":"checkers","opponent":"bot:easy"}`:                         "not-available",
		`{"kind":"backgammon","opponent":"bot:easy","dice":"recorded"}`:     "bad-field",
		`{"kind":"chess","opponent":"bot:easy"}`:                            "not-available",
		`{"kind":"nim","opponent":"bot:` + strings.Repeat("x", 4000) + `"}`: "bad-field",
	} {
		w.do("POST", "/v1/games", body).want(t, 400, slug)
	}
	if got := bots.take(); got != "" {
		t.Errorf("refused creates asked %s", got)
	}

	// After a restart the bot is seated again; a bot agrees to a rematch.
	w.close()
	w = newWorld(t, log, with)
	if err := w.server.ResumeBots(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := bots.take(); got != "nim "+game+" first hard" {
		t.Errorf("after a restart asked to play: %s", got)
	}
	w.do("POST", "/v1/games/"+game+"/events", `{"type":"resign"}`, token(mine)).want(t, 201)
	r := w.do("POST", "/v1/games/"+game+"/events", `{"type":"rematch"}`, token(mine)).want(t, 201)
	next := r.at(t, "game").(string)
	if got := bots.take(); got != "nim "+next+" second hard" || r.at(t, "seat") != "first" {
		t.Errorf("rematch: %s; asked to play: %s", r.body, got)
	}
	w.do("POST", "/v1/games/"+next+"/events", `{"type":"move","move":"1"}`, token(r.at(t, "token").(string))).want(t, 201)
}
