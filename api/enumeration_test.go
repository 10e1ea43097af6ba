package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"plylog/api"
	"plylog/api/people"
	"plylog/api/people/vault"
	"plylog/api/post"
	"plylog/events/jetlog"
)

// unread is where letters go that nobody reads.
type unread struct{}

// SignIn implements api.Mail.
func (unread) SignIn(post.Address, string, string, time.Duration) error { return nil }

// MethodAdded implements api.Mail.
func (unread) MethodAdded(post.Address, string, post.Method) error { return nil }

// asks asks for a letter as a browser that has come for the first time, without a
// network between.
func asks(public http.Handler, address string) (*httptest.ResponseRecorder, time.Duration) {
	r := httptest.NewRequest("POST", "/v1/signin", strings.NewReader(`{"address":"`+address+`","lang":"en"}`))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = "127.0.0.1:1"
	rec := httptest.NewRecorder()
	begin := time.Now()
	public.ServeHTTP(rec, r)
	return rec, time.Since(begin)
}

// Whoever asks for a letter is answered the same, word for word, whether the address
// has an account or not: games.md J 143. (What is asked of the vault for it is the same
// too: TestAskIsTheSame of package people.)
func TestAnswersToKnownAndUnknown(t *testing.T) {
	w := newWorld(t, memory(), func(c *api.Config) { c.Mail = unread{} })
	w.signIn("known@example.org")
	w.do("DELETE", "/v1/me", "", cookie(w.signIn("gone@example.org"))).want(t, 204)
	public := w.server.Public()
	same := func(address string) (status int, h http.Header, body string) {
		rec, _ := asks(public, address)
		h = maps.Clone(rec.Result().Header)
		h.Del("Date")
		c, err := http.ParseSetCookie(h.Get("Set-Cookie"))
		if err != nil || len(c.Value) != 43 {
			t.Fatalf("the cookie %q: %v", h.Get("Set-Cookie"), err)
		}
		h.Set("Set-Cookie", strings.Replace(h.Get("Set-Cookie"), c.Value, "", 1))
		return rec.Code, h, rec.Body.String()
	}
	status, h, body := same("known@example.org")
	if status != http.StatusAccepted {
		t.Fatal(status, body)
	}
	for _, address := range []string{"nobody@example.org", "gone@example.org"} {
		s, other, b := same(address)
		if s != status || b != body || !maps.EqualFunc(h, other, slices.Equal[[]string]) {
			t.Errorf("known: %d %v %s\n%s: %d %v %s", status, h, body, address, s, other, b)
		}
	}
}

// BenchmarkKnownAndUnknown measures how long asking for a letter takes for an address
// that has an account and for ones that have none, in turn, and reports the ratio of
// the medians: 1 tells nothing.
func BenchmarkKnownAndUnknown(b *testing.B) {
	vaults := map[string]func(*testing.B) vault.Vault{
		"memory": func(*testing.B) vault.Vault { return new(vault.Memory) },
		"disk": func(b *testing.B) vault.Vault {
			s, err := jetlog.Embed(b.Context(), jetlog.EmbedOptions{Dir: b.TempDir()})
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(s.Close)
			nc, err := s.Connect("test")
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(nc.Close)
			v, err := vault.OpenJet(b.Context(), nc, 1, nil)
			if err != nil {
				b.Fatal(err)
			}
			b.Cleanup(v.Close)
			return v
		},
	}
	for name, open := range vaults {
		b.Run(name, func(b *testing.B) {
			v := open(b)
			w := newWorld(b, memory(), func(c *api.Config) {
				p, err := people.New(people.Config{Vault: v, Secret: secret, Logger: c.Logger})
				if err != nil {
					b.Fatal(err)
				}
				c.People, c.Mail = p, unread{}
			})
			w.signIn("known@example.org")
			public := w.server.Public()
			var took [2][]time.Duration
			for n := 0; b.Loop(); n++ {
				for i := range took {
					known := (n+i)%2 == 0 // each comes first as often
					address, at := "known@example.org", 0
					if !known {
						address, at = fmt.Sprintf("nob%02d@example.org", n%100), 1
					}
					rec, d := asks(public, address)
					if rec.Code != http.StatusAccepted {
						b.Fatal(rec.Code, rec.Body)
					}
					took[at] = append(took[at], d)
				}
			}
			var median [2]float64
			for i, all := range took {
				slices.Sort(all)
				median[i] = float64(all[len(all)/2])
			}
			b.ReportMetric(median[0], "known-ns")
			b.ReportMetric(median[1], "unknown-ns")
			b.ReportMetric(median[0]/median[1], "known/unknown")
		})
	}
}
