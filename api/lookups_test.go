package api_test

import (
	"context"
	"sync/atomic"
	"testing"

	"plylog/api"
	"plylog/api/people"
	"plylog/api/people/vault"
)

// counted is a vault that counts how often it is read.
type counted struct {
	vault.Vault
	gets atomic.Int32
}

func (c *counted) Get(ctx context.Context, key string) (vault.Entry, error) {
	c.gets.Add(1)
	return c.Vault.Get(ctx, key)
}

// However many ask in a request who is signed in, the vault is asked once: here, on a
// node that hears of no changes and so keeps nothing from one request to the next.
func TestWhoIsAskedOnce(t *testing.T) {
	v := &counted{Vault: new(vault.Memory)}
	w := newWorld(t, memory(), func(c *api.Config) {
		p, err := people.New(people.Config{Vault: v, Secret: secret, Logger: c.Logger})
		if err != nil {
			t.Fatal(err)
		}
		c.People = p
	})
	g, me := w.accountGame(`"private":true`)
	pat := token(w.apiToken(me, people.AllScopes()[:4]...))
	w.do("GET", "/v1/me", "", pat).want(t, 200) // that it is used is noted once a day
	const (
		one  = 3 // the session or token, the account, the person
		none = 1 // that there is no such session or token
	)
	for _, c := range []struct {
		method, path, body string
		proof              header
		want               int
		most               int32
	}{
		{"GET", "/v1/me", "", cookie(me), 200, one},
		{"GET", "/v1/me", "", pat, 200, one},
		{"GET", g.path(), "", cookie(me), 200, one},
		{"GET", g.path(), "", pat, 200, one},
		{"GET", g.path() + "/events", "", cookie(me), 200, one},
		{"GET", g.path() + "/history", "", pat, 200, one},
		{"GET", g.path() + "/choices", "", cookie(me), 200, one},
		{"POST", g.path() + "/events", `{"type":"move","move":"1"}`, cookie(me), 201, one},
		{"POST", g.path() + "/events", `{"type":"move","move":"1"}`, pat, 422, one},
		{"POST", "/v1/games", `{"kind":"nim"}`, cookie(me), 201, one},
		{"POST", "/v1/games", `{"kind":"nim"}`, pat, 201, one},
		{"GET", g.path(), "", header("Cookie: plylog=" + none43), 404, none},
		{"GET", "/v1/me", "", header("Cookie: plylog=x"), 200, 0},
		{"GET", "/v1/kinds", "", cookie(me), 200, one},
	} {
		v.gets.Store(0)
		a := w.do(c.method, c.path, c.body, c.proof)
		if n := v.gets.Load(); a.status != c.want || n > c.most {
			t.Errorf("%s %s %.12s: %d, the vault was read %d times, want %d at most", c.method, c.path, c.proof, a.status, n, c.most)
		}
	}
	// What was changed in a request is answered as it is then.
	if a := w.do("PATCH", "/v1/me", `{"name":"Ann Other"}`, cookie(me)).want(t, 200); a.at(t, "name") != "Ann Other" {
		t.Errorf("renamed: %s", a.body)
	}
}

// none43 has the form of a session's secret and is none.
const none43 = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
