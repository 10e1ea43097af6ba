package client

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"

	"plylog/events"
)

// Kinds lists the games that the server offers.
func (c *Client) Kinds(ctx context.Context) ([]Kind, error) {
	var list struct{ Kinds []Kind }
	err := c.get(ctx, "/v1/kinds", nil, &list)
	return list.Kinds, err
}

// State returns what a game looks like at a version, 0: now.
func (c *Client) State(ctx context.Context, game events.GameID, at int) (*State, error) {
	s := new(State)
	if err := c.get(ctx, gamePath(game), numbers("at", at), s); err != nil {
		return nil, err
	}
	return s, nil
}

// StateIn is State with the board in another notation of the field: "text" for
// every kind of game, and what Kind.Boards lists.
func (c *Client) StateIn(ctx context.Context, game events.GameID, at int, notation string) (*State, error) {
	q := numbers("at", at)
	q.Set("board", notation)
	s := new(State)
	if err := c.get(ctx, gamePath(game), q, s); err != nil {
		return nil, err
	}
	return s, nil
}

// Player returns how the games of a player went that are over and were played
// between two players.
func (c *Client) Player(ctx context.Context, who events.PlayerID) (*PlayerResults, error) {
	r := new(PlayerResults)
	if err := c.get(ctx, "/v1/players/"+url.PathEscape(string(who)), nil, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Filter says which games to list. Empty fields let everything through.
type Filter struct {
	Kind   string
	Status string // "open", "playing", "over", "damaged"
	Player events.PlayerID
	Limit  int    // games on a page; 0: the server's choice
	Cursor string // Next of the page before
}

// List returns a page of the games that everybody may see, newest first.
func (c *Client) List(ctx context.Context, f Filter) (*Page, error) {
	q := numbers("limit", f.Limit)
	for name, value := range map[string]string{"kind": f.Kind, "status": f.Status, "player": string(f.Player), "cursor": f.Cursor} {
		if value != "" {
			q.Set(name, value)
		}
	}
	p := new(Page)
	if err := c.get(ctx, "/v1/games", q, p); err != nil {
		return nil, err
	}
	return p, nil
}

// Choices lists what a seat can play at a version, 0: now. events.Nobody stands
// for the seat of the client's token, or else the one on turn.
func (c *Client) Choices(ctx context.Context, game events.GameID, seat events.Seat, at int) (*Choices, error) {
	q := numbers("at", at)
	if seat.Plays() {
		q.Set("seat", seat.String())
	}
	l := new(Choices)
	if err := c.get(ctx, gamePath(game)+"/choices", q, l); err != nil {
		return nil, err
	}
	return l, nil
}

// History returns a game's moves as people read them, with the board after each
// where boards is set.
func (c *Client) History(ctx context.Context, game events.GameID, boards bool) (*History, error) {
	q := url.Values{}
	if boards {
		q.Set("boards", "1")
	}
	h := new(History)
	if err := c.get(ctx, gamePath(game)+"/history", q, h); err != nil {
		return nil, err
	}
	return h, nil
}

// Repetitions returns how often positions have stood and what that bars.
func (c *Client) Repetitions(ctx context.Context, game events.GameID) (*Repetitions, error) {
	r := new(Repetitions)
	if err := c.get(ctx, gamePath(game)+"/repetitions", nil, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Events returns the events of a game behind number after, at most limit of
// them; 0: the server's choice.
func (c *Client) Events(ctx context.Context, game events.GameID, after, limit int) (*EventPage, error) {
	q := numbers("limit", limit)
	q.Set("after", strconv.Itoa(after))
	var page struct {
		Game    events.GameID
		Events  []json.RawMessage
		Version int
		Next    int
	}
	if err := c.get(ctx, gamePath(game)+"/events", q, &page); err != nil {
		return nil, err
	}
	p := &EventPage{Game: page.Game, Version: page.Version, Next: page.Next}
	for _, raw := range page.Events {
		e, err := readNext(game, after, raw)
		if err != nil {
			return nil, err
		}
		after = e.N
		p.Events = append(p.Events, e)
	}
	return p, nil
}

// readNext reads the event that follows number after of a game.
func readNext(game events.GameID, after int, raw []byte) (*events.Event, error) {
	e, err := events.Decode(raw)
	if err != nil {
		return nil, fmt.Errorf("reading an event behind %d of game %s: %w", after, game, err)
	}
	if e.Game != game || e.N != after+1 {
		return nil, &GapError{Game: game, Want: after + 1, Got: e.N, Of: e.Game}
	}
	return e, nil
}

// GapError says that a server sent another event than the one that follows.
type GapError struct {
	Game events.GameID
	Want int
	Got  int
	Of   events.GameID // the game that the event is of
}

// Error implements error.
func (e *GapError) Error() string {
	return fmt.Sprintf("event %d of game %s came where event %d of game %s follows", e.Got, e.Of, e.Want, e.Game)
}

func gamePath(game events.GameID) string { return "/v1/games/" + game.String() }

// numbers makes a query of a number that is not 0.
func numbers(name string, n int) url.Values {
	q := url.Values{}
	if n != 0 {
		q.Set(name, strconv.Itoa(n))
	}
	return q
}
