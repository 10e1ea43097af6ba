package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"plylog/api/people"
	"plylog/events/memlog"
)

// rule sends an administrator's command.
func (g *game) rule(body string, headers ...header) *answer {
	g.w.t.Helper()
	return g.w.do("POST", g.path()+"/events", body, append(headers, g.w.asAdmin())...)
}

// root is the address of the administrator.
const root = "root@example.org"

// asAdmin is the API token of an administrator.
func (w *world) asAdmin() header {
	w.t.Helper()
	return token(w.apiToken(w.signIn(root), people.AdminScope))
}

// What an administrator does with a game everybody who may see it is told of, with
// who it was and why, and it does what it says.
func TestAdministratorRules(t *testing.T) {
	w := newWorld(t, memory())
	me := w.signIn(root)
	admin := string(me.Player())
	g := w.newGame("checkers", `"clock":{"kind":"fischer","base":60000}`)
	feed := w.open(g.path()+"/events?follow=1&after=1", acceptNDJSON)
	const why = `"reason":"the hall is being cleared"`
	k := key(id("pause"))
	first := g.rule(`{"type":"pause",`+why+`}`, k).want(t, 201)
	if again := g.rule(`{"type":"pause",`+why+`}`, k).want(t, 200); again.body != first.body {
		t.Errorf("again: %s", again.body)
	}
	g.rule(`{"type":"pause",`+why+`}`).want(t, 409, "game-paused")
	g.move("first", "11-15").want(t, 409, "game-paused")
	g.act("second", `{"type":"resign"}`).want(t, 409, "game-paused")
	st := w.do("GET", g.path(), "").want(t, 200)
	if st.at(t, "paused", "by") != admin || st.at(t, "paused", "reason") != "the hall is being cleared" || st.at(t, "status") != "playing" {
		t.Errorf("the state is %s", st.body)
	}
	if c := w.do("GET", g.path()+"/choices?seat=first", "").want(t, 200); strings.Contains(c.body, `"move"`) && strings.Contains(c.body, `"allowed":["`) {
		t.Errorf("something is allowed: %s", c.body)
	}
	g.rule(`{"type":"continue"}`).want(t, 201)
	g.rule(`{"type":"continue"}`).want(t, 409, "not-paused")
	if st := w.do("GET", g.path(), "").want(t, 200); strings.Contains(st.body, `"paused"`) {
		t.Errorf("the state is %s", st.body)
	}
	g.move("first", "11-15").want(t, 201)
	g.rule(`{"type":"close",`+why+`}`).want(t, 409, "not-damaged")
	g.rule(`{"type":"adjudicate","result":"second",`+why+`}`).want(t, 201)
	g.rule(`{"type":"adjudicate","result":"draw",`+why+`}`).want(t, 409, "game-over")
	over := w.do("GET", g.path(), "").want(t, 200)
	if over.at(t, "status") != "over" || over.at(t, "result", "winner") != "second" || over.at(t, "result", "reason") != "adjudicated" ||
		over.at(t, "last", "type") != "adjudicated" || over.at(t, "last", "reason") != "the hall is being cleared" {
		t.Errorf("the state is %s", over.body)
	}
	var told []string
	for {
		r, ok := feed.next()
		if !ok {
			break
		}
		var e struct{ Type, By string }
		if err := json.Unmarshal([]byte(r.data), &e); err == nil && e.By == admin {
			told = append(told, e.Type)
		}
	}
	if got := strings.Join(told, " "); got != "paused continued adjudicated" {
		t.Errorf("the feed told of %s", got)
	}
	audit := w.do("GET", g.path()+"/audit", "").want(t, 200)
	if !strings.Contains(audit.body, `"rulings":[{"n":2,"type":"paused","by":"`+admin+`",`+why+`},{"n":3,"type":"continued","by":"`+admin+`"},{"n":5,"type":"adjudicated","by":"`+admin+`","ruling":"second",`+why+`}]`) {
		t.Errorf("the audit is %s", audit.body)
	}
}

