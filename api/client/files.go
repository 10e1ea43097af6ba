package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/url"
	"time"

	"plylog/events"
)

// File is a game in a file format.
type File struct {
	Data    []byte
	LeftOut string // what of the game the format has no room for; empty: nothing
}

// Export returns a game as a file: "jsonl", its stored events, or a format of its
// kind.
func (c *Client) Export(ctx context.Context, game events.GameID, format string) (*File, error) {
	r, err := c.send(ctx, request{method: "GET", path: gamePath(game) + "/export", query: url.Values{"format": {format}}})
	if err != nil {
		return nil, err
	}
	return &File{Data: r.body, LeftOut: r.header.Get("Plylog-Left-Out")}, nil
}

// Imported is what became of one game of a file.
type Imported struct {
	Name   string         `json:"name"`
	Game   *events.GameID `json:"game,omitempty"` // nil where nothing could be stored
	Moves  int            `json:"moves"`
	Result *events.Result `json:"result,omitempty"`
	Error  *Problem       `json:"error,omitempty"`
}

// Import makes games of a file. The same file under the same id makes them once;
// a zero id is a new one.
func (c *Client) Import(ctx context.Context, kind, format string, data []byte, id events.CommandID) ([]Imported, error) {
	if id == (events.CommandID{}) {
		var err error
		if id, err = events.NewCommandID(time.Now(), rand.Reader); err != nil {
			return nil, err
		}
	}
	r, err := c.send(ctx, request{
		method: "POST", path: "/v1/import", query: url.Values{"kind": {kind}, "format": {format}},
		header: map[string]string{"Idempotency-Key": id.String(), "Content-Type": "application/octet-stream"}, body: data,
	})
	if err != nil {
		return nil, err
	}
	var out struct{ Games []Imported }
	if err := json.Unmarshal(r.body, &out); err != nil {
		return nil, fmt.Errorf("reading the answer to an import: %w", err)
	}
	return out.Games, nil
}

// Receipt returns the proof that a finished game is in the server's log, as a file
// (c2sp.org/tlog-proof).
func (c *Client) Receipt(ctx context.Context, game events.GameID) ([]byte, error) {
	r, err := c.send(ctx, request{method: "GET", path: gamePath(game) + "/receipt"})
	return r.body, err
}
