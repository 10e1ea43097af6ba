package client

import (
	"context"
	"encoding/json"

	"plylog/events"
)

// Audit is what a server's own audit of a game found.
type Audit struct {
	Game    events.GameID
	Verdict string
	Events  []AuditedEvent
	Problem *AuditProblem   // what was wrong first; nil: nothing
	Head    string          // a line to keep
	Dice    *AuditedDice    // nil: the game has none
	Rulings []AuditedRuling // of administrators
	// Checkpoint covers the last event; nil: none does.
	Checkpoint *struct {
		Origin, Root, Note string
		Index, Size        int64
	}
}

// AuditedEvent is one event as the audit found it.
type AuditedEvent struct {
	N    int
	Type events.Type
	OK   bool
}

// AuditProblem is what an audit found wrong.
type AuditProblem struct {
	N              int
	Reason, Detail string
}

// AuditedDice is what an audit found of the dice of a game.
type AuditedDice struct {
	Mode                           string
	Rolls, Doubles, Ties, Recorded int
	Assured                        struct{ All, ServerFirst, ServerSecond, Server int }
}

// AuditedRuling is what an administrator did with a game.
type AuditedRuling struct {
	N      int
	Type   events.Type
	By     events.PlayerID
	Ruling string // adjudicated: "first", "second", "draw", "void"
	Reason string
}

// Audit has the server fold a game again. The answer as it came is returned too.
func (c *Client) Audit(ctx context.Context, game events.GameID) (*Audit, []byte, error) {
	var raw json.RawMessage
	if err := c.get(ctx, gamePath(game)+"/audit", nil, &raw); err != nil {
		return nil, nil, err
	}
	a := new(Audit)
	return a, raw, json.Unmarshal(raw, a)
}

// Checkpoints is what a server has signed.
type Checkpoints struct {
	Store     string
	Key       string
	Rotations []string
	Shards    []Checkpoint
}

// Checkpoint is the newest checkpoint of a shard.
type Checkpoint struct {
	Shard             int
	Origin, Key       string
	Size              int64
	Root, Note, Tiles string
}

// Checkpoints returns the newest checkpoints.
func (c *Client) Checkpoints(ctx context.Context) (*Checkpoints, error) {
	list := new(Checkpoints)
	if err := c.get(ctx, "/v1/checkpoints", nil, list); err != nil {
		return nil, err
	}
	return list, nil
}

// Tile returns a tile of a log's tree; path begins with the log's prefix.
func (c *Client) Tile(ctx context.Context, path string) ([]byte, error) {
	r, err := c.send(ctx, request{method: "GET", path: path})
	return r.body, err
}
