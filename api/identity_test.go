package api_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"plylog/api"
	"plylog/api/people"
)

// who asks, in the tables below. Whoever sits on the first seat has an account, and
// whoever sits on the second is a guest.
const (
	nobody   = iota // no token
	broken          // something that is no token
	other           // a good token of another game
	first           // the seat's own
	second          // the other seat's
	holder          // the session of who sits on the first seat
	stranger        // the session of somebody else
	reader          // an API token of the holder, games:read
	actor           // the same, games:read, games:play and games:create
	narrow          // the same, audit:read
	expired         // the cookie of a session of theirs that has ended
	revoked         // an API token of theirs that was revoked
	admin           // the session of an admin, who does not play
	persons         // how many
)

// identityRow says how a route answers each person, for a public game and for a
// private one. Feeds are asked for what is there and end by themselves.
type identityRow struct {
	route   string
	path    string // with {id}; empty: the route's own
	body    string
	method  string // empty: the route's own; HEAD where GET stays open
	public  [persons]int
	private [persons]int
}

func same(status int) (all [persons]int) {
	for i := range all {
		all[i] = status
	}
	return all
}

// but changes some of a row.
func but(row [persons]int, status int, who ...int) [persons]int {
	for _, i := range who {
		row[i] = status
	}
	return row
}

// holds is the answer of a private game to who may see it, and that to others.
func holds(others, they int) [persons]int {
	return but(same(others), they, first, second, holder, reader, actor)
}

var (
	watch  = holds(404, 200)                                                               // what a private game answers
	seated = [persons]int{401, 401, 403, 201, 422, 201, 403, 403, 201, 403, 401, 401, 403} // a move of the first seat
	hidden = but(seated, 404, other, stranger, admin)
	// What commands answer that either seat may send.
	either = but(seated, 201, second)
	// What is about an account.
	account = [persons]int{401, 401, 401, 401, 401, 200, 200, 403, 403, 403, 401, 401, 200}
	done    = but(account, 204, holder, stranger, admin)
	absent  = but(account, 404, holder, stranger, admin)
	// What everybody may make; who is signed in sits in it themselves.
	makes = but(but(same(201), 403, reader, narrow), 401, revoked)
)

