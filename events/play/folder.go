package play

import (
	"plylog/engines"
	"plylog/events"
)

// Folder folds the events of many games in the order in which a whole shard
// yields them, and checks each against the rules, the dice and the chain. Games
// that are over are dropped from memory. Not for concurrent use.
type Folder struct {
	reg   *engines.Registry
	games map[events.GameID]*Game
	bad   map[events.GameID]error

	t transition // room for the event that is applied, used again and again
	r replayed
}

// NewFolder returns a Folder without games.
func NewFolder(reg *engines.Registry) *Folder {
	return &Folder{reg: reg, games: make(map[events.GameID]*Game), bad: make(map[events.GameID]error)}
}

// Apply adds an event to its game. Errors are those of Start and Game.Apply; a
// game that failed once answers every later event with the same error, and the
// others go on.
func (f *Folder) Apply(e *events.Event) error {
	if err := f.bad[e.Game]; err != nil {
		return err
	}
	g, err := f.games[e.Game], error(nil)
	if g == nil {
		if g, err = Start(f.reg, e); err == nil {
			f.games[e.Game] = g
		}
	} else if err = f.t.apply(g, e, &f.r); err == nil {
		*g = f.t.next // nobody else has it
	}
	if err != nil {
		f.bad[e.Game] = err
	}
	if err != nil || g.Over() {
		delete(f.games, e.Game)
	}
	return err
}

// Bad returns the games that failed, with what was wrong first.
func (f *Folder) Bad() map[events.GameID]error { return f.bad }
