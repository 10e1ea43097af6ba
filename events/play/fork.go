package play

import (
	"context"
	"errors"
	"fmt"

	"plylog/engines"
	"plylog/events"
)

// Fork makes a practice game of a point of another game: the one that event at
// of game from led to; 0 stands for the newest. cmd says where it goes: its ids
// and the players of both seats; its dice may be asked for, everything else
// follows from the other game. What the rules know is carried over whole, since
// the new game holds the line that led there: the board, the cube, the score of
// the match, dice that lie on the board, and how often positions have stood.
// What two players had between them is not: clocks, offers, the series, and how
// the game ended. Dice that are awaited are thrown by the new game.
//
// The same Fork again changes nothing and answers the same. Errors: ErrNoGame,
// ErrNoEvent, a *RefusedError where the board was decided at that point, and
// those of Create.
func (h *Handler) Fork(ctx context.Context, cmd Create, from events.GameID, at int) (Answer, error) {
	if at == 0 {
		// Said again, "the newest" means what it meant the first time.
		made, err := h.Game(ctx, cmd.Game)
		if err != nil && !errors.Is(err, ErrNoGame) {
			return Answer{}, err
		}
		if err == nil && forkOf(made.Created, from) {
			at = made.Created.Origin.At
		}
	}
	log, err := h.Events(ctx, from)
	if err != nil {
		return Answer{}, err
	}
	if at == 0 {
		at = len(log)
	}
	if at > len(log) {
		return Answer{}, fmt.Errorf("version %d of game %s, which is at %d: %w", at, from, len(log), ErrNoEvent)
	}
	log = log[:at]
	g, err := Fold(h.cfg.Registry, func(yield func(*events.Event, error) bool) {
		for _, e := range log {
			if !yield(e, nil) {
				return
			}
		}
	})
	if err != nil {
		return Answer{}, fmt.Errorf("forking game %s: %w", from, err)
	}
	if g.pos.Turn() == engines.Nobody {
		return Answer{}, &RefusedError{Code: CodeOver, Detail: fmt.Sprintf("the board was decided at version %d; an earlier one can be played on", at)}
	}
	rec, err := Record(g.Engine, log)
	if err != nil {
		return Answer{}, fmt.Errorf("forking game %s: %w", from, err)
	}
	line := lineOf(rec.Turns)
	if g.pos.Turn() == engines.Chance {
		if line, err = g.rolling(line); err != nil {
			return Answer{}, fmt.Errorf("forking game %s: %w", from, err)
		}
	}
	cmd.Kind, cmd.Ruleset, cmd.Options, cmd.Board = g.Engine.Name(), g.Engine.Ruleset(), g.Created.Options, g.Created.Board
	cmd.Line, cmd.Private = line, g.Created.Private
	cmd.Origin = &events.Origin{Game: &from, At: at}
	return h.Create(ctx, cmd)
}

// rolling adds to the line that led to a game the roll whose dice are in the air:
// a record has no word for it.
func (g *Game) rolling(line []string) ([]string, error) {
	pos, err := g.Engine.New(g.Created.Options, g.Created.Board)
	if err == nil {
		pos, err = along(pos, line, nil)
	}
	if err == nil && pos.Turn() != engines.Chance {
		line = append(line, string(engines.Roll))
	}
	return line, err
}

// forkOf reports whether a game was made of a point of another.
func forkOf(c *events.Created, from events.GameID) bool {
	return c.Origin != nil && c.Origin.Game != nil && *c.Origin.Game == from
}