// identities has a row for every route that there is: one without a row fails.
var identities = []identityRow{
	{route: "GET /livez", public: same(200), private: same(200)},
	{route: "GET /readyz", public: same(200), private: same(200)},
	{route: "GET /version", public: same(200), private: same(200)},
	{route: "GET /problems/{type}", path: "/problems/stale", public: same(200), private: same(200)},
	{route: "GET /openapi.yaml", public: same(200), private: same(200)},
	{route: "GET /openapi.json", public: same(200), private: same(200)},
	{route: "GET /asyncapi.yaml", public: same(200), private: same(200)},
	{route: "GET /asyncapi.json", public: same(200), private: same(200)},
	{route: "GET /schemas/{name}", path: "/schemas/Event", public: same(200), private: same(200)},
	{route: "GET /rules/{kind}", path: "/rules/checkers", public: same(200), private: same(200)},
	{route: "GET /v1/kinds", public: same(200), private: same(200)},
	{route: "GET /v1/games", public: same(200), private: same(200)},
	{route: "POST /v1/games", body: `{"kind":"nim"}`, public: makes, private: makes},
	{route: "GET /v1/games/{id}", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/choices", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/events", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/history", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/repetitions", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/series", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/export", public: same(200), private: watch},
	{route: "GET /v1/players/{id}", path: "/v1/players/p_x", public: same(200), private: same(200)},
	{route: "POST /v1/games/{id}/fork", public: makes, private: but(but(holds(404, 201), 403, reader, narrow), 401, revoked)},
	{route: "POST /v1/games/{id}/fork", path: "/v1/games/{id}/fork?at=99", public: but(but(same(404), 403, reader, narrow), 401, revoked), private: but(but(same(404), 403, reader, narrow), 401, revoked)},
	{route: "GET /v1/games/{id}", path: "/v1/games/{id}?board=text", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/audit", public: same(200), private: but(watch, 200, narrow)},
	{route: "GET /v1/games/{id}/receipt", public: same(409), private: but(holds(404, 409), 409, narrow)},
	{route: "GET /v1/checkpoints", public: same(200), private: same(200)},
	{route: "GET /tlog/{shard}/checkpoint", path: "/tlog/00/checkpoint", public: same(200), private: same(200)},
	{route: "GET /tlog/{shard}/tile/{path...}", path: "/tlog/00/tile/0/000.p/1", public: same(200), private: same(200)},
	{route: "GET /v1/feed", path: "/v1/feed?games={id}", method: "HEAD", public: but(same(200), 401, broken, revoked), private: but(watch, 401, broken, revoked)},
	{route: "GET /v1/me/feed", path: "/v1/me/feed?games={id}", method: "HEAD", public: mineOf(403), private: mineOf(404)},
	{route: "GET /v1/ws", public: same(426), private: same(426)},
	{route: "GET /{$}", path: "/", public: same(200), private: same(200)},
	{route: "GET /games/{id}", public: same(200), private: same(200)}, // the page; it holds nothing of the game
	{route: "GET /docs", public: same(200), private: same(200)},
	{route: "GET /docs/{page}", path: "/docs/start", public: same(200), private: same(200)},
	{route: "GET /docs/assets/style.css", public: same(200), private: same(200)},
	{route: "GET /docs/rules/{kind}", path: "/docs/rules/reversi", public: same(200), private: same(200)},
	{route: "GET /watch", public: same(200), private: same(200)},
	{route: "GET /learn", public: same(200), private: same(200)},
	{route: "GET /signin", public: same(200), private: same(200)},
	{route: "GET /me", public: same(200), private: same(200)},
	{route: "GET /learn/{kind}", path: "/learn/nim", public: same(200), private: same(200)},
	{route: "GET /assets/{file...}", path: "/assets/mark.svg", public: same(200), private: same(200)},
	{route: "POST /v1/import", path: "/v1/import?kind=checkers&format=pdn", body: `1. 11-15 *`, public: same(201), private: same(201)},
	{route: "POST /v1/games/{id}/events", body: `{"type":"rematch"}`, public: but(seated, 409, first, second, holder, actor), private: but(hidden, 409, first, second, holder, actor)},
	{route: "GET /v1/players", path: "/v1/players?ids=p_x", public: same(200), private: same(200)},
	{route: "POST /v1/signin", body: `{"address":"ann@example.org"}`, public: same(400), private: same(400)}, // there is no mail here
	{route: "POST /v1/signin/confirm", body: `{"token":"x"}`, public: same(400), private: same(400)},
	{route: "POST /v1/signin/passkey/challenge", public: same(400), private: same(400)}, // nor passkeys
	{route: "POST /v1/signin/passkey", body: `{}`, public: same(400), private: same(400)},
	{route: "GET /v1/signin/{provider}", path: "/v1/signin/example", public: same(400), private: same(400)}, // nor providers
	{route: "GET /v1/signin/{provider}/callback", path: "/v1/signin/example/callback", public: same(400), private: same(400)},
	{route: "POST /v1/signout", public: but(same(204), 401, revoked), private: but(same(204), 401, revoked)},
	{route: "GET /v1/me", public: but(same(200), 401, revoked), private: but(same(200), 401, revoked)},
	{route: "PATCH /v1/me", body: `{"name":"Ann"}`, public: account, private: account},
	{route: "DELETE /v1/me", public: done, private: done},
	{route: "GET /v1/me/sessions", public: account, private: account},
	{route: "DELETE /v1/me/sessions", public: done, private: done},
	{route: "DELETE /v1/me/sessions/{session}", path: "/v1/me/sessions/x", public: absent, private: absent},
	{route: "GET /v1/me/methods", public: account, private: account},
	{route: "POST /v1/me/methods", body: `{"provider":"example"}`, public: but(account, 400, holder, stranger, admin), private: but(account, 400, holder, stranger, admin)},
	{route: "DELETE /v1/me/methods/{method}", path: "/v1/me/methods/x", public: absent, private: absent},
	{route: "POST /v1/me/passkeys/challenge", public: but(account, 400, holder, stranger, admin), private: but(account, 400, holder, stranger, admin)},
	{route: "POST /v1/me/passkeys", body: `{}`, public: but(account, 400, holder, stranger, admin), private: but(account, 400, holder, stranger, admin)},
	{route: "GET /v1/me/tokens", public: account, private: account},
	{route: "POST /v1/me/tokens", body: `{"name":"a bot","scopes":["games:play"]}`, public: but(account, 201, holder, stranger, admin), private: but(account, 201, holder, stranger, admin)},
	{route: "DELETE /v1/me/tokens/{token}", path: "/v1/me/tokens/x", public: absent, private: absent},
	{route: "POST /v1/me/seats", body: `{"games":["{id}"]}`, public: but(account, 200, actor), private: but(account, 200, actor)},
	{route: "POST /v1/games/{id}/events", body: `{"type":"move","move":"1"}`, public: seated, private: hidden},
	// The same route with other bodies, queries and forms.
	{route: "POST /v1/games/{id}/events", body: `{"type":"join"}`, public: but(but(same(409), 403, reader, narrow), 401, revoked), private: but(but(holds(404, 409), 403, reader, narrow), 401, revoked)},
	{route: "POST /v1/games/{id}/events", body: `{"type":"abort"}`, public: either, private: but(either, 404, other, stranger, admin)},
	{route: "GET /v1/games/{id}", path: "/v1/games/{id}?at=1", public: same(200), private: watch},
	{route: "GET /v1/games/{id}", path: "/v1/games/{id}?at=99", public: same(404), private: same(404)},
	{route: "GET /v1/games/{id}/choices", path: "/v1/games/{id}/choices?seat=first&at=1", public: same(200), private: watch},
}

func TestIdentities(t *testing.T) {
	w := newWorld(t, memory(), signing(t))
	w.do("GET", w.newGame("nim").path()+"/audit", "").want(t, 200) // waits until something is signed
	elsewhere := w.newGame("nim").first
	for _, row := range identities {
		t.Run(row.route, func(t *testing.T) {
			method, path, _ := strings.Cut(row.route, " ")
			method = cmp.Or(row.method, method)
			if row.path != "" {
				path = row.path
			}
			for _, c := range []struct {
				private string
				want    [persons]int
			}{{`"private":false`, row.public}, {`"private":true`, row.private}} {
				if c.want == row.public && c.private == `"private":true` && !strings.Contains(path+row.body, "{id}") {
					continue // it is about no game
				}
				for person, want := range c.want {
					g, me := w.accountGame(c.private)
					before := w.lasts()
					headers := w.as(person, g, me, elsewhere)
					a := w.do(method, strings.ReplaceAll(path, "{id}", g.id), strings.ReplaceAll(row.body, "{id}", g.id), headers...)
					if a.status != want {
						t.Errorf("%s person %d: %d, want %d: %s", c.private, person, a.status, want, a.body)
					}
					if a.status >= 400 && !slices.Equal(w.lasts(), before) {
						t.Errorf("%s person %d: refused with %d, and stored", c.private, person, a.status)
					}
					if a.status == 401 && a.header.Get("WWW-Authenticate") == "" {
						t.Errorf("401 without WWW-Authenticate")
					}
					if a.status == 404 && method != "HEAD" && (strings.Contains(a.body, g.first) || a.at(t, "version") != nil && c.private == `"private":true` && person < first) {
						t.Errorf("a hidden game shows: %s", a.body)
					}
				}
			}
		})
	}
}

// mineOf is what the feed of what concerns me answers who names a game in which they
// hold no seat.
func mineOf(refused int) [persons]int {
	all := but(same(401), refused, other, stranger, admin)
	return but(but(all, 200, first, second, holder, reader, actor), 403, narrow)
}

// accountGame creates a game of two, the first of whom is signed in.
func (w *world) accountGame(private string) (*game, people.Opened) {
	w.t.Helper()
	w.accounts++
	me := w.signIn(fmt.Sprintf("ann%d@example.org", w.accounts))
	a := w.do("POST", "/v1/games", `{"kind":"nim",`+private+`}`, cookie(me)).want(w.t, 201)
	g := &game{w: w, id: a.at(w.t, "game", "id").(string), first: a.at(w.t, "tokens", "first").(string)}
	g.second = w.do("POST", g.path()+"/events", `{"type":"join"}`).want(w.t, 201).at(w.t, "token").(string)
	return g, me
}

// as is how a person proves who they are.
func (w *world) as(person int, g *game, me people.Opened, elsewhere string) []header {
	w.t.Helper()
	switch person {
	case broken:
		return []header{token("plylog_seat_short")}
	case other:
		return []header{token(elsewhere)}
	case first:
		return []header{token(g.first)}
	case second:
		return []header{token(g.second)}
	case holder:
		return []header{cookie(me)}
	case stranger:
		return []header{cookie(w.signIn("bob@example.org"))}
	case reader:
		return []header{token(w.apiToken(me, people.GamesRead))}
	case actor:
		return []header{token(w.apiToken(me, people.GamesRead, people.GamesPlay, people.GamesCreate))}
	case narrow:
		return []header{token(w.apiToken(me, people.AuditRead))}
	case expired:
		gone := w.signIn(me.Account.Address.Reveal())
		if err := w.people.SignOut(context.Background(), gone.Player(), gone.Session.ID); err != nil {
			w.t.Fatal(err)
		}
		return []header{cookie(gone)}
	case revoked:
		t, secret, err := w.people.NewToken(context.Background(), me.Player(), "gone", people.AllScopes(), 0)
		if err == nil {
			err = w.people.RevokeToken(context.Background(), me.Player(), t.ID)
		}
		if err != nil {
			w.t.Fatal(err)
		}
		return []header{token(secret.Reveal())}
	case admin:
		return []header{cookie(w.signIn("root@example.org"))}
	}
	return nil
}

// A private game answers like one that is not there, to the letter.
func TestPrivateIsAbsent(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("nim", `"private":true`)
	absent := id("no such game")
	for _, row := range identities {
		method, path, _ := strings.Cut(row.route, " ")
		if !strings.Contains(path+row.path, "{id}") {
			continue
		}
		method = cmp.Or(row.method, method)
		if row.path != "" {
			path = row.path
		}
		for _, headers := range [][]header{nil, {token(w.newGame("nim").first)}, {token("x")}} {
			a := w.do(method, strings.ReplaceAll(path, "{id}", g.id), row.body, headers...)
			b := w.do(method, strings.ReplaceAll(path, "{id}", absent), row.body, headers...)
			if a.status != b.status || a.body != b.body {
				t.Errorf("%s %s: private %d %s\nabsent %d %s", method, path, a.status, a.body, b.status, b.body)
			}
		}
	}
}

// Every route is in the table above, and the admin listener's in this one: it
// takes no token, serves nothing of the games and listens where operators are.
func TestEveryRouteHasARow(t *testing.T) {
	rows := map[string]bool{}
	for _, row := range identities {
		rows[row.route] = true
	}
	for _, route := range api.PublicRoutes() {
		if !rows[route] {
			t.Errorf("%s has no row in identities", route)
		}
	}
	want := []string{"GET /livez", "GET /readyz", "GET /version", "GET /metrics", "POST /admin/rebuild", "GET /admin/backup", "GET /admin/backup/people"}
	got := api.AdminRoutes()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the admin listener serves %v, want %v", got, want)
	}
	w := newWorld(t, memory())
	for _, path := range []string{"/metrics", "/admin/rebuild", "/admin/backup", "/admin/backup/people", "/debug/pprof/", "/v1"} {
		w.do("GET", path, "").want(t, 404, "not-found")
	}
}