// Nobody else can, and learns nothing of the game by trying.
func TestOnlyAdministratorsRule(t *testing.T) {
	for _, private := range []string{`"private":false`, `"private":true`} {
		t.Run(private, func(t *testing.T) {
			w := newWorld(t, memory())
			g := w.newGame("nim", private)
			admin, stranger := w.signIn(root), w.signIn("somebody@example.org")
			before := w.lasts()
			for _, body := range []string{
				`{"type":"adjudicate","result":"first","reason":"I want it"}`, `{"type":"pause","reason":"I need time"}`,
				`{"type":"continue"}`, `{"type":"close","reason":"x"}`,
			} {
				for _, path := range []string{g.path(), "/v1/games/0199f1c2-7d3a-7cc0-8f00-0123456789ab"} {
					w.do("POST", path+"/events", body).want(t, 401, "token-missing")
					w.do("POST", path+"/events", body, token(g.first)).want(t, 403, "admin-only")
					w.do("POST", path+"/events", body, cookie(stranger)).want(t, 403, "admin-only")
					w.do("POST", path+"/events", body, token(w.apiToken(stranger, people.AllScopes()...))).want(t, 403, "admin-only")
					w.do("POST", path+"/events", body, token(w.apiToken(admin, people.GamesPlay, people.GamesCreate))).want(t, 403, "admin-only")
					w.do("POST", path+"/events", body, cookie(admin), header("Sec-Fetch-Site: cross-site")).want(t, 403, "cross-origin")
				}
			}
			if now := w.lasts(); asText(now) != asText(before) {
				t.Errorf("the log was at %v, and is at %v", before, now)
			}
		})
	}
}

func TestRulingsRefused(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim")
	for _, c := range []struct {
		body   string
		status int
		slug   string
	}{
		{`{"type":"adjudicate","reason":"x"}`, 400, "bad-field"},
		{`{"type":"adjudicate","result":"first"}`, 400, "bad-request"},
		{`{"type":"adjudicate","result":"third","reason":"x"}`, 400, "bad-field"},
		{`{"type":"adjudicate","result":"draw","reason":""}`, 400, "bad-request"},
		{`{"type":"adjudicate","result":"draw","reason":"a\nb"}`, 400, "bad-request"},
		{`{"type":"adjudicate","result":"draw","reason":"` + strings.Repeat("x", 501) + `"}`, 400, "bad-request"},
		{`{"type":"adjudicate","result":"draw","reason":"x","by":"p_somebody"}`, 400, "unknown-field"},
		{`{"type":"pause"}`, 400, "bad-field"},
		{`{"type":"pause","reason":"x","result":"draw"}`, 400, "unknown-field"},
		{`{"type":"pause","reason":"x","seat":"first"}`, 400, "unknown-field"},
		{`{"type":"pause","reason":7}`, 400, "bad-field"},
		{`{"type":"close"}`, 400, "bad-field"},
		{`{"type":"move","move":"1","reason":"x"}`, 400, "unknown-field"},
	} {
		g.rule(c.body).want(t, c.status, c.slug)
	}
	g.rule(`{"type":"pause","reason":"`+strings.Repeat("ጸ", 500)+`"}`).want(t, 201)
	w.do("POST", "/v1/games/0199f1c2-7d3a-7cc0-8f00-0123456789ab/events", `{"type":"pause","reason":"x"}`, w.asAdmin()).want(t, 404, "no-such-game")
}

// A damaged game that an administrator closed says so, stays damaged, and is
// listed as nothing else, also after a restart.
func TestDamagedGameIsClosed(t *testing.T) {
	log := memlog.New(1)
	w := newWorld(t, log)
	g := w.newGame("nim")
	g.move("first", "1").want(t, 201)
	g.move("second", "2").want(t, 201)
	log.Corrupt(0, 2, func(raw []byte) []byte { return []byte(strings.Replace(string(raw), `"move":"1"`, `"move":"3"`, 1)) })
	const body = `{"type":"close","reason":"its second event is not what was stored"}`
	closed := g.rule(body, key(id("close"))).want(t, 201)
	if closed.at(t, "n") != 4.0 || closed.at(t, "type") != "closed" {
		t.Errorf("closed with %s", closed.body)
	}
	g.rule(body, key(id("close"))).want(t, 200)
	g.rule(body).want(t, 409, "game-over")
	for _, w := range []*world{w, newWorld(t, log)} {
		st := w.do("GET", g.path(), "").want(t, 200)
		if st.at(t, "status") != "damaged" || st.at(t, "closed", "by") != closed.at(t, "by") || st.at(t, "closed", "reason") != "its second event is not what was stored" {
			t.Errorf("the state is %s", st.body)
		}
		if l := w.do("GET", "/v1/games?status=playing", "").want(t, 200); strings.Contains(l.body, g.id) {
			t.Errorf("it is listed: %s", l.body)
		}
		w.do("POST", g.path()+"/events", `{"type":"move","move":"1"}`, token(g.first)).want(t, 423, "damaged")
	}
}

func asText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}
