package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"plylog/events"
)

// NewGame asks for a game. Empty fields mean the server's defaults.
type NewGame struct {
	Kind     string          `json:"kind"`
	Options  json.RawMessage `json:"options,omitempty"`
	Seat     string          `json:"seat,omitempty"`     // "first", "second", "random"
	Opponent string          `json:"opponent,omitempty"` // "open", "self"
	Private  bool            `json:"private,omitempty"`
	Dice     string          `json:"dice,omitempty"`    // "delegated", "shared", "recorded"
	Board    string          `json:"board,omitempty"`   // start position
	Clock    json.RawMessage `json:"clock,omitempty"`   // the time control: {"kind":"fischer","base":300000,"increment":2000} …
	Abandon  *int64          `json:"abandon,omitempty"` // milliseconds without a move after which a game without clock can be claimed; 0: never

	// ID is the id of the command, a UUID that nobody else knows: sent twice it
	// makes one game. Zero: a new one.
	ID events.CommandID `json:"-"`
}

// Created is a game that was made, as it was at first.
type Created struct {
	Game     *State
	Tokens   Tokens
	Replayed bool // it had been made before, by the same command
}

// Tokens proves seats: keep them secret.
type Tokens struct {
	First  string `json:"first"`
	Second string `json:"second"`
}

// Of returns the token of a seat, empty if there is none.
func (t Tokens) Of(s events.Seat) string {
	switch s {
	case events.First:
		return t.First
	case events.Second:
		return t.Second
	default:
		return ""
	}
}

// Seats returns the tokens by their seats, without seats that there are none of.
func (t Tokens) Seats() map[events.Seat]string {
	m := make(map[events.Seat]string, 2)
	for _, seat := range []events.Seat{events.First, events.Second} {
		if token := t.Of(seat); token != "" {
			m[seat] = token
		}
	}
	return m
}

// Create makes a game.
func (c *Client) Create(ctx context.Context, g NewGame) (*Created, error) {
	return c.made(c.command(ctx, request{path: "/v1/games"}, g.ID, 0, g))
}

// Fork asks for a practice game from a point of another.
type Fork struct {
	At   int    `json:"-"`              // the version of the other game; 0: the newest
	Dice string `json:"dice,omitempty"` // "delegated", "recorded"

	ID events.CommandID `json:"-"` // as in NewGame
}

// Fork makes a practice game, whose seats are both the caller's.
func (c *Client) Fork(ctx context.Context, game events.GameID, f Fork) (*Created, error) {
	return c.made(c.command(ctx, request{path: gamePath(game) + "/fork", query: numbers("at", f.At)}, f.ID, 0, f))
}

// made reads the answer to a create or a fork.
func (c *Client) made(r reply, err error) (*Created, error) {
	if err != nil {
		return nil, err
	}
	made := &Created{Replayed: replayed(r)}
	if err := json.Unmarshal(r.body, made); err != nil || made.Game == nil {
		return nil, fmt.Errorf("reading the answer to a create: %w", err)
	}
	return made, nil
}

// Command asks for one event in a game. Which fields belong to which type is the
// server's to say.
type Command struct {
	Type  string `json:"type"`            // "join", "move", "roll", "double", "take", "drop", "offer", "accept", "decline", "withdraw", "claim", "resign", "correct", "abort", "waive"; an administrator's "adjudicate", "pause", "continue", "close"
	Seat  string `json:"seat,omitempty"`  // join: "first" or "second"; empty: any
	Move  string `json:"move,omitempty"`  // move, correct
	Dice  []int  `json:"dice,omitempty"`  // roll, in games with recorded dice
	What  string `json:"what,omitempty"`  // offer, accept, decline, withdraw, claim
	Value string `json:"value,omitempty"` // resign

	Result string `json:"result,omitempty"` // adjudicate: "first", "second", "draw", "void"
	Reason string `json:"reason,omitempty"` // of an administrator's command: why, in words

	Anchor *events.Hash `json:"anchor,omitempty"` // join, in games with shared dice: see Commit
	Share  *events.Hash `json:"share,omitempty"`  // in games with shared dice: see Pledge

	ID      events.CommandID `json:"-"` // zero: a new one
	IfMatch int              `json:"-"` // the version that was seen; 0: whatever it is
}

// Stored is an event that a command made.
type Stored struct {
	Event    *events.Event
	Replayed bool        // it had been made before, by the same command
	Token    string      // of a join: proves the seat
	Seat     events.Seat // of a join
}

// Submit sends a command. The error is a *Problem where the server refuses it.
func (c *Client) Submit(ctx context.Context, game events.GameID, cmd Command) (*Stored, error) {
	r, err := c.command(ctx, request{path: gamePath(game) + "/events"}, cmd.ID, cmd.IfMatch, cmd)
	if err != nil {
		return nil, err
	}
	done := &Stored{Replayed: replayed(r)}
	raw := r.body
	if cmd.Type == "join" {
		var joined struct {
			Event json.RawMessage
			Token string
			Seat  events.Seat
		}
		if err := json.Unmarshal(r.body, &joined); err != nil {
			return nil, fmt.Errorf("reading the answer to a join: %w", err)
		}
		raw, done.Token, done.Seat = joined.Event, joined.Token, joined.Seat
	}
	if done.Event, err = events.Decode(raw); err != nil {
		return nil, fmt.Errorf("reading the answer to a %s: %w", cmd.Type, err)
	}
	return done, nil
}

// command sends a body under an id to the path and query of a request.
func (c *Client) command(ctx context.Context, to request, id events.CommandID, match int, body any) (reply, error) {
	if id == (events.CommandID{}) {
		var err error
		if id, err = events.NewCommandID(time.Now(), rand.Reader); err != nil {
			return reply{}, err
		}
	}
	b, err := json.Marshal(body)
	if err != nil {
		return reply{}, fmt.Errorf("writing a command: %w", err)
	}
	header := map[string]string{"Idempotency-Key": id.String()}
	if match != 0 {
		header["If-Match"] = fmt.Sprintf("%q", fmt.Sprint(match))
	}
	to.method, to.header, to.body = "POST", header, b
	return c.send(ctx, to)
}

func replayed(r reply) bool { return r.header.Get("Idempotent-Replay") == "true" }
