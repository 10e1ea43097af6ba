package api_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"plylog/api"
	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/events"
	"plylog/events/memlog"
)

// A backup gets the bytes of every event in the order of the shard, whole or from
// where it left off.
func TestBackup(t *testing.T) {
	log := memlog.New(2)
	w := newWorld(t, log)
	for range 6 {
		w.newGame("nim").move("first", "1").want(t, 201)
	}
	all := 0
	for shard := range 2 {
		var want []string
		for e, err := range log.Scan(t.Context(), shard, 0) {
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, string(e.Raw)+"\n")
		}
		all += len(want)
		for after := range want {
			for _, to := range []int{after, after + 1, len(want), len(want) + 5} {
				a := send(t, w.admin.URL, "GET", fmt.Sprintf("/admin/backup?shard=%d&after=%d&to=%d", shard, after, to), "").want(t, 200)
				if part := strings.Join(want[after:min(to, len(want))], ""); a.body != part || a.header.Get("Content-Type") != "application/x-ndjson" {
					t.Fatalf("%d to %d of shard %d: %s, %q, want %q", after, to, shard, a.header.Get("Content-Type"), a.body, part)
				}
			}
		}
		a := send(t, w.admin.URL, "GET", fmt.Sprintf("/admin/backup?shard=%d", shard), "").want(t, 200)
		if a.body != strings.Join(want, "") {
			t.Errorf("shard %d: %q", shard, a.body)
		}
	}
	if all < 12 {
		t.Errorf("%d events", all)
	}
	for _, q := range []string{"shard=2", "shard=-1", "shard=x", "after=5&to=4", "after=-1", "to=01"} {
		send(t, w.admin.URL, "GET", "/admin/backup?"+q, "").want(t, 400, "bad-parameter")
	}
	send(t, w.admin.URL, "GET", "/admin/backup?from=1", "").want(t, 400, "unknown-parameter")
}

// A backup of a shard in which something cannot be read ends before it.
func TestBackupEndsBeforeDamage(t *testing.T) {
	log := memlog.New(1)
	w := newWorld(t, log)
	w.newGame("nim").move("first", "1").want(t, 201)
	log.Corrupt(0, 2, func([]byte) []byte { return []byte("{") })
	a := send(t, w.admin.URL, "GET", "/admin/backup", "").want(t, 200)
	line, rest, _ := strings.Cut(a.body, "\n")
	if _, err := events.Decode([]byte(line)); err != nil || rest != "" {
		t.Errorf("%q: %v", a.body, err)
	}
}

// away is a vault that stops answering about what comes under some words.
type away struct {
	vault.Vault
	words string
}

func (a *away) Get(ctx context.Context, key string) (vault.Entry, error) {
	if a.words != "" && strings.HasPrefix(key, a.words) {
		return vault.Entry{}, errors.New("away")
	}
	return a.Vault.Get(ctx, key)
}

// A backup of people says at its end how many records there are, and does not where it
// is none of all.
func TestBackupOfPeople(t *testing.T) {
	v := &away{Vault: new(vault.Memory)}
	w := newWorld(t, memory(), func(c *api.Config) {
		p, err := people.New(people.Config{Vault: v, Secret: secret, Logger: c.Logger})
		if err != nil {
			t.Fatal(err)
		}
		c.People = p
	})
	get := func() string { return send(t, w.admin.URL, "GET", "/admin/backup/people", "").want(t, 200).body }
	if body := get(); body != `{"records":0}`+"\n" {
		t.Errorf("of nobody: %q", body)
	}
	w.apiToken(w.signIn("ann@example.org"), people.GamesPlay)
	body := get()
	if strings.Count(body, "\n") != 4 || !strings.HasSuffix(body, `{"records":3}`+"\n") || strings.Contains(body, "ann") {
		t.Errorf("of somebody: %q", body)
	}
	v.words = "address"
	if body := get(); strings.Contains(body, "records") || strings.Count(body, "\n") != 1 {
		t.Errorf("cut off: %q", body)
	}
	send(t, w.admin.URL, "GET", "/admin/backup/people?all=1", "").want(t, 400, "unknown-parameter")
	none := newWorld(t, memory(), func(c *api.Config) { c.People = nil })
	if body := send(t, none.admin.URL, "GET", "/admin/backup/people", "").want(t, 200).body; body != `{"records":0}`+"\n" {
		t.Errorf("where nobody can have an account: %q", body)
	}
}