// An open private game can be joined by who knows its id; once full it is gone
// for everybody else.
func TestJoinPrivate(t *testing.T) {
	w := newWorld(t, memory())
	a := w.do("POST", "/v1/games", `{"kind":"nim","private":true}`).want(t, 201)
	path := "/v1/games/" + a.at(t, "game", "id").(string)
	owner := a.at(t, "tokens", "first").(string)
	w.do("GET", path, "").want(t, 404, "no-such-game")
	w.do("POST", path+"/events", `{"type":"join","seat":"first"}`).want(t, 409, "seat-taken")
	joined := w.do("POST", path+"/events", `{"type":"join"}`, key(id("join"))).want(t, 201)
	tok := joined.at(t, "token").(string)
	if joined.at(t, "seat") != "second" || joined.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s %v", joined.body, joined.header)
	}
	w.do("GET", path, "", token(tok)).want(t, 200)
	w.do("GET", path, "", token(owner)).want(t, 200)
	w.do("POST", path+"/events", `{"type":"join"}`).want(t, 404, "no-such-game")
	w.do("POST", path+"/events", `{"type":"join"}`, token(owner)).want(t, 409, "seat-taken")
	// The one who joined may say so again.
	again := w.do("POST", path+"/events", `{"type":"join"}`, key(id("join"))).want(t, 200)
	if again.body != joined.body || again.header.Get("Idempotent-Replay") != "true" {
		t.Errorf("again: %s", again.body)
	}
}

