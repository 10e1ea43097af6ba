package play

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"plylog/engines"
	"plylog/events"
)

// Reasons of imported games whose record gives none.
const (
	ReasonImported   = "imported"   // the record says who won, not how
	ReasonUnfinished = "unfinished" // the record stops, or had to be left, in the middle
)

// ImportError says which turn of a record the rules refuse. It wraps their own
// refusal (*engines.IllegalError, *RefusedError).
type ImportError struct {
	Name  string         // the record's
	Turn  int            // from 1, dice and cube counted as turns
	Move  engines.Move   // as the record has it
	Legal []engines.Move // what was legal instead
	Err   error
}

// Error implements error.
func (e *ImportError) Error() string {
	return fmt.Sprintf("%s, turn %d: %v", e.Name, e.Turn, e.Err)
}

// Unwrap returns the refusal.
func (e *ImportError) Unwrap() error { return e.Err }

// Import plays a recorded game. cmd says where it goes: its ids, kind and the
// players of both seats; options, board, dice and origin come from the record.
// The whole record becomes one game that is over. A turn that the rules refuse
// ends it there, as far as it is good: then the game comes with an *ImportError.
// The same import again changes nothing and answers the same.
func (h *Handler) Import(ctx context.Context, cmd Create, format string, r engines.Record) (*Game, error) {
	cmd.Options, cmd.Board, cmd.Dice = r.Options, r.Board, ""
	cmd.Origin = &events.Origin{Format: format, Name: r.Name, First: r.Players[0], Second: r.Players[1]}
	for _, t := range r.Tags {
		cmd.Origin.Tags = append(cmd.Origin.Tags, [2]string{t.Name, t.Value})
	}
	eng, ok := h.cfg.Registry.Newest(cmd.Kind)
	if !ok {
		return nil, fmt.Errorf("importing a game of kind %q: %w", short(cmd.Kind), ErrUnknownKind)
	}
	pos, err := eng.New(r.Options, r.Board)
	if err != nil {
		return nil, fmt.Errorf("importing %s: %w", r.Name, err)
	}
	if hasDice(pos) {
		cmd.Dice = DiceRecorded
	}
	cmds, bad, err := rehearse(h.cfg.Registry, &cmd, r)
	if err != nil {
		return nil, fmt.Errorf("importing %s: %w", r.Name, err)
	}
	_, err = h.Create(ctx, cmd)
	for i := 0; err == nil && i < len(cmds); i++ {
		_, err = h.Do(ctx, cmds[i])
	}
	if err != nil {
		return nil, fmt.Errorf("importing %s: %w", r.Name, err)
	}
	g, err := h.Game(ctx, cmd.Game)
	if err != nil {
		return nil, fmt.Errorf("importing %s: %w", r.Name, err)
	}
	if bad != nil {
		return g, bad
	}
	return g, nil
}

// rehearse plays a record without a log and returns the commands that store it:
// the turns as far as the rules take them, and an ending where the board does
// not make one.
func rehearse(reg *engines.Registry, cmd *Create, r engines.Record) ([]Command, *ImportError, error) {
	at := time.Unix(0, 0)
	_, g, err := Begin(reg, cmd, at, nil)
	if err != nil {
		return nil, nil, err
	}
	var cmds []Command
	do := func(c Command) error {
		c.Game, c.By = cmd.Game, cmd.By
		c.ID = events.DeriveID("plylog import", cmd.Game.String(), strconv.Itoa(len(cmds)))
		_, next, err := Decide(g, &c, at, nil)
		if err == nil {
			g, cmds = next, append(cmds, c)
		}
		return err
	}
	var bad *ImportError
	for i, turn := range r.Turns {
		c, err := turnCommand(turn)
		if err == nil {
			err = do(c)
		}
		if err != nil {
			if !illegal(err) {
				return nil, nil, err
			}
			bad = &ImportError{Name: r.Name, Turn: i + 1, Move: turn.Move, Err: err, Legal: legal(g)}
			break
		}
	}
	if !g.Over() {
		err = do(endCommand(r.End, bad != nil))
	}
	return cmds, bad, err
}

// turnCommand is the command that makes a recorded turn.
func turnCommand(t engines.Turn) (Command, error) {
	c := Command{Seat: t.By, Type: Move, Move: string(t.Move)}
	switch t.Move {
	case engines.Roll:
		c.Type, c.Move = Roll, ""
		if t.By == events.Chance {
			c.Seat = events.First // the opening is thrown by both
		}
		if len(t.Dice) != 3 {
			return c, &RefusedError{Code: CodeDice, Detail: fmt.Sprintf("a roll of %q", short(t.Dice))}
		}
		c.Dice = []int{int(t.Dice[0]) - '0', int(t.Dice[2]) - '0'}
	case engines.Double, engines.Take, engines.Drop:
		c.Type, c.Move = CommandType(t.Move), ""
	}
	return c, nil
}

// endCommand ends a game that its record ends and the board does not.
func endCommand(end engines.Ending, cut bool) Command {
	c := Command{Type: finish, Seat: end.Winner, What: end.Reason, Value: strconv.Itoa(max(end.Points, 0))}
	switch {
	case cut:
		c.Seat, c.What, c.Value = events.Nobody, ReasonUnfinished, "0"
	case !end.Known:
		c.Seat, c.What, c.Value = events.Nobody, cmp.Or(end.Reason, ReasonUnfinished), "0"
	case end.Winner.Plays() && end.Points < 1:
		c.Value = "1"
	}
	if c.What == "" {
		c.What = ReasonImported
	}
	return c
}

func legal(g *Game) []engines.Move {
	var out []engines.Move
	for _, c := range g.pos.Choices(g.pos.Turn()) {
		out = append(out, c.Move)
	}
	return out
}
