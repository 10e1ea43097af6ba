package providertest

import (
	"encoding/json"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/golang-jwt/jwt/v5"
	"github.com/oauth2-proxy/mockoidc"
)

// Subject is what a person is called where nothing else is said.
const Subject = "subject"

// Absent leaves a claim out.
const Absent = "\x00absent"

// Person is somebody at the provider: the claims of their ID token beside those that it
// has by itself, or in place of them.
type Person map[string]any

// ID implements mockoidc.User.
func (p Person) ID() string { return Subject }

// Userinfo implements mockoidc.User.
func (p Person) Userinfo([]string) ([]byte, error) { return json.Marshal(p) }

// Claims implements mockoidc.User.
func (p Person) Claims(_ []string, c *mockoidc.IDTokenClaims) (jwt.Claims, error) {
	claims := jwt.MapClaims{
		"sub": Subject, "iss": c.Issuer, "aud": c.Audience, "exp": c.ExpiresAt.Unix(), "iat": c.IssuedAt.Unix(), "nonce": c.Nonce,
	}
	maps.Copy(claims, map[string]any(p))
	maps.DeleteFunc(claims, func(_ string, v any) bool { return v == Absent })
	return claims, nil
}

// Provider is a provider that runs until its test ends.
type Provider struct {
	*mockoidc.MockOIDC
	turn atomic.Pointer[func(http.Handler) http.Handler]
}

// Start starts a provider at an address of this machine.
func Start(t testing.TB) *Provider {
	t.Helper()
	mock, err := mockoidc.NewServer(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &Provider{MockOIDC: mock}
	if err := mock.AddMiddleware(p.between); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := mock.Start(l, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = mock.Server.Close() })
	return p
}

func (p *Provider) between(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if turn := p.turn.Load(); turn != nil {
			(*turn)(next).ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Answer lets requests whose path ends so be answered by something else.
func (p *Provider) Answer(end string, answer http.HandlerFunc) {
	turn := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, end) {
				answer(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	p.turn.Store(&turn)
}

// Heal takes away what Answer put there.
func (p *Provider) Heal() { p.turn.Store(nil) }

// Visit goes where a browser was led, as somebody, and returns where it is led back.
func (p *Provider) Visit(t testing.TB, to string, who Person) *url.URL {
	t.Helper()
	p.QueueUser(who)
	res, err := http.DefaultTransport.RoundTrip(mustGet(t, to))
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close() // nothing was read
	back, err := res.Location()
	if err != nil {
		t.Fatal(res.Status, err)
	}
	return back
}

func mustGet(t testing.TB, to string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", to, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
