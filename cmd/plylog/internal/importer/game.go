package importer

import (
	"cmp"
	"context"

	"plylog/engines"
	"plylog/events"
)

// State says what became of a record.
type State string

// The states.
const (
	New        State = "new"        // all of it was played now
	Continued  State = "continued"  // the rest of it was played now
	Already    State = "already"    // all of it was there
	Illegal    State = "illegal"    // the server refused a move
	Unreadable State = "unreadable" // there was nothing to play
	Failed     State = "failed"     // the server could not be reached, or failed
)

// Outcome is what became of one record.
type Outcome struct {
	File   string         `json:"file"`
	Record string         `json:"record"`
	Kind   string         `json:"kind"`
	Game   string         `json:"game,omitempty"`
	State  State          `json:"state"`
	Moves  int            `json:"moves"`            // commands of the record that are stored now
	Stored int            `json:"stored"`           // of them, how many were stored by this run
	Result *events.Result `json:"result,omitempty"` // absent: the game was left open
	Differ string         `json:"differs,omitempty"`
	At     int            `json:"at,omitempty"`   // the command, from 1, that was refused
	Move   string         `json:"move,omitempty"` // and what it was
	Error  string         `json:"error,omitempty"`
	Rule   string         `json:"rule,omitempty"`
	Legal  []engines.Move `json:"legal,omitempty"`

	err error // what Error says
}

// player plays records.
type player struct {
	to    server
	wait  *waiter
	moved func(n int) // told of every move that is stored
}

// play creates the record's game, or finds it, and plays what is not there yet.
func (p *player) play(ctx context.Context, j job, out *Outcome) {
	list, err := script(j.game.Record)
	if err = cmp.Or(j.game.Err, err); err != nil {
		out.State, out.Error = Unreadable, err.Error()
		return
	}
	var t *table
	create := newGame{kind: j.kind, options: j.game.Options, board: j.game.Board, dice: diceOf(j.game.Record)}
	err = p.wait.retry(ctx, func() (err error) {
		t, err = p.to.create(ctx, create, j.create())
		return err
	})
	if err != nil {
		out.refused(err)
		return
	}
	out.Game = t.game.String()
	found := t.now.version - 1 // every command is one event, behind the created one
	p.moved(min(found, len(list)))
	for n := found; ; n++ {
		c, more := next(list, j.game.End, n, t.now)
		if !more {
			break
		}
		var before bool
		err := p.wait.retry(ctx, func() (err error) {
			before, err = p.to.submit(ctx, t, c, j.command(n))
			return err
		})
		if err != nil && n >= len(list) && noSuchEnding(err) {
			break // the game has no such ending and is left open
		}
		if err != nil {
			out.Moves, out.At, out.Move = min(n, len(list)), n+1, c.String()
			out.refused(err)
			return
		}
		if !before {
			out.Stored++
		}
		if n < len(list) {
			p.moved(1)
		}
	}
	out.done(j.game.End, len(list), found, t.now)
}

// next is the record's command number n; behind its moves come the ones that end
// the game as the record tells.
func next(list []command, end engines.Ending, n int, now standing) (command, bool) {
	if n < len(list) {
		return list[n], true
	}
	return ending(end, now)
}

// done writes down how a record that was played to its end stands.
func (o *Outcome) done(end engines.Ending, moves, found int, now standing) {
	o.Moves = moves
	o.Result = now.result
	o.Differ = differs(end, now.result)
	switch {
	case o.Stored == 0:
		o.State = Already
	case found > 0:
		o.State = Continued
	default:
		o.State = New
	}
}

// diceOf says that the dice of a record come from it, where it has any.
func diceOf(r engines.Record) string {
	for _, t := range r.Turns {
		if t.Dice != "" {
			return "recorded"
		}
	}
	return ""
}
