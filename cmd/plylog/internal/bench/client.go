package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/cmd/plylog/internal/bench/wire"
	"plylog/events/play"
)

// client plays over HTTP, on one connection.
type client struct {
	conn     *wire.Conn
	requests requests
	now      [][]byte // of the game that is played
}

func (p *client) play(_ context.Context, g *prepared.Game, i int) error {
	if i == 0 {
		p.now = p.requests[g]
	}
	status, body, err := p.conn.Do(p.now[i])
	if err == nil && status != http.StatusCreated {
		err = fmt.Errorf("the server answers %d: %s", status, body)
	}
	return err
}

// requests are what makes the events of games, one after the other.
type requests map[*prepared.Game][][]byte

// writer writes what is sent for one event: for a command, and for creating the
// game where that is nil.
type writer func(g *prepared.Game, c *play.Command, body []byte) ([]byte, error)

// requestsFor writes every request of some games.
func requestsFor(games []*prepared.Game, write writer) (requests, error) {
	all := make(requests, len(games))
	for _, g := range games {
		body, err := json.Marshal(struct {
			Kind     string `json:"kind"`
			Opponent string `json:"opponent"`
		}{g.Create.Kind, "self"})
		if err != nil {
			return nil, err
		}
		first, err := write(g, nil, body)
		if err != nil {
			return nil, err
		}
		list := [][]byte{first}
		for i := range g.Commands {
			c := &g.Commands[i]
			body, err := json.Marshal(struct {
				Type play.CommandType `json:"type"`
				Move string           `json:"move,omitempty"`
			}{c.Type, c.Move})
			if err != nil {
				return nil, err
			}
			r, err := write(g, c, body)
			if err != nil {
				return nil, err
			}
			list = append(list, r)
		}
		all[g] = list
	}
	return all, nil
}

// asRequests writes requests as a client sends them that may have to repeat them:
// under idempotency keys.
func asRequests(host string) writer {
	return func(g *prepared.Game, c *play.Command, body []byte) ([]byte, error) {
		if c == nil {
			return wire.Request("POST", host, "/v1/games", string(body), wire.Header{Name: "Idempotency-Key", Value: g.Key.String()}), nil
		}
		return wire.Request("POST", host, "/v1/games/"+g.Create.Game.String()+"/events", string(body),
			wire.Header{Name: "Authorization", Value: "Bearer " + g.Token(c).Reveal()},
			wire.Header{Name: "Idempotency-Key", Value: c.ID.String()}), nil
	}
}

// versionOf asks the server how many events a game has.
func versionOf(conn *wire.Conn, host string, g *prepared.Game) (int, error) {
	status, body, err := conn.Do(wire.Request("GET", host, "/v1/games/"+g.Create.Game.String(), ""))
	if err != nil {
		return 0, err
	}
	var state struct {
		Version int `json:"version"`
	}
	if status != http.StatusOK {
		return 0, fmt.Errorf("the server answers %d: %s", status, body)
	}
	if err := json.Unmarshal(body, &state); err != nil {
		return 0, fmt.Errorf("reading the game's state: %w", err)
	}
	return state.Version, nil
}
