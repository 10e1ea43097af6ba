package projections

import (
	"errors"
	"fmt"

	"plylog/events"
)

// What reading a game may answer. Any other error is the log's or the context's.
var (
	// ErrNoGame: there is no game of that id.
	ErrNoGame = errors.New("no such game")
	// ErrFuture: the game has not come to that version; see FutureError.
	ErrFuture = errors.New("the game has not come that far")
	// ErrPast: versions begin with 1.
	ErrPast = errors.New("versions begin with 1")
	// ErrDamaged: not even the game's first event can be trusted. A game that is
	// damaged later is shown as it was before, with StatusDamaged.
	ErrDamaged = errors.New("game damaged")
	// ErrCursor: the cursor is none that a Page gave.
	ErrCursor = errors.New("bad cursor")
	// ErrRunning: Run was called before.
	ErrRunning = errors.New("projections already run")
)

// FutureError tells how far a game has come when somebody asks for more. It is
// an ErrFuture.
type FutureError struct {
	Game    events.GameID
	Asked   int
	Version int // the present version
}

// Error implements error.
func (e *FutureError) Error() string {
	return fmt.Sprintf("game %s is at version %d, not yet at %d", e.Game, e.Version, e.Asked)
}

// Unwrap makes errors.Is(err, ErrFuture) true.
func (e *FutureError) Unwrap() error { return ErrFuture }

// BrokenError says why a game is damaged. It is an ErrDamaged and wraps the cause.
type BrokenError struct {
	Game events.GameID
	N    int   // the last event that can be trusted; 0: none
	Why  error // what was wrong with the next

	Closed *Act // not nil: an administrator closed the game since
}

// Error implements error.
func (e *BrokenError) Error() string {
	return fmt.Sprintf("game %s damaged behind event %d: %v", e.Game, e.N, e.Why)
}

// Unwrap makes errors.Is(err, ErrDamaged) true and shows the cause.
func (e *BrokenError) Unwrap() []error { return []error{ErrDamaged, e.Why} }
