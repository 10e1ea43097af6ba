package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// The cookies by which a server knows who is signing in and who is signed in. Over TLS
// their names have a prefix.
const (
	cookieSession = "plylog"
	cookieBrowser = "plylog-browser"
	cookiePrefix  = "__Host-"
)

// Proof is what is needed beside a letter to sign in: what the server gave to whoever
// asked for the letter. It is a secret.
type Proof string

// AskSignIn has a letter sent with a link that signs in. It is asked once, however the
// network is: each time is a letter. valid is for how long the link works.
func (c *Client) AskSignIn(ctx context.Context, address, language string) (p Proof, valid time.Duration, err error) {
	body, err := json.Marshal(map[string]string{"address": address, "lang": language})
	if err != nil {
		return "", 0, err
	}
	r, err := c.once(ctx, request{method: http.MethodPost, path: "/v1/signin", body: body})
	if err != nil {
		return "", 0, err
	}
	var sent struct{ Minutes int }
	if err := json.Unmarshal(r.body, &sent); err != nil {
		return "", 0, fmt.Errorf("reading the answer about the letter: %w", err)
	}
	p = Proof(cookie(r.header, cookieBrowser))
	if p == "" {
		return "", 0, errors.New("the server gave nothing to sign in with")
	}
	return p, time.Duration(sent.Minutes) * time.Minute, nil
}

// SignIn opens a session with the token of the link, or with the code that the link
// showed where it was opened; one of the two is empty. session goes into
// Config.Session.
func (c *Client) SignIn(ctx context.Context, p Proof, token, code string) (who *Me, session string, err error) {
	body := map[string]string{}
	for name, value := range map[string]string{"token": token, "code": code} {
		if value != "" {
			body[name] = value
		}
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, "", err
	}
	r, err := c.send(ctx, request{method: http.MethodPost, path: "/v1/signin/confirm", body: raw, header: map[string]string{"Cookie": string(p)}})
	if err != nil {
		return nil, "", err
	}
	who = new(Me)
	if err := json.Unmarshal(r.body, who); err != nil {
		return nil, "", fmt.Errorf("reading who signed in: %w", err)
	}
	if session = cookie(r.header, cookieSession); session == "" {
		return nil, "", errors.New("the server opened no session")
	}
	return who, session, nil
}

// SignOut ends the client's session.
func (c *Client) SignOut(ctx context.Context) error {
	_, err := c.send(ctx, request{method: http.MethodPost, path: "/v1/signout"})
	return err
}

// cookie returns a cookie of ours as it is sent, with its name; empty: none was given.
func cookie(h http.Header, name string) string {
	for _, line := range h["Set-Cookie"] {
		if c, err := http.ParseSetCookie(line); err == nil && strings.TrimPrefix(c.Name, cookiePrefix) == name && c.Value != "" {
			return c.Name + "=" + c.Value
		}
	}
	return ""
}

// APIToken is an API token of whoever is signed in. Its secret is in Token once, when
// it is made.
type APIToken struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Scopes  []string  `json:"scopes"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"`
	Used    time.Time `json:"used,omitzero"` // to the day; zero: never
	Token   string    `json:"token,omitempty"`
}

// myTokens is where they are. All that is done there takes a session.
const myTokens = "/v1/me/tokens"

// NewToken makes an API token. days is how long it is good, 0: as long as the server
// thinks right. It is asked once: where no answer came, there may be a token that
// nobody has the secret of.
func (c *Client) NewToken(ctx context.Context, name string, scopes []string, days int) (*APIToken, error) {
	body, err := json.Marshal(struct {
		Name   string   `json:"name"`
		Scopes []string `json:"scopes"`
		Days   int      `json:"days,omitempty"`
	}{name, scopes, days})
	if err != nil {
		return nil, err
	}
	r, err := c.once(ctx, request{method: http.MethodPost, path: myTokens, body: body})
	if err != nil {
		return nil, err
	}
	t := new(APIToken)
	if err := json.Unmarshal(r.body, t); err != nil {
		return nil, fmt.Errorf("reading the token: %w", err)
	}
	return t, nil
}

// APITokens lists the API tokens of whoever is signed in, the newest first.
func (c *Client) APITokens(ctx context.Context) ([]APIToken, error) {
	var list struct{ Tokens []APIToken }
	err := c.get(ctx, myTokens, nil, &list)
	return list.Tokens, err
}

// RevokeToken ends an API token, by its id.
func (c *Client) RevokeToken(ctx context.Context, id string) error {
	_, err := c.send(ctx, request{method: http.MethodDelete, path: myTokens + "/" + url.PathEscape(id)})
	return err
}
