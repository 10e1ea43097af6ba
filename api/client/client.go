package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Config is what a Client is made of. Server is needed.
type Config struct {
	Server    string        // "http://localhost:8080"
	Token     string        // seat token or API token sent with every request; empty: none
	Session   string        // cookie of a session, as SignIn returned it; empty: none
	HTTP      *http.Client  // nil: one of its own
	Tries     int           // how often a request is sent before giving up; 0: 8
	Pause     time.Duration // before the second try, twice as long before every further one; 0: 100 ms
	MostPause time.Duration // 0: 5 s
	Patience  time.Duration // how long one try may take; 0: 30 s
	Silence   time.Duration // how long a feed may say nothing, heartbeats included, before it counts as broken; 0: 45 s
	UserAgent string        // empty: "plylog"

	// Wait waits between tries; nil: by the clock.
	Wait func(ctx context.Context, d time.Duration) error
}

// Client speaks to one server. It is safe for concurrent use.
type Client struct {
	cfg  Config
	base *url.URL
}

// New checks the configuration and makes a Client. Nothing is sent.
func New(cfg Config) (*Client, error) {
	base, err := url.Parse(cfg.Server)
	if err != nil {
		return nil, fmt.Errorf("server %q: %w", cfg.Server, err)
	}
	if base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("server %q: want http://host:port or https://host", cfg.Server)
	}
	base.Path = strings.TrimSuffix(base.Path, "/")
	if cfg.HTTP == nil {
		cfg.HTTP = &http.Client{}
	}
	once := *cfg.HTTP
	once.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	cfg.HTTP = &once
	cfg.Tries = cmp.Or(cfg.Tries, 8)
	cfg.Pause = cmp.Or(cfg.Pause, 100*time.Millisecond)
	cfg.MostPause = cmp.Or(cfg.MostPause, 5*time.Second)
	cfg.Patience = cmp.Or(cfg.Patience, 30*time.Second)
	cfg.Silence = cmp.Or(cfg.Silence, 45*time.Second)
	cfg.UserAgent = cmp.Or(cfg.UserAgent, "plylog")
	if cfg.Wait == nil {
		cfg.Wait = wait
	}
	return &Client{cfg: cfg, base: base}, nil
}

// WithToken returns a client that sends another token.
func (c *Client) WithToken(token string) *Client {
	other := *c
	other.cfg.Token = token
	return &other
}

// wait waits by the clock.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// ErrUnreachable is wrapped by the error of a request that no server answered,
// however often it was sent.
var ErrUnreachable = errors.New("the server does not answer")
