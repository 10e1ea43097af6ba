package projections

import (
	"time"

	"plylog/events"
)

// Projection is something folded from the events of all games.
type Projection interface {
	// Name tells the projection apart in metrics and reports.
	Name() string
	// Apply adds an event. For each game it is called with the events 1, 2, 3 …
	// in order, each once, their chain checked; events of different shards may
	// come concurrently. An error says that the event cannot be what it claims
	// to be: its game is then marked damaged and no more of it is applied.
	Apply(e *events.Event) error
	// Damage says that a game is damaged: nothing behind event n is to be trusted.
	Damage(game events.GameID, n int, why error)
}

// Tap is shown every event of the log, of damaged games as well: what must know the
// log as it is, and not what the games make of it. Shards come concurrently, the
// events of each in its order, each once.
type Tap interface {
	Take(shard int, e *events.Event)
	// Unreadable stands for an event that the log could not give out.
	Unreadable(shard int, why *events.DamagedEvent)
}

// Observer is told what the read side does, for metrics. Its methods are called
// concurrently and must not block.
type Observer interface {
	// Lag tells from time to time how far a projection is behind its shard, in
	// events and in time.
	Lag(projection string, shard int, behind uint64, age time.Duration)
	// Damaged reports a game that was marked damaged.
	Damaged(game events.GameID, why error)
	// Readers tells by how much the number of the Feed's readers changed.
	Readers(change int)
	// Closed counts a reader that left the Feed, by reason.
	Closed(why Reason)
	// Published tells how old an event was, counted from its receipt, when its
	// readers were woken.
	Published(age time.Duration)
	// Mismatch counts a game that a rebuild found to be served wrongly.
	Mismatch(projection string)
}

// nobody is the Observer, and the Tap, where none is given.
type nobody struct{}

func (nobody) Take(int, *events.Event)              {}
func (nobody) Unreadable(int, *events.DamagedEvent) {}

func (nobody) Lag(string, int, uint64, time.Duration) {}
func (nobody) Damaged(events.GameID, error)           {}
func (nobody) Readers(int)                            {}
func (nobody) Closed(Reason)                          {}
func (nobody) Published(time.Duration)                {}
func (nobody) Mismatch(string)                        {}
