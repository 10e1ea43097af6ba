package events

import "fmt"

// DamagedEvent says which stored event cannot be what was given to the log. It
// is an ErrDamaged. Whoever reads a shard may go on behind Seq: only this game
// is affected.
type DamagedEvent struct {
	Game GameID // by where it is stored, not by what it says; zero where the log cannot tell
	Seq  uint64
	Err  error  // what is wrong with it
	Raw  []byte // what is stored; nil where the store does not give it out
}

// Error implements error.
func (e *DamagedEvent) Error() string {
	return fmt.Sprintf("%s: event at %d of game %s: %s", ErrDamaged, e.Seq, e.Game, e.Err)
}

// Unwrap makes it an ErrDamaged that keeps its cause.
func (e *DamagedEvent) Unwrap() []error { return []error{ErrDamaged, e.Err} }
