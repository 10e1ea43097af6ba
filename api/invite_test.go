package api_test

import (
	"strings"
	"testing"

	"plylog/api/people"
)

// A seat that is kept for a player is theirs alone, is told to them and to nobody
// else, and they see the game though it is private.
func TestInvitedPlayer(t *testing.T) {
	for _, private := range []string{"false", "true"} {
		t.Run("private "+private, func(t *testing.T) {
			w := newWorld(t, memory())
			host, guest, other := w.signIn("host@example.org"), w.signIn("guest@example.org"), w.signIn("other@example.org")
			create := `{"kind":"nim","seat":"first","private":` + private + `,"opponent":"` + string(guest.Player()) + `"}`
			made := w.do("POST", "/v1/games", create, cookie(host)).want(t, 201)
			path := "/v1/games/" + made.at(t, "game", "id").(string)
			if made.at(t, "game", "invited") != string(guest.Player()) {
				t.Errorf("the game is %s", made.body)
			}
			standing := func(o people.Opened) string {
				return w.open("/v1/me/feed", acceptNDJSON, cookie(o)).must().data
			}
			if got := standing(guest); !strings.Contains(got, `"what":"invited"`) {
				t.Errorf("who is invited is told %s", got)
			}
			for _, o := range []people.Opened{host, other} {
				if got := standing(o); strings.Contains(got, `"what":"invited"`) {
					t.Errorf("somebody else is told %s", got)
				}
			}
			w.do("GET", path, "", cookie(guest)).want(t, 200)
			if status := map[string]int{"false": 200, "true": 404}[private]; w.do("GET", path, "", cookie(other)).status != status {
				t.Errorf("others see the game otherwise than with %d", status)
			}
			before := w.lasts()
			w.do("POST", path+"/events", `{"type":"join"}`).want(t, 403, "not-invited")
			w.do("POST", path+"/events", `{"type":"join"}`, cookie(other)).want(t, 403, "not-invited")
			if asText(w.lasts()) != asText(before) {
				t.Error("a refusal was stored")
			}
			w.do("POST", path+"/events", `{"type":"join"}`, cookie(guest)).want(t, 201)
			if got := standing(guest); strings.Contains(got, `"what":"invited"`) {
				t.Errorf("who has joined is told %s", got)
			}
			w.do("POST", path+"/events", `{"type":"move","move":"1"}`, cookie(host)).want(t, 201)
			w.do("POST", path+"/events", `{"type":"decline","what":"invitation"}`, cookie(guest)).want(t, 409, "no-offer")
		})
	}
}

// Who is invited may say no, nobody else for them; the game is over then, and
// counts for nobody.
func TestDeclinedInvitation(t *testing.T) {
	w := newWorld(t, memory())
	host, guest, other := w.signIn("host@example.org"), w.signIn("guest@example.org"), w.signIn("other@example.org")
	made := w.do("POST", "/v1/games", `{"kind":"nim","private":true,"opponent":"`+string(guest.Player())+`"}`, cookie(host)).want(t, 201)
	path := "/v1/games/" + made.at(t, "game", "id").(string)
	const no = `{"type":"decline","what":"invitation"}`
	w.do("POST", path+"/events", no).want(t, 401, "token-missing")
	w.do("POST", path+"/events", no, cookie(other)).want(t, 404, "no-such-game")
	w.do("POST", path+"/events", no, cookie(host)).want(t, 403, "not-invited")
	w.do("POST", path+"/events", no, token(w.apiToken(guest, people.GamesRead))).want(t, 403, "scope-missing")
	k := key(id("no"))
	a := w.do("POST", path+"/events", no, cookie(guest), k).want(t, 201)
	if a.at(t, "after", "result", "reason") != "aborted" || a.at(t, "by") != string(guest.Player()) {
		t.Errorf("declined with %s", a.body)
	}
	w.do("POST", path+"/events", no, cookie(host)).want(t, 409, "game-over")
	if st := w.do("GET", path, "", cookie(host)).want(t, 200); st.at(t, "status") != "over" {
		t.Errorf("the game is %s", st.body)
	}
	if got := w.open("/v1/me/feed", acceptNDJSON, cookie(guest)).must().data; strings.Contains(got, `"invited"`) {
		t.Errorf("who declined is told %s", got)
	}
}

// Only who could join can be invited.
func TestNobodyToInvite(t *testing.T) {
	w := newWorld(t, memory())
	host := w.signIn("host@example.org")
	guest := w.do("POST", "/v1/games", `{"kind":"nim","seat":"first"}`).want(t, 201).at(t, "game", "seats", "first").(string)
	for _, who := range []string{"p_nobody", guest, string(host.Player()), "p_botgreedy"} {
		w.do("POST", "/v1/games", `{"kind":"nim","opponent":"`+who+`"}`, cookie(host)).want(t, 400, "bad-field")
	}
	w.do("POST", "/v1/games", `{"kind":"nim","opponent":"system"}`, cookie(host)).want(t, 400, "bad-field")
}
