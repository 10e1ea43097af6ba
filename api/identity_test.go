package api_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"plylog/api"
)

// who asks, in the tables below.
const (
	nobody  = iota // no token
	broken         // something that is no token
	other          // a good token of another game
	first          // the seat's own
	second         // the other seat's
	persons        // how many
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

var (
	watch  = [persons]int{404, 404, 404, 200, 200} // what a private game answers
	seated = [persons]int{401, 401, 403, 201, 422} // a move of the first seat
	hidden = [persons]int{401, 401, 404, 201, 422}
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
	{route: "POST /v1/games", body: `{"kind":"nim"}`, public: same(201), private: same(201)},
	{route: "GET /v1/games/{id}", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/choices", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/events", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/history", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/repetitions", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/series", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/export", public: same(200), private: watch},
	{route: "GET /v1/players/{id}", path: "/v1/players/p_x", public: same(200), private: same(200)},
	{route: "POST /v1/games/{id}/fork", public: same(201), private: [persons]int{404, 404, 404, 201, 201}},
	{route: "POST /v1/games/{id}/fork", path: "/v1/games/{id}/fork?at=99", public: same(404), private: same(404)},
	{route: "GET /v1/games/{id}", path: "/v1/games/{id}?board=text", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/audit", public: same(200), private: watch},
	{route: "GET /v1/games/{id}/receipt", public: same(409), private: [persons]int{404, 404, 404, 409, 409}},
	{route: "GET /v1/checkpoints", public: same(200), private: same(200)},
	{route: "GET /tlog/{shard}/checkpoint", path: "/tlog/00/checkpoint", public: same(200), private: same(200)},
	{route: "GET /tlog/{shard}/tile/{path...}", path: "/tlog/00/tile/0/000.p/1", public: same(200), private: same(200)},
	{route: "GET /v1/feed", path: "/v1/feed?games={id}", method: "HEAD", public: [persons]int{200, 401, 200, 200, 200}, private: [persons]int{404, 401, 404, 200, 200}},
	{route: "GET /v1/me/feed", path: "/v1/me/feed?games={id}", method: "HEAD", public: [persons]int{401, 401, 403, 200, 200}, private: [persons]int{401, 401, 404, 200, 200}},
	{route: "GET /v1/ws", public: same(426), private: same(426)},
	{route: "GET /{$}", path: "/", public: same(200), private: same(200)},
	{route: "GET /games/{id}", public: same(200), private: same(200)}, // the page; it holds nothing of the game
	{route: "GET /docs", public: same(200), private: same(200)},
	{route: "GET /docs/{page}", path: "/docs/start", public: same(200), private: same(200)},
	{route: "GET /docs/assets/style.css", public: same(200), private: same(200)},
	{route: "GET /docs/rules/{kind}", path: "/docs/rules/reversi", public: same(200), private: same(200)},
	{route: "GET /watch", public: same(200), private: same(200)},
	{route: "GET /learn", public: same(200), private: same(200)},
	{route: "GET /learn/{kind}", path: "/learn/nim", public: same(200), private: same(200)},
	{route: "GET /assets/{file...}", path: "/assets/mark.svg", public: same(200), private: same(200)},
	{route: "POST /v1/import", path: "/v1/import?kind=checkers&format=pdn", body: `1. 11-15 *`, public: same(201), private: same(201)},
	{route: "POST /v1/games/{id}/events", body: `{"type":"rematch"}`, public: [persons]int{401, 401, 403, 409, 409}, private: [persons]int{401, 401, 404, 409, 409}},
	{route: "POST /v1/games/{id}/events", body: `{"type":"move","move":"1"}`, public: seated, private: hidden},
	// The same route with other bodies, queries and forms.
	{route: "POST /v1/games/{id}/events", body: `{"type":"join"}`, public: same(409), private: [persons]int{404, 404, 404, 409, 409}},
	{route: "POST /v1/games/{id}/events", body: `{"type":"abort"}`, public: [persons]int{401, 401, 403, 201, 201}, private: [persons]int{401, 401, 404, 201, 201}},
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
				for person, want := range c.want {
					g := w.newGame("nim", c.private)
					before := w.lasts()
					var headers []header
					switch person {
					case broken:
						headers = append(headers, token("plylog_seat_short"))
					case other:
						headers = append(headers, token(elsewhere))
					case first:
						headers = append(headers, token(g.first))
					case second:
						headers = append(headers, token(g.second))
					}
					a := w.do(method, strings.ReplaceAll(path, "{id}", g.id), row.body, headers...)
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
	want := []string{"GET /livez", "GET /readyz", "GET /version", "GET /metrics", "POST /admin/rebuild", "GET /admin/backup"}
	got := api.AdminRoutes()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the admin listener serves %v, want %v", got, want)
	}
	w := newWorld(t, memory())
	for _, path := range []string{"/metrics", "/admin/rebuild", "/admin/backup", "/debug/pprof/", "/v1"} {
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
