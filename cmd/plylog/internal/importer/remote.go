package importer

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"plylog/api/client"
	"plylog/events"
)

// newGame is what a game is created with. Both seats are the importer's.
type newGame struct {
	kind    string
	options json.RawMessage
	board   string
	dice    string // "recorded" in games with dice
}

// standing is where a game stands.
type standing struct {
	version int // the number of its events
	result  *events.Result
	offer   *events.Offer
}

// table is a game that the importer sits at, on both sides.
type table struct {
	game   events.GameID
	tokens client.Tokens
	now    standing
}

// server is what the importer asks of a server, each once: whoever calls sends
// again.
type server struct{ *client.Client }

// create makes the game of a key, or finds it, and says where it stands now.
func (s server) create(ctx context.Context, g newGame, key events.CommandID) (*table, error) {
	made, err := s.Create(ctx, client.NewGame{
		Kind: g.kind, Options: g.options, Board: g.board, Dice: g.dice, Opponent: "self", ID: key,
	})
	if err != nil {
		return nil, err
	}
	st := made.Game
	if made.Replayed { // the answer tells of the game as it was at first
		if st, err = s.WithToken(made.Tokens.First).State(ctx, st.ID, 0); err != nil {
			return nil, err
		}
	}
	return &table{game: st.ID, tokens: made.Tokens, now: standing{st.Version, st.Result, st.Offer}}, nil
}

// submit carries a command out under its id; before tells that it had been
// carried out already.
func (s server) submit(ctx context.Context, t *table, c command, id events.CommandID) (before bool, err error) {
	done, err := s.WithToken(t.tokens.Of(c.by)).Submit(ctx, t.game, client.Command{
		Type: c.typ, Move: c.move, Dice: c.dice, What: c.what, Value: c.value, ID: id,
	})
	if err != nil {
		return false, err
	}
	e := done.Event
	t.now = standing{e.N, e.After.Result, e.After.Offer}
	return done.Replayed, nil
}

// away reports whether an error means that the server cannot be reached now, or
// puts the command off: the same again may succeed.
func away(err error) bool {
	var p *client.Problem
	if errors.As(err, &p) {
		return p.Status == 429 || p.Status == 502 || p.Status == 503 || p.Status == 504 || p.Kind() == client.Conflict
	}
	return errors.Is(err, client.ErrUnreachable)
}

// ruled reports whether an error is the game's own no: by its rules, or by its
// state.
func ruled(err error) (*client.Problem, bool) {
	var p *client.Problem
	if !errors.As(err, &p) || p.Status != 422 && p.Status != 409 && p.Status != 400 {
		return nil, false
	}
	return p, p.Kind() != client.KeyReused
}

// noSuchEnding reports whether a game has no ending of the kind that was tried:
// no draw by agreement, no resignation for that value.
func noSuchEnding(err error) bool {
	p, ok := ruled(err)
	return ok && p.Kind() == "not-offered"
}

// refused writes an error down.
func (o *Outcome) refused(err error) {
	o.err, o.Error, o.State = err, err.Error(), Failed
	if p, ok := ruled(err); ok {
		o.State, o.Error, o.Rule = Illegal, p.Detail, p.Rule
		o.Legal = slices.Clone(p.Legal)
	}
}
