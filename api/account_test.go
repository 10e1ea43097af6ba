package api_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"plylog/api"
	"plylog/api/people"
	"plylog/api/people/vault"
)

// runPeople lets a server hear of what ends, as a node does.
func (w *world) runPeople() {
	w.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { w.people.Run(ctx) })
	w.t.Cleanup(func() { stop(); running.Wait() })
}

// Whoever is signed out stops hearing at once, on every transport and every node.
func TestSignOutEndsFeeds(t *testing.T) {
	shared := new(vault.Memory)
	log := memory()
	same := func(c *api.Config) {
		p, err := people.New(people.Config{Vault: shared, Secret: secret, Logger: c.Logger})
		if err != nil {
			t.Fatal(err)
		}
		c.People = p
	}
	here, there := newWorld(t, log, same), newWorld(t, log, same)
	here.runPeople()
	there.runPeople()
	for _, everywhere := range []bool{true, false} {
		g, me := here.accountGame(`"private":true`)
		feeds := []*source{
			there.open("/v1/me/feed", cookie(me), acceptNDJSON),
			there.open(g.path()+"/events?follow=1", cookie(me), acceptSSE),
			there.open("/v1/feed?games="+g.id, cookie(me), acceptNDJSON),
			here.open("/v1/feed?games="+g.id, cookie(me), acceptNDJSON),
			there.open("/v1/me/feed", token(there.apiToken(me, people.GamesRead)), acceptNDJSON),
		}
		other := there.open(g.path()+"/events?follow=1", token(g.second), acceptSSE)
		if everywhere {
			here.do("DELETE", "/v1/me/sessions", "", cookie(me)).want(t, 204)
		} else {
			here.do("DELETE", "/v1/me", "", cookie(me)).want(t, 204)
		}
		for i, f := range feeds {
			if i == 4 && everywhere {
				continue // a token is no session
			}
			last := ""
			for r, ok := f.next(); ok; r, ok = f.next() {
				if r.data != "" {
					last = r.data
				}
			}
			if !strings.Contains(last, `"signed-out"`) || !strings.Contains(last, `"again":false`) {
				t.Errorf("feed %d ends with %q", i, last)
			}
		}
		g.act("second", `{"type":"resign"}`).want(t, 201)
		heard := false
		for r, ok := other.next(); ok; r, ok = other.next() {
			heard = heard || strings.Contains(r.data, `"resigned"`)
		}
		if !heard {
			t.Error("the other seat was cut off too")
		}
		there.do("GET", g.path(), "", cookie(me)).want(t, 404)
	}
}

// The socket of who is signed out ends too, and took its holder for who they are.
func TestSignOutEndsSocket(t *testing.T) {
	w := newWorld(t, memory())
	w.runPeople()
	g, me := w.accountGame(`"private":true`)
	p := w.ring(t, nil, cookie(me), header("Origin: "+w.public.URL))
	p.ask(`"do":"follow","game":"`+g.id+`"`).want(t, 200)
	p.ask(`"do":"submit","game":"`+g.id+`","body":{"type":"move","move":"1"}`).want(t, 201)
	w.do("DELETE", "/v1/me/sessions", "", cookie(me)).want(t, 204)
	for {
		s, code := p.hear()
		if code == 0 && (s.Bye == nil || s.Bye.Reason != "signed-out") {
			continue
		}
		if code != 0 {
			t.Fatalf("closed with %d before it was said", code)
		}
		break
	}
	if _, code := p.hear(); code != websocket.StatusPolicyViolation {
		t.Errorf("closed with %d", code)
	}
}

