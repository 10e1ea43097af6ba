package reversi

import (
	"fmt"

	"plylog/engines"
)

// FormatError says where a file of recorded games is not what it should be.
// Where a move is illegal it wraps the *engines.IllegalError.
type FormatError struct {
	Format string // "WTHOR" or "transcript"
	Game   int    // which game of the file, from 1; 0: the file as a whole
	Move   int    // which move of the game, from 1, passes not counted; 0: none of them
	Err    error  // what is wrong
}

// Error implements error.
func (e *FormatError) Error() string {
	where := e.Format
	if e.Game > 0 {
		where += fmt.Sprintf(", game %d", e.Game)
	}
	if e.Move > 0 {
		where += fmt.Sprintf(", move %d", e.Move)
	}
	return where + ": " + e.Err.Error()
}

// Unwrap implements the interface that errors.Is and errors.As look for.
func (e *FormatError) Unwrap() error { return e.Err }

// recorder plays the moves of a file, which do not say who made them and leave
// passes out, and notes both.
type recorder struct {
	at    *position
	turns []engines.Turn
}

func newRecorder() *recorder {
	p := start()
	return &recorder{at: &p}
}

// move plays a move of whoever is on turn, after the pass that the rules ask
// for where the opponent has nothing to play.
func (r *recorder) move(m engines.Move) error {
	if r.at.MustPass() {
		r.at = r.at.after(passing)
	}
	square, refusal := r.at.check(r.at.side, m)
	if refusal != nil {
		return refusal
	}
	r.turns = append(r.turns, engines.Turn{By: r.at.side, Move: engines.Move(nameOf(square))})
	r.at = r.at.after(square)
	return nil
}

// pass plays a pass that the file does hold. Records leave passes out, so it is
// only checked.
func (r *recorder) pass() error {
	if _, refusal := r.at.check(r.at.side, engines.Pass); refusal != nil {
		return refusal
	}
	r.at = r.at.after(passing)
	return nil
}
