package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"

	"github.com/coder/websocket"

	"plylog/cmd/plylog/internal/bench/prepared"
	"plylog/events/play"
)

// messaging is playing over WebSocket.
func (t *traffic) messaging() way {
	return t.served(asMessages, func(ctx context.Context, m *meter, r requests) (player, func(), error) {
		over := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
			return m.dial(ctx, address)
		}}}
		//nolint:bodyclose // the library closes it
		conn, _, err := websocket.Dial(ctx, "ws://"+t.server.address+"/v1/ws", &websocket.DialOptions{HTTPClient: over, Subprotocols: []string{"plylog.v1"}})
		if err != nil {
			return nil, nil, err
		}
		return &talker{conn: conn, messages: r}, func() { _ = conn.CloseNow() }, nil
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
	return json.Marshal(said)
}

// talker plays over WebSocket.
type talker struct {
	conn     *websocket.Conn
	messages requests
	now      [][]byte // of the game that is played
}

// What answers begin with: any, and that of an event that was stored.
var (
	answered = []byte(`{"re":1,`)
	stored   = []byte(`{"re":1,"status":201,`)
)

func (p *talker) play(ctx context.Context, g *prepared.Game, i int) error {
	if i == 0 {
		p.now = p.messages[g]
	}
	if err := p.conn.Write(ctx, websocket.MessageText, p.now[i]); err != nil {
		return fmt.Errorf("sending a message: %w", err)
	}
	for {
		_, raw, err := p.conn.Read(ctx)
		switch {
		case err != nil:
			return fmt.Errorf("reading an answer: %w", err)
		case bytes.HasPrefix(raw, stored):
			return nil
		case bytes.HasPrefix(raw, answered):
			return fmt.Errorf("the server answers %s", raw)
		}
	}
}