// What a guest took becomes theirs who signs in, by an event each; nothing that was
// is rewritten, and what is over stays as it is.
func TestClaimSeats(t *testing.T) {
	w := newWorld(t, memory())
	me := w.signIn("ann@example.org")
	mine := string(me.Player())
	first, second, over, private := w.newGame("nim"), w.newGame("nim"), w.newGame("nim"), w.newGame("nim", `"private":true`)
	first.move("first", "1").want(t, 201)
	over.act("first", `{"type":"resign"}`).want(t, 201)
	foreign := w.newGame("nim", `"private":true`)
	games := []string{first.id, second.id, over.id, private.id, foreign.id, id("no such game")}
	seats := header("Plylog-Seats: " + strings.Join([]string{first.first, second.first, second.second, over.first, private.second}, ","))
	body := fmt.Sprintf(`{"games":["%s"]}`, strings.Join(games, `","`))
	w.do("POST", "/v1/me/seats", body, seats).want(t, 401, "signed-out")
	a := w.do("POST", "/v1/me/seats", body, seats, cookie(me)).want(t, 200)
	var got []string
	for _, one := range a.at(t, "seats").([]any) {
		s := one.(map[string]any)
		got = append(got, fmt.Sprintf("%d %v %v %v", slices.Index(games, s["game"].(string)), s["seat"], s["claimed"], s["why"]))
	}
	want := []string{"0 first true <nil>", "1 first true <nil>", "1 second true <nil>", "2 first false game-over", "3 second true <nil>"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := w.do("GET", first.path(), "").want(t, 200).at(t, "seats", "first"); got != mine {
		t.Errorf("first sits %v", got)
	}
	log := w.do("GET", first.path()+"/events", "", acceptNDJSON).want(t, 200).body
	if !strings.Contains(log, `"type":"seated"`) || strings.Contains(strings.Split(log, "\n")[1], mine) {
		t.Errorf("the log is %s", log)
	}
	w.do("POST", first.path()+"/events", `{"type":"resign"}`, token(first.first)).want(t, 403, "token-wrong")
	w.do("GET", private.path(), "", cookie(me)).want(t, 200)
	w.do("GET", private.path(), "", token(private.second)).want(t, 404)
	if a := w.do("POST", "/v1/me/seats", body, seats, cookie(me)).want(t, 200); strings.Contains(a.body, "true") {
		t.Errorf("claimed twice: %s", a.body)
	}
	// On both seats it acts for the one on turn.
	for range 3 {
		w.do("POST", second.path()+"/events", `{"type":"move","move":"1"}`, cookie(me)).want(t, 201)
	}
	for _, bad := range []string{`{}`, `{"games":[]}`, `{"games":["x"]}`, `{"games":"` + first.id + `"}`, `{"games":["` + first.id + `"],"seat":"first"}`} {
		w.do("POST", "/v1/me/seats", bad, seats, cookie(me)).want(t, 400)
	}
	w.do("POST", "/v1/me/seats", body, "Plylog-Seats: x", cookie(me)).want(t, 400, "bad-header")
}

// Who is signed in sits down as themselves, and hands tokens to their bots all the
// same.
func TestSitAsMyself(t *testing.T) {
	w := newWorld(t, memory())
	ann, bob := w.signIn("ann@example.org"), w.signIn("bob@example.org")
	a := w.do("POST", "/v1/games", `{"kind":"nim","seat":"second"}`, cookie(ann)).want(t, 201)
	path := "/v1/games/" + a.at(t, "game", "id").(string)
	if a.at(t, "game", "seats", "second") != string(ann.Player()) || a.at(t, "tokens", "second") == nil {
		t.Errorf("%s", a.body)
	}
	w.do("POST", path+"/events", `{"type":"join"}`, cookie(ann)).want(t, 409, "seat-taken")
	w.do("POST", path+"/events", `{"type":"join"}`, token(w.apiToken(bob, people.GamesRead))).want(t, 403, "scope-missing")
	joined := w.do("POST", path+"/events", `{"type":"join"}`, cookie(bob)).want(t, 201)
	if joined.at(t, "event", "by") != string(bob.Player()) {
		t.Errorf("%s", joined.body)
	}
	w.do("POST", path+"/events", `{"type":"move","move":"1"}`, cookie(ann)).want(t, 422)
	w.do("POST", path+"/events", `{"type":"move","move":"1"}`, token(joined.at(t, "token").(string))).want(t, 201)
	// A token says which seat is meant, whoever is signed in.
	w.do("POST", path+"/events", `{"type":"move","move":"1"}`, cookie(ann), token(joined.at(t, "token").(string))).want(t, 422)
	w.do("POST", path+"/events", `{"type":"move","move":"1"}`, cookie(ann)).want(t, 201)
	self := w.do("POST", "/v1/games", `{"kind":"nim","opponent":"self"}`, cookie(ann)).want(t, 201)
	if self.at(t, "game", "seats", "first") != string(ann.Player()) || self.at(t, "game", "seats", "second") != string(ann.Player()) {
		t.Errorf("%s", self.body)
	}
	feed := w.open("/v1/me/feed", cookie(bob), acceptNDJSON)
	if r, ok := feed.next(); !ok || !strings.Contains(r.data, `"seat":"first","what":"turn"`) {
		t.Errorf("what concerns Bob: %s", r.data)
	}
}

func TestNames(t *testing.T) {
	w := newWorld(t, memory())
	ann := w.signIn("ann@example.org")
	ask := "/v1/players?ids=" + string(ann.Player()) + ",p_abc"
	want := func(first string) {
		t.Helper()
		a := w.do("GET", ask, "").want(t, 200)
		players := a.at(t, "players").([]any)
		if got := players[0].(map[string]any)["name"]; got != first || players[1].(map[string]any)["name"] != "Patient Kestrel 59" {
			t.Errorf("%s, want %s", a.body, first)
		}
	}
	made := people.MadeUp(ann.Player())
	want(made)
	w.do("PATCH", "/v1/me", `{"name":"Ann \"X\""}`, cookie(ann)).want(t, 400, "bad-field")
	w.do("PATCH", "/v1/me", `{"name":"Ann Lee","lang":"ne"}`, cookie(ann)).want(t, 200)
	want("Ann Lee")
	w.do("PATCH", "/v1/me", `{"name":""}`, cookie(ann)).want(t, 200)
	want(made)
	for _, bad := range []string{"", "?ids=", "?ids=x", "?ids=p_a,,p_b", "?ids=" + strings.Repeat("p_a,", 100) + "p_a"} {
		w.do("GET", "/v1/players"+bad, "").want(t, 400, "bad-parameter")
	}
}

// An API token is shown once, does what its scopes say, and nothing once revoked.
func TestAPITokens(t *testing.T) {
	w := newWorld(t, memory())
	ann := w.signIn("ann@example.org")
	made := w.do("POST", "/v1/me/tokens", `{"name":"a bot","scopes":["games:create","games:play"],"days":1}`, cookie(ann)).want(t, 201)
	pat := made.at(t, "token").(string)
	if list := w.do("GET", "/v1/me/tokens", "", cookie(ann)).want(t, 200); strings.Contains(list.body, pat) || !strings.Contains(list.body, `"a bot"`) {
		t.Errorf("%s", list.body)
	}
	g := w.do("POST", "/v1/games", `{"kind":"nim","opponent":"self"}`, token(pat)).want(t, 201)
	path := "/v1/games/" + g.at(t, "game", "id").(string)
	w.do("POST", path+"/events", `{"type":"move","move":"1"}`, token(pat)).want(t, 201)
	if me := w.do("GET", "/v1/me", "", token(pat)).want(t, 200); me.at(t, "id") != string(ann.Player()) || me.at(t, "address") != nil {
		t.Errorf("%s", me.body)
	}
	for _, bad := range []string{`{"name":"","scopes":["games:play"]}`, `{"name":"x"}`, `{"name":"x","scopes":[]}`, `{"name":"x","scopes":["games:play","games:play"]}`,
		`{"name":"x","scopes":["root"]}`, `{"name":"x","scopes":["games:play"],"days":0}`, `{"name":"x","scopes":["games:play"],"days":367}`, `{"name":"a\nb","scopes":["games:play"]}`} {
		w.do("POST", "/v1/me/tokens", bad, cookie(ann)).want(t, 400, "bad-field")
	}
	w.do("POST", "/v1/me/tokens", `{"name":"x","scopes":["admin"]}`, cookie(ann)).want(t, 403, "scope-missing")
	w.do("DELETE", "/v1/me/tokens/"+made.at(t, "id").(string), "", cookie(ann)).want(t, 204)
	w.do("POST", path+"/events", `{"type":"move","move":"1"}`, token(pat)).want(t, 401, "token-revoked")
	w.do("GET", path, "", token(pat)).want(t, 200) // the game is public
}

// Neither the log nor metrics nor a refusal says who anybody is, or what proves it.
func TestNothingIsTold(t *testing.T) {
	out, logger := recordingLogger()
	m, with := withMail(t)
	w := newWorld(t, memory(), with, withLogger(logger))
	said := new(strings.Builder)
	b := w.browser()
	tell := func(a *answer) *answer {
		if a.status >= 400 {
			fmt.Fprintln(said, a.body, a.header)
		}
		return a
	}
	const address = "annabel.example@example.org"
	b.ask(address)
	_, link := m.letter()
	code := w.browser().confirm(link).want(t, 202).at(t, "code").(string)
	tell(b.do("POST", "/v1/signin/confirm", `{"code":"000000x"}`))
	b.do("POST", "/v1/signin/confirm", fmt.Sprintf(`{"code":%q}`, code)).want(t, 201)
	secrets := []string{"annabel", link, code, b.cookies["plylog"], b.cookies["plylog-browser"]}
	tell(w.browser().confirm(link))
	tell(w.do("POST", "/v1/signin", `{"address":"`+address+`,x"}`))
	tell(w.do("POST", "/v1/signin", `{"address":"`+address+`","next":"//x"}`))
	pat := b.do("POST", "/v1/me/tokens", `{"name":"a bot","scopes":["games:play"]}`).want(t, 201).at(t, "token").(string)
	secrets = append(secrets, pat)
	tell(w.do("GET", "/v1/me/sessions", "", token(pat)))
	tell(w.do("POST", "/v1/games", `{"kind":"nim"}`, token(pat)))
	tell(w.do("GET", "/v1/me", "", token(pat[:59]+"x")))
	tell(w.do("GET", "/v1/me?token="+pat, ""))
	b.do("POST", "/v1/games", `{"kind":"nim"}`).want(t, 201)
	b.do("DELETE", "/v1/me", "").want(t, 204)
	for _, text := range []string{out.String(), said.String()} {
		for _, s := range secrets {
			if strings.Contains(strings.ToLower(text), strings.ToLower(s)) {
				t.Errorf("%q is told in %s", s, text)
			}
		}
	}
	if said.Len() == 0 || !strings.Contains(out.String(), "level=") {
		t.Error("nothing was said at all: this test hears nothing")
	}
}