// Nothing that a watcher sees is a credential: every string in a game's public
// answers is tried as token and as key.
func TestNothingSeenIsACredential(t *testing.T) {
	w := newWorld(t, memory())
	a := w.do("POST", "/v1/games", `{"kind":"nim"}`, key(id("secret create"))).want(t, 201)
	gid := a.at(t, "game", "id").(string)
	path := "/v1/games/" + gid
	j := w.do("POST", path+"/events", `{"type":"join"}`, key(id("secret join"))).want(t, 201)
	tokens := []string{a.at(t, "tokens", "first").(string), j.at(t, "token").(string)}
	w.do("POST", path+"/events", `{"type":"move","move":"1"}`, token(tokens[0]), key(id("a move"))).want(t, 201)

	var seen []string
	for _, view := range []string{"", "/events", "/history", "/choices", "/repetitions"} {
		body := w.do("GET", path+view, "").want(t, 200).body
		for _, tok := range tokens {
			if strings.Contains(body, tok) || strings.Contains(body, tok[len("plylog_seat_"):][:12]) {
				t.Fatalf("%s shows a token", view)
			}
		}
		seen = append(seen, strings.FieldsFunc(body, func(r rune) bool {
			return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", r)
		})...)
	}
	slices.Sort(seen)
	seen = slices.Compact(seen)
	before := w.lasts()
	for _, word := range seen {
		for _, tok := range []string{word, "plylog_seat_" + word, "plylog_seat_" + strings.Repeat(word, 43)[:43]} {
			if s := w.do("POST", path+"/events", `{"type":"resign"}`, token(tok)).status; s != 401 && s != 403 {
				t.Errorf("%q as a token: %d", tok, s)
			}
		}
		if len(word) != 36 {
			continue
		}
		for _, body := range []string{`{"type":"join"}`, `{"type":"join","seat":"second"}`, `{"type":"join","seat":"first"}`} {
			b := w.do("POST", path+"/events", body, key(word))
			if b.status == 200 || b.status == 201 || strings.Contains(b.body, "plylog_seat_") {
				t.Errorf("%s under key %s: %d %s", body, word, b.status, b.body)
			}
		}
		b := w.do("POST", "/v1/games", `{"kind":"nim"}`, key(word))
		if b.status == 201 {
			before = w.lasts() // a game of its own, not this one
		}
		if b.status == 201 && b.at(t, "game", "id") == gid || b.status == 200 {
			t.Errorf("create under key %s: %d %s", word, b.status, b.body)
		}
	}
	if got := w.lasts(); fmt.Sprint(got) != fmt.Sprint(before) {
		t.Errorf("the log moved from %v to %v", before, got)
	}
}
