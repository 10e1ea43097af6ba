package provider

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	discoveryAge   = time.Hour       // after which a provider is asked for its addresses again
	discoveryPause = 5 * time.Second // for which a provider that did not answer is left alone
)

// source is one provider, and what is known of it.
type source struct {
	set    Setting
	back   string // where browsers come back to
	client *http.Client
	now    func() time.Time

	mu     sync.Mutex
	found  *discovered
	at     time.Time // of the last try
	failed error     // how that ended
}

// discovered is what a provider says about itself.
type discovered struct {
	flow     *oauth2.Config
	verifier *oidc.IDTokenVerifier
}

// discover returns what a provider says about itself, and asks it where that is not
// known or old. Where it does not answer, what it said before goes on being good.
func (s *source) discover(ctx context.Context) (*discovered, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	age := s.now().Sub(s.at)
	switch {
	case s.found != nil && s.failed == nil && age < discoveryAge, s.found != nil && s.failed != nil && age < discoveryPause:
		return s.found, nil
	case s.failed != nil && age < discoveryPause:
		return nil, s.failed
	}
	// Others wait for the answer too: that one of them leaves is no failure.
	found, err := s.ask(oidc.ClientContext(context.WithoutCancel(ctx), s.client))
	s.at, s.failed = s.now(), err
	if err == nil {
		s.found = found
	}
	if s.found == nil {
		return nil, err
	}
	return s.found, nil
}

// ask asks the provider. The client bounds the time.
func (s *source) ask(ctx context.Context) (*discovered, error) {
	p, err := oidc.NewProvider(ctx, s.set.Issuer)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %.200s", ErrUnavailable, s.set.Name, err.Error())
	}
	var said struct {
		Keys    string   `json:"jwks_uri"`
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := p.Claims(&said); err != nil {
		return nil, fmt.Errorf("%w: %s: its metadata cannot be read", ErrUnavailable, s.set.Name)
	}
	endpoint := p.Endpoint()
	for _, address := range []string{endpoint.AuthURL, endpoint.TokenURL, said.Keys} {
		if !s.safe(address) {
			return nil, fmt.Errorf("%w: %s: one of its addresses is missing or not https", ErrUnavailable, s.set.Name)
		}
	}
	endpoint.AuthStyle = oauth2.AuthStyleInHeader // what there is where nothing is said
	if slices.Contains(said.Methods, "client_secret_post") {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	return &discovered{
		flow: &oauth2.Config{
			ClientID: s.set.Client, ClientSecret: string(s.set.Secret), Endpoint: endpoint, RedirectURL: s.back,
			Scopes: []string{oidc.ScopeOpenID, "email"},
		},
		verifier: p.VerifierContext(ctx, &oidc.Config{ClientID: s.set.Client, Now: s.now}),
	}, nil
}

// Try asks a provider what it says of itself, as a sign-in would, and forgets it.
// Errors wrap ErrUnavailable.
func Try(ctx context.Context, set Setting, transport http.RoundTripper) error {
	s := &source{set: set, client: careful(transport, 0), now: time.Now}
	_, err := s.ask(oidc.ClientContext(ctx, s.client))
	return err
}

// safe reports whether an address of the provider is as safe as its issuer is.
func (s *source) safe(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && u.User == nil &&
		(u.Scheme == "https" || u.Scheme == "http" && strings.HasPrefix(s.set.Issuer, "http:") && isHere(u.Hostname()))
}
