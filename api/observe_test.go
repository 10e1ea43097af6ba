package api_test

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"plylog/api"
)

// labels counts words.
type labels struct {
	mu    sync.Mutex
	count map[string]int
}

func (l *labels) add(word string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count == nil {
		l.count = map[string]int{}
	}
	l.count[word]++
}

func (l *labels) all() map[string]int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.count)
}

// The Observer hears of everything, in words of closed sets: nothing that a
// client made up becomes a label.
func TestObserver(t *testing.T) {
	var watch observer
	w := newWorld(t, memory(), func(c *api.Config) { c.Observer = &watch })
	g := w.newGame("nim")
	g.move("first", "1", key(id("m"))).want(t, 201)
	g.move("first", "1", key(id("m"))).want(t, 200)
	g.move("second", "9").want(t, 422)
	g.act("second", `{"type":"made-up-by-a-client"}`).want(t, 400)
	w.do("POST", "/v1/games", `{"kind":"made-up-by-a-client"}`).want(t, 400)
	w.do("GET", "/made/up/by-a-client", "").want(t, 404)
	w.do("MADEUP", "/v1/games", "").want(t, 405)
	w.do("GET", "/v1/games/made-up-by-a-client", "").want(t, 400)
	w.do("POST", g.path()+"/events", `{"type":"resign"}`).want(t, 401)

	w.rebuilt()
	if watch.rebuilds.Load() != 1 || watch.illegal.Load() != 1 {
		t.Errorf("%d rebuilds, %d illegal moves", watch.rebuilds.Load(), watch.illegal.Load())
	}
	commands, requests := watch.commands.all(), watch.requests.all()
	for word, n := range map[string]int{
		"nim create stored": 1, "nim move stored": 1, "nim move replayed": 1, "nim move illegal-move": 1,
		"other other unknown-command": 1, "other create unknown-kind": 1, "other resign token-missing": 1,
	} {
		if commands[word] != n {
			t.Errorf("command %q was told %d times, want %d", word, commands[word], n)
		}
	}
	for word, n := range map[string]int{
		"/v1/games POST Created": 1, "/v1/games/{id}/events POST Created": 1, "/v1/games/{id}/events POST OK": 1,
		"other GET Not Found": 1, "/v1/games other Method Not Allowed": 1, "/v1/games/{id} GET Bad Request": 1,
	} {
		if requests[word] != n {
			t.Errorf("request %q was told %d times, want %d of %v", word, requests[word], n, requests)
		}
	}
	for _, word := range slices.Concat(slices.Collect(maps.Keys(commands)), slices.Collect(maps.Keys(requests))) {
		if strings.Contains(word, "made") || strings.Contains(word, g.id) {
			t.Errorf("a client's own word is a label: %s", word)
		}
	}
}

func TestOperations(t *testing.T) {
	w := newWorld(t, memory())
	for _, base := range []string{w.public.URL, w.admin.URL} {
		send(t, base, "GET", "/livez", "").want(t, 200)
		send(t, base, "GET", "/readyz", "").want(t, 200)
		a := send(t, base, "GET", "/version", "").want(t, 200)
		if a.at(t, "version") != "test" || !strings.HasPrefix(a.at(t, "go").(string), "go1.") {
			t.Errorf("%s", a.body)
		}
		send(t, base, "GET", "/livez?x=1", "").want(t, 400, "unknown-parameter")
	}
	send(t, w.admin.URL, "GET", "/metrics", "").want(t, 404, "not-found")
}

func TestProblemPages(t *testing.T) {
	w := newWorld(t, memory())
	for _, slug := range api.ProblemSlugs() {
		a := w.do("GET", "/problems/"+slug, "").want(t, 200)
		if !strings.HasPrefix(a.body, "/problems/"+slug+" ") || a.header.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s: %s", slug, a.body)
		}
	}
}

// Where the rule of a refusal is looked up, it stands.
func TestRulesAreServed(t *testing.T) {
	w := newWorld(t, memory())
	g := w.newGame("checkers")
	refused := g.move("first", "11-11").want(t, 422)
	rule := refused.at(t, "rule").(string)
	a := w.do("GET", "/rules/checkers", "").want(t, 200)
	if !strings.Contains(a.body, "\n### "+rule+" ") || a.header.Get("Content-Type") != "text/markdown; charset=utf-8" {
		t.Errorf("%s is not in %q", rule, a.body)
	}
}
