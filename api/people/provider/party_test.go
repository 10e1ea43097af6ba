package provider_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oauth2-proxy/mockoidc"

	"plylog/api/people/provider"
	"plylog/api/people/provider/providertest"
)

// world is a provider, and a party that relies on it.
type world struct {
	*provider.Party
	mock *providertest.Provider
	skew atomic.Int64 // of the party's clock
}

func start(t *testing.T) *world {
	t.Helper()
	w := &world{mock: providertest.Start(t)}
	w.Party = w.party(t, w.mock.Issuer(), w.mock.ClientID, w.mock.ClientSecret)
	return w
}

func (w *world) party(t *testing.T, issuer, client, secret string) *provider.Party {
	t.Helper()
	base, _ := url.Parse("https://games.example.org")
	p, err := provider.New(provider.Config{
		Settings: []provider.Setting{{Name: "example", Title: "Example", Issuer: issuer, Client: client, Secret: provider.Secret(secret)}},
		Base:     base, Patience: 5 * time.Minute,
		Now: func() time.Time { return time.Now().Add(time.Duration(w.skew.Load())) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// visit goes to the provider as a browser would, and returns what it comes back with.
func (w *world) visit(t *testing.T, p *provider.Party, a provider.Attempt, who providertest.Person) url.Values {
	t.Helper()
	to, err := p.Redirect(t.Context(), "example", "a-state", a)
	if err != nil {
		t.Fatal(err)
	}
	back := w.mock.Visit(t, to, who)
	if back.Scheme+"://"+back.Host+back.Path != "https://games.example.org/v1/signin/example/callback" || back.Query().Get("state") != "a-state" {
		t.Fatalf("comes back to %s", back)
	}
	return back.Query()
}

func TestSignsIn(t *testing.T) {
	w := start(t)
	a := provider.NewAttempt()
	to, err := w.Redirect(t.Context(), "example", "a-state", a)
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse(to)
	q := u.Query()
	if q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || len(q.Get("code_challenge")) != 43 ||
		q.Get("nonce") != a.Nonce || strings.Contains(to, a.Verifier) || strings.Contains(to, w.mock.ClientSecret) {
		t.Errorf("sent to %s", to)
	}
	code := w.visit(t, w.Party, a, providertest.Person{"email": "Ann@Example.org", "email_verified": true}).Get("code")
	got, err := w.Prove(t.Context(), "example", a, code, w.mock.Issuer())
	if err != nil || got.Subject != "subject" || got.Issuer != w.mock.Issuer() || got.Address.Reveal() != "Ann@example.org" {
		t.Fatalf("%+v, %v", got, err)
	}
	if _, err := w.Prove(t.Context(), "example", a, code, ""); !errors.Is(err, provider.ErrRefused) {
		t.Errorf("the code again: %v", err)
	}
	if named := w.List(); len(named) != 1 || named[0] != (provider.Named{Name: "example", Title: "Example"}) {
		t.Errorf("%v", named)
	}
	for _, try := range []func() error{
		func() error { _, err := w.Redirect(t.Context(), "none", "s", a); return err },
		func() error { _, err := w.Prove(t.Context(), "none", a, code, ""); return err },
	} {
		if err := try(); !errors.Is(err, provider.ErrUnknown) {
			t.Error(err)
		}
	}
}

// An address counts where the provider says true, as JSON has it, and nowhere else.
func TestVerified(t *testing.T) {
	w := start(t)
	for name, c := range map[string]struct {
		claims providertest.Person
		want   string
	}{
		"true":              {providertest.Person{"email": "a@example.org", "email_verified": true}, "a@example.org"},
		"false":             {providertest.Person{"email": "a@example.org", "email_verified": false}, ""},
		"the word true":     {providertest.Person{"email": "a@example.org", "email_verified": "true"}, ""},
		"the word false":    {providertest.Person{"email": "a@example.org", "email_verified": "false"}, ""},
		"1":                 {providertest.Person{"email": "a@example.org", "email_verified": 1}, ""},
		"0":                 {providertest.Person{"email": "a@example.org", "email_verified": 0}, ""},
		"null":              {providertest.Person{"email": "a@example.org", "email_verified": nil}, ""},
		"a list":            {providertest.Person{"email": "a@example.org", "email_verified": []bool{true}}, ""},
		"missing":           {providertest.Person{"email": "a@example.org"}, ""},
		"other letters":     {providertest.Person{"email": "a@example.org", "Email_Verified": true}, ""},
		"no address":        {providertest.Person{"email_verified": true}, ""},
		"null address":      {providertest.Person{"email": nil, "email_verified": true}, ""},
		"two addresses":     {providertest.Person{"email": "a@example.org,b@example.org", "email_verified": true}, ""},
		"a list of one":     {providertest.Person{"email": []string{"a@example.org"}, "email_verified": true}, ""},
		"no address at all": {providertest.Person{"email": "a", "email_verified": true}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := provider.NewAttempt()
			got, err := w.Prove(t.Context(), "example", a, w.visit(t, w.Party, a, c.claims).Get("code"), "")
			if err != nil || got.Address.Reveal() != c.want || got.Subject != "subject" {
				t.Errorf("%q, %v", got.Address.Reveal(), err)
			}
		})
	}
}

// What an ID token may not say, and what may not become of an attempt.
func TestRefused(t *testing.T) {
	w := start(t)
	for name, claims := range map[string]providertest.Person{
		"another issuer":       {"iss": "https://id.example.com"},
		"no issuer":            {"iss": providertest.Absent},
		"another audience":     {"aud": []string{"another"}},
		"no audience":          {"aud": providertest.Absent},
		"several, no party":    {"aud": []string{w.mock.ClientID, "another"}},
		"another party":        {"aud": []string{w.mock.ClientID, "another"}, "azp": "another"},
		"a party that is null": {"azp": nil},
		"another nonce":        {"nonce": "another"},
		"no nonce":             {"nonce": providertest.Absent},
		"expired":              {"exp": time.Now().Add(-time.Minute).Unix()},
		"no end":               {"exp": providertest.Absent},
		"not yet":              {"nbf": time.Now().Add(time.Hour).Unix()},
		"no subject":           {"sub": providertest.Absent},
		"a long subject":       {"sub": strings.Repeat("x", 256)},
	} {
		t.Run(name, func(t *testing.T) {
			a := provider.NewAttempt()
			claims["email"], claims["email_verified"] = "a@example.org", true
			refused(t, w, w.Party, a, a, w.visit(t, w.Party, a, claims).Get("code"), "")
		})
	}
	for name, change := range map[string]func(*provider.Attempt){
		"another verifier": func(a *provider.Attempt) { a.Verifier = provider.NewAttempt().Verifier },
		"no verifier":      func(a *provider.Attempt) { a.Verifier = "" },
		"the other nonce":  func(a *provider.Attempt) { a.Nonce = provider.NewAttempt().Nonce },
		"an empty nonce":   func(a *provider.Attempt) { a.Nonce = "" },
	} {
		t.Run(name, func(t *testing.T) {
			a := provider.NewAttempt()
			b := a
			change(&b)
			refused(t, w, w.Party, a, b, w.visit(t, w.Party, a, nil).Get("code"), "")
		})
	}
	t.Run("a code that is none", func(t *testing.T) {
		a := provider.NewAttempt()
		refused(t, w, w.Party, a, a, "none", "")
	})
	t.Run("a code from another issuer", func(t *testing.T) {
		a := provider.NewAttempt()
		refused(t, w, w.Party, a, a, w.visit(t, w.Party, a, nil).Get("code"), "https://id.example.com")
	})
	t.Run("a client with another secret", func(t *testing.T) {
		a := provider.NewAttempt()
		p := w.party(t, w.mock.Issuer(), w.mock.ClientID, "another")
		refused(t, w, p, a, a, w.visit(t, p, a, nil).Get("code"), "")
	})
	t.Run("a clock that is ahead", func(t *testing.T) {
		a := provider.NewAttempt()
		code := w.visit(t, w.Party, a, nil).Get("code")
		w.skew.Store(int64(11 * time.Minute))
		defer w.skew.Store(0)
		refused(t, w, w.Party, a, a, code, "")
	})
	t.Run("signed by somebody else", func(t *testing.T) {
		a := provider.NewAttempt()
		code := w.visit(t, w.Party, a, nil).Get("code")
		own := w.mock.Keypair
		defer func() { w.mock.Keypair = own }()
		// The party has the keys of the first; the token is signed by another.
		if _, err := w.Prove(t.Context(), "example", a, code, ""); err != nil {
			t.Fatal(err)
		}
		code = w.visit(t, w.Party, a, nil).Get("code")
		stranger, err := mockoidc.RandomKeypair(2048)
		if err != nil {
			t.Fatal(err)
		}
		keys, err := own.JWKS()
		if err != nil {
			t.Fatal(err)
		}
		w.mock.Keypair = stranger
		w.mock.Answer("jwks.json", func(rw http.ResponseWriter, _ *http.Request) { _, _ = rw.Write(keys) })
		defer w.mock.Heal()
		refused(t, w, w.Party, a, a, code, "")
	})
}

// refused tries to prove, and makes sure that nothing is proved and nothing told.
func refused(t *testing.T, w *world, p *provider.Party, begun, kept provider.Attempt, code, issuer string) {
	t.Helper()
	got, err := p.Prove(t.Context(), "example", kept, code, issuer)
	if !errors.Is(err, provider.ErrRefused) || got != (provider.Identity{}) {
		t.Fatalf("%+v, %v", got, err)
	}
	for _, secret := range []string{"a@example.org", begun.Verifier, w.mock.ClientSecret} {
		if secret != "" && strings.Contains(err.Error(), secret) {
			t.Errorf("%q is in %v", secret, err)
		}
	}
}

// A provider that does not answer as it should is left alone for a while, and asked
// again then.
func TestUnavailable(t *testing.T) {
	good := func(w *world, change func(map[string]any)) func(http.ResponseWriter) {
		return func(rw http.ResponseWriter) {
			rec := httptest.NewRecorder()
			w.mock.Discovery(rec, nil)
			said := map[string]any{}
			_ = json.Unmarshal(rec.Body.Bytes(), &said)
			change(said)
			rw.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(rw).Encode(said)
		}
	}
	for name, answer := range map[string]func(*world) func(http.ResponseWriter){
		"an error": func(*world) func(http.ResponseWriter) { return func(rw http.ResponseWriter) { rw.WriteHeader(503) } },
		"no JSON": func(*world) func(http.ResponseWriter) {
			return func(rw http.ResponseWriter) { _, _ = io.WriteString(rw, "<p>") }
		},
		"cut off": func(*world) func(http.ResponseWriter) {
			return func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
		},
		"elsewhere": func(*world) func(http.ResponseWriter) {
			return func(rw http.ResponseWriter) {
				rw.Header().Set("Location", "/oidc/.well-known/jwks.json")
				rw.WriteHeader(302)
			}
		},
		"for ever": func(w *world) func(http.ResponseWriter) {
			return good(w, func(said map[string]any) { said["more"] = strings.Repeat("x", 1<<20) })
		},
		"another issuer": func(w *world) func(http.ResponseWriter) {
			return good(w, func(said map[string]any) { said["issuer"] = "https://id.example.com" })
		},
		"no token endpoint": func(w *world) func(http.ResponseWriter) {
			return good(w, func(said map[string]any) { delete(said, "token_endpoint") })
		},
		"keys without TLS": func(w *world) func(http.ResponseWriter) {
			return good(w, func(said map[string]any) { said["jwks_uri"] = "http://id.example.com/keys" })
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t)
			var asked atomic.Int64
			w.mock.Answer("openid-configuration", func(rw http.ResponseWriter, _ *http.Request) {
				asked.Add(1)
				answer(w)(rw)
			})
			a := provider.NewAttempt()
			for range 3 {
				if to, err := w.Redirect(t.Context(), "example", "s", a); !errors.Is(err, provider.ErrUnavailable) {
					t.Fatal(to, err)
				}
			}
			if _, err := w.Prove(t.Context(), "example", a, "code", ""); !errors.Is(err, provider.ErrUnavailable) {
				t.Fatal(err)
			}
			if asked.Load() != 1 {
				t.Errorf("asked %d times at once", asked.Load())
			}
			w.mock.Heal()
			w.skew.Store(int64(5 * time.Second))
			if _, err := w.Redirect(t.Context(), "example", "s", a); err != nil {
				t.Errorf("later: %v", err)
			}
		})
	}
}

// A provider that falls silent later goes on being used as it was, and a caller that
// leaves does not spoil it for others.
func TestGoesOn(t *testing.T) {
	w := start(t)
	a := provider.NewAttempt()
	left, leave := context.WithCancel(t.Context())
	leave()
	if _, err := w.Redirect(left, "example", "s", a); err != nil {
		t.Fatalf("to somebody who left: %v", err)
	}
	var asked atomic.Int64
	w.mock.Answer("openid-configuration", func(rw http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		rw.WriteHeader(503)
	})
	for _, at := range []time.Duration{0, 59 * time.Minute, time.Hour, time.Hour, time.Hour + 5*time.Second} {
		w.skew.Store(int64(at))
		if _, err := w.Redirect(t.Context(), "example", "s", a); err != nil {
			t.Errorf("after %v: %v", at, err)
		}
	}
	if asked.Load() != 2 {
		t.Errorf("asked %d times, want twice", asked.Load())
	}
	w.skew.Store(0)
	w.mock.Answer("token", func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(502) })
	code := w.visit(t, w.Party, a, nil).Get("code")
	if _, err := w.Prove(t.Context(), "example", a, code, ""); !errors.Is(err, provider.ErrUnavailable) {
		t.Errorf("without a token endpoint: %v", err)
	}
}
