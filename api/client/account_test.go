package client_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plylog/api/client"
	"plylog/api/post"
)

// letters are those that a server sent.
type letters struct{ links []string }

// SignIn implements api.Mail.
func (l *letters) SignIn(_ post.Address, _, token string, _ time.Duration) error {
	l.links = append(l.links, token)
	return nil
}

// MethodAdded implements api.Mail.
func (l *letters) MethodAdded(post.Address, string, post.Method) error { return nil }

// refused makes sure that an error is a refusal of a kind.
func refused(t *testing.T, err error, kind string) {
	t.Helper()
	var p *client.Problem
	if !errors.As(err, &p) || p.Kind() != kind {
		t.Errorf("%v, want %s", err, kind)
	}
}

// Somebody signs in by a letter and makes a token, over TLS, where cookies are called
// otherwise, and not.
func TestAccount(t *testing.T) {
	w := newWorld(t)
	over := httptest.NewTLSServer(w.http.Config.Handler)
	defer over.Close()
	for _, s := range []*httptest.Server{w.http, over} {
		cfg := client.Config{Server: s.URL, HTTP: s.Client()}
		c, err := client.New(cfg)
		must(t, err)
		_, _, err = c.AskSignIn(ctx, "nobody", "")
		refused(t, err, "bad-field")
		proof, valid, err := c.AskSignIn(ctx, "ann@example.org", "en")
		must(t, err)
		if valid != 15*time.Minute {
			t.Errorf("a link is good for %v", valid)
		}
		_, _, err = c.SignIn(ctx, proof, "", "123456")
		refused(t, err, "link-spent") // which shows its code where it is opened
		who, session, err := c.SignIn(ctx, proof, w.links[len(w.links)-1], "")
		must(t, err)
		if who.ID == "" || len(who.Scopes) != 4 || strings.HasPrefix(session, "__Host-") != (s == over) {
			t.Errorf("signed in as %+v by %q", who, session)
		}
		cfg.Session = session
		mine, err := client.New(cfg)
		must(t, err)
		made, err := mine.NewToken(ctx, "a bot", []string{"games:play"}, 7)
		must(t, err)
		if !strings.HasPrefix(made.Token, "plylog_pat_") || made.Expires.Sub(made.Created) != 7*24*time.Hour {
			t.Errorf("made %+v", made)
		}
		me, err := c.WithToken(made.Token).Me(ctx)
		must(t, err)
		if me.ID != who.ID || len(me.Scopes) != 1 {
			t.Errorf("the token is of %+v", me)
		}
		// What is about the account itself no token is enough for.
		_, err = c.WithToken(made.Token).NewToken(ctx, "more", []string{"games:play"}, 0)
		refused(t, err, "scope-missing")
		_, err = c.WithToken(made.Token).APITokens(ctx)
		refused(t, err, "scope-missing")
		refused(t, c.WithToken(made.Token).RevokeToken(ctx, made.ID), "scope-missing")
		all, err := mine.APITokens(ctx)
		must(t, err)
		if len(all) != 1 || all[0].ID != made.ID || all[0].Token != "" || all[0].Used.IsZero() {
			t.Errorf("tokens %+v", all)
		}
		refused(t, mine.RevokeToken(ctx, "a/../b"), "not-found")
		must(t, mine.RevokeToken(ctx, made.ID))
		_, err = c.WithToken(made.Token).Me(ctx)
		refused(t, err, "token-revoked")
		must(t, mine.SignOut(ctx))
		_, err = mine.APITokens(ctx)
		refused(t, err, client.SignedOut)
	}
}
