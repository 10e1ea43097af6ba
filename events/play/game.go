package play

import (
	"time"

	"plylog/engines"
	"plylog/events"
	"plylog/events/dice"
)

// Game is what the log of one game says up to version N. It never changes:
// every event makes a new one.
type Game struct {
	ID      events.GameID
	Engine  engines.Engine
	N       int         // version: the number of events
	Seq     uint64      // where the log keeps event N
	Head    events.Hash // hash of event N
	Created *events.Created
	Players [2]events.PlayerID // who sits first and second; empty: open
	After   events.After       // as the last event says

	pos      engines.Position
	control  *Control  // nil: no time control
	time     time.Time // of the last event
	acted    time.Time // of the last event that changed the board
	begun    [2]bool   // who has moved, rolled, doubled, answered or passed
	moved    [2]bool   // who has moved
	past     []moment  // the newest last. Like commands it is shared with the games before and appended to by whoever holds the newest
	commands []events.CommandID
	rolls    int           // rolls so far (plylog-dice/1)
	stood    *standstill   // not nil: an administrator stopped the game
	shown    [3]dice.Shown // what server, first and second have shown of their chains
	holds    [2]holder     // of shared dice: who holds the chain of the first and the second seat
}

// Position returns the engine's position.
func (g *Game) Position() engines.Position { return g.pos }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.After.Result != nil }

// Open reports whether a seat is free.
func (g *Game) Open() bool { return g.Players[0] == "" || g.Players[1] == "" }

// Player returns who sits on a seat; empty where nobody does.
func (g *Game) Player(s events.Seat) events.PlayerID {
	if !s.Plays() {
		return ""
	}
	return g.Players[s-events.First]
}

// Find returns the number of the event that a command made, 0 if none.
func (g *Game) Find(id events.CommandID) int {
	// Newest first: what is asked for is nearly always the last command or none.
	for i := len(g.commands) - 1; i >= 0; i-- {
		if g.commands[i] == id {
			return i + 1
		}
	}
	return 0
}
