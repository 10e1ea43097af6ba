package bot

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"

	"plylog/api/client"
	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
	"plylog/events/play"
)

// Server is what a Player needs of a server: a *client.Client with the token of
// the Player's seat.
type Server interface {
	State(ctx context.Context, game events.GameID, at int) (*client.State, error)
	Follow(ctx context.Context, game events.GameID, after int) iter.Seq2[*events.Event, error]
	Submit(ctx context.Context, game events.GameID, cmd client.Command) (*client.Stored, error)
}

// Player takes a bot through one game. Logger may be nil. In games with shared dice
// Seed is the beginning of the bot's own dice chain, known to nobody else and the
// same whenever the Player is started again; without one it gives the chain up.
type Player struct {
	Server   Server
	Registry *engines.Registry
	Game     events.GameID
	Seat     events.Seat
	Bot      Bot
	Seed     *dice.Link
	Logger   *slog.Logger
}

// ErrDice is wrapped by the error of a Player that is asked to bring dice.
var ErrDice = errors.New("a bot has no dice of its own")

// Play follows the game and plays until it is over. It returns the result, or the
// error of the context, the bot or the server; what passes, Server has tried
// again by then. A Player that was stopped may be started again at any time.
func (p *Player) Play(ctx context.Context) (*events.Result, error) {
	state, err := p.Server.State(ctx, p.Game, 0)
	if err != nil {
		return nil, fmt.Errorf("a bot in game %s: %w", p.Game, err)
	}
	t := &table{Player: p, seen: state.Version}
	if t.Logger == nil {
		t.Logger = slog.New(slog.DiscardHandler)
	}
	for e, err := range p.Server.Follow(ctx, p.Game, 0) {
		if err == nil {
			err = t.happened(ctx, e)
		}
		if err != nil {
			return nil, fmt.Errorf("a bot in game %s: %w", p.Game, err)
		}
		if t.game.Over() {
			return t.game.After.Result, nil
		}
	}
	return nil, fmt.Errorf("a bot in game %s: %w: the feed ended before the game", p.Game, client.ErrUnreachable)
}

// table is a game that a Player sits at.
type table struct {
	*Player
	seen  int // what was stored when it sat down is not answered one by one
	game  *play.Game
	chain *dice.Chain // nil: not made yet
	count count
}

// happened takes an event in and answers it where it is the bot's turn to.
func (t *table) happened(ctx context.Context, e *events.Event) error {
	var err error
	if t.game == nil {
		t.game, err = play.Start(t.Registry, e)
	} else {
		t.game, err = t.game.Apply(e)
	}
	if err != nil {
		return err
	}
	if a, ok := e.Data.(*events.Act); ok {
		t.count.add(e.Type, a.Seat)
	}
	if t.game.N < t.seen || t.game.Over() || t.game.After.Paused {
		return nil
	}
	if committed, err := t.commit(ctx); committed || err != nil || t.game.Open() {
		return err
	}
	return t.answer(ctx)
}

// answer sends the bot's command for the present version, if it has one.
func (t *table) answer(ctx context.Context) error {
	s := sitting{bot: t.Bot, seat: t.Seat, engine: t.game.Engine}
	awaited := t.game.Shared()
	a, ok, err := s.act(ctx, situation{
		position: t.game.Position(), offer: t.game.After.Offer,
		moves: t.count.moves, offered: t.count.offered[t.Seat-events.First],
		ready: awaited.Brings(t.Seat, play.Roll) > 0,
	})
	if err != nil || !ok {
		return err
	}
	if a.typ == play.Roll && t.game.Created.Dice == play.DiceRecorded {
		return ErrDice
	}
	cmd := client.Command{Type: string(a.typ), What: a.what, ID: t.command(), IfMatch: t.game.N}
	if a.typ == play.Move {
		cmd.Move = string(a.move)
	}
	if err := cmd.Pledge(awaited, t.Seat, t.chain); err != nil {
		return err
	}
	_, err = t.Server.Submit(ctx, t.Game, cmd)
	return t.refused(ctx, cmd, err)
}

// commit puts the anchor of the bot's chain on record, or gives the chain up,
// where the game awaits that.
func (t *table) commit(ctx context.Context) (bool, error) {
	awaited := t.game.Shared()
	if awaited == nil {
		return false, nil
	}
	if t.Seed != nil && t.chain == nil {
		t.chain = dice.NewChain(t.Game, play.Party(t.Seat), *t.Seed)
	}
	if !slices.Contains(awaited.Anchors, t.Seat) || t.Seed == nil && t.game.Open() {
		return false, nil
	}
	cmd := client.Command{Type: string(play.Waive)}
	if t.chain != nil {
		cmd = client.Commit(t.chain)
	}
	cmd.ID, cmd.IfMatch = t.command(), t.game.N
	_, err := t.Server.Submit(ctx, t.Game, cmd)
	return true, t.refused(ctx, cmd, err)
}

// command is the id of the one command that the seat may send at this version.
func (t *table) command() events.CommandID {
	return events.DeriveID("plylog bot", t.Game.String(), t.Seat.String(), fmt.Sprint(t.game.N))
}

// refused sorts the answer to a command. Where the game went on meanwhile (the
// opponent offered something, time ran out, an earlier life of this bot had
// moved), the feed brings what happened and the bot answers that.
func (t *table) refused(ctx context.Context, cmd client.Command, err error) error {
	var problem *client.Problem
	if err == nil || !errors.As(err, &problem) {
		return err
	}
	state, unread := t.Server.State(ctx, t.Game, 0)
	if unread != nil {
		return errors.Join(err, unread)
	}
	if state.Version == t.game.N && !state.Over() {
		return err
	}
	t.Logger.DebugContext(ctx, "a bot came too late", "game", t.Game, "seat", t.Seat, "version", t.game.N, "now", state.Version, "type", cmd.Type, "err", err)
	return nil
}
