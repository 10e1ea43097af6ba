package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/cmd/plylog/internal/bench/wire"
	"plylog/events/play"
)

// messaging is playing over WebSocket.
func (t *traffic) messaging() way {
	return t.served(asMessages, func(ctx context.Context, m *meter, r requests) (player, func(), error) {
		conn, err := m.dial(ctx, t.server.address)
		if err != nil {
			return nil, nil, err
		}
		socket, err := wire.Upgrade(conn, t.server.address, "/v1/ws", "plylog.v1")
		if err != nil {
			return nil, nil, errors.Join(err, conn.Close())
		}
		return &talker{socket: socket, messages: r}, func() { _ = conn.Close() }, nil
	})
}

// asMessages writes messages as a client sends them that may have to repeat them:
// with the commands' ids.
func asMessages(g *prepared.Game, c *play.Command, body []byte) ([]byte, error) {
	said := struct {
		ID      int             `json:"id"`
		Do      string          `json:"do"`
		Game    string          `json:"game,omitempty"`
		Token   string          `json:"token,omitempty"`
		Command string          `json:"command"`
		Body    json.RawMessage `json:"body"`
	}{ID: 1, Do: "create", Command: g.Key.String(), Body: body}
	if c != nil {
		said.Do, said.Game, said.Token, said.Command = "submit", g.Create.Game.String(), g.Token(c).Reveal(), c.ID.String()
	}
	text, err := json.Marshal(said)
	if err != nil {
		return nil, err
	}
	return wire.Message(text), nil
}

// talker plays over WebSocket.
type talker struct {
	socket   *wire.Socket
	messages requests
	now      [][]byte // of the game that is played
}

// What answers begin with: any, and that of an event that was stored.
var (
	answered = []byte(`{"re":1,`)
	stored   = []byte(`{"re":1,"status":201,`)
)

func (p *talker) play(_ context.Context, g *prepared.Game, i int) error {
	if i == 0 {
		p.now = p.messages[g]
	}
	if err := p.socket.Send(p.now[i]); err != nil {
		return err
	}
	for {
		raw, err := p.socket.Receive()
		switch {
		case err != nil:
			return err
		case bytes.HasPrefix(raw, stored):
			return nil
		case bytes.HasPrefix(raw, answered):
			return fmt.Errorf("the server answers %s", raw)
		}
	}
}
