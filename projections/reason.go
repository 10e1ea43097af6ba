package projections

import "errors"

// Reason is why a reader's feed ended. It is an error that errors.Is finds in
// what Reader.Next answers; its text is the word that readers are told.
type Reason string

// The reasons.
const (
	Over     Reason = "over"     // the game has ended and its last event was delivered
	Slow     Reason = "slow"     // the reader fell further behind than its buffer; it may come back with its version
	Stopping Reason = "stopping" // the server stops; the reader may come back
	Damaged  Reason = "damaged"  // nothing more of the game can be trusted
	Left     Reason = "context"  // the reader's context ended, or it was closed
)

// Error implements error.
func (r Reason) Error() string { return "feed ended: " + string(r) }

// Again reports whether coming back with the last version makes sense.
func (r Reason) Again() bool { return r == Slow || r == Stopping || r == Left }

// ReasonOf returns the Reason in an error, empty if there is none.
func ReasonOf(err error) Reason {
	var r Reason
	errors.As(err, &r)
	return r
}

// ErrTick is what Reader.NextOr answers when the tick came first.
var ErrTick = errors.New("nothing yet")
