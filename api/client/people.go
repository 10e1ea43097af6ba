package client

import (
	"context"
	"net/url"
	"strings"
	"time"

	"plylog/events"
)

// Me is who a client is to a server. ID is empty where nobody is signed in.
type Me struct {
	ID      events.PlayerID `json:"id"`
	Name    string          `json:"name"`   // as others see it
	Chosen  bool            `json:"chosen"` // they chose it; else it is made up
	Created time.Time       `json:"created,omitzero"`
	Admin   bool            `json:"admin"`
	Scopes  []string        `json:"scopes"` // what the token allows
}

// Me returns who the client's API token is of.
func (c *Client) Me(ctx context.Context) (*Me, error) {
	m := new(Me)
	if err := c.get(ctx, "/v1/me", nil, m); err != nil {
		return nil, err
	}
	return m, nil
}

// Names returns what players are called, at most 100 of them.
func (c *Client) Names(ctx context.Context, who ...events.PlayerID) (map[events.PlayerID]string, error) {
	words := make([]string, len(who))
	for i, p := range who {
		words[i] = string(p)
	}
	var r struct {
		Players []struct {
			Player events.PlayerID `json:"player"`
			Name   string          `json:"name"`
		} `json:"players"`
	}
	if err := c.get(ctx, "/v1/players", url.Values{"ids": {strings.Join(words, ",")}}, &r); err != nil {
		return nil, err
	}
	names := make(map[events.PlayerID]string, len(r.Players))
	for _, one := range r.Players {
		names[one.Player] = one.Name
	}
	return names, nil
}
