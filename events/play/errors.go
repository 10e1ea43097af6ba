package play

import (
	"errors"
	"fmt"

	"plylog/events"
)

// What a Handler answers besides the engines' own refusals (*engines.IllegalError,
// *engines.BadOptionError, *engines.BadBoardError).
var (
	// ErrNoGame: there is no game of that id.
	ErrNoGame = errors.New("no such game")
	// ErrNoEvent: the game has no event of that number (yet).
	ErrNoEvent = errors.New("no such event")
	// ErrUnknownKind: no engine plays that kind, or not under that ruleset.
	ErrUnknownKind = errors.New("unknown kind of game")
	// ErrConflict: the game went on, again and again, while the command was
	// decided. Nothing was stored; it is safe to try again.
	ErrConflict = errors.New("lost the race for the game's next event")
	// ErrUnavailable: the log did not answer. Whether the command was stored is
	// not known; sent again under the same id it will be stored once.
	ErrUnavailable = errors.New("the log does not answer")
	// ErrDamaged: the game's log does not agree with its rules or its chain.
	ErrDamaged = errors.New("game damaged")
	// ErrKeyReused: the command id was used before for something else.
	ErrKeyReused = errors.New("command id was used for another command")
)

// StaleError refuses a command whose sender saw an older version of the game.
type StaleError struct {
	Want int // what the sender saw
	Have int // what the game is at
}

// Error implements error.
func (e *StaleError) Error() string {
	return fmt.Sprintf("the game is at version %d, not %d", e.Have, e.Want)
}

// RefusedError refuses a command that the life of a game does not allow now:
// a seat that is taken, a game that is over. Code is a stable word.
type RefusedError struct {
	Code   string // CodeOver …
	Rule   string // the rule behind it, where there is one
	Detail string // one sentence
}

// Error implements error.
func (e *RefusedError) Error() string { return e.Detail }

// The codes of RefusedError.
const (
	CodeOver        = "game-over"
	CodeOpen        = "awaiting-opponent"
	CodeSeatTaken   = "seat-taken"
	CodeNotYourTurn = "not-your-turn"
	CodeNoOffer     = "no-offer"
	CodeNotOffered  = "not-offered" // this kind of game does not have it
	CodeBegun       = "game-begun"
	CodeAnswer      = "answer-first"
	CodeDice        = "dice"
	CodeMalformed   = "malformed"
	CodeNoTakeback  = "no-takeback"
	CodeTime        = "time-up"
	CodeNotInvited  = "not-invited"
	CodeTooEarly    = "too-early"
	CodeNotOver     = "not-over"
	CodeAnchor      = "awaiting-anchor"    // a seat has not put the anchor of its dice chain on record
	CodeShare       = "dice-share-invalid" // a share is missing, or is not the one that is awaited
	CodePaused      = "game-paused"        // an administrator stopped the game
	CodeNotPaused   = "not-paused"
	CodeNotDamaged  = "not-damaged"
	CodeSpent       = "dice-spent" // the dice chains have no share left
)

// DivergedError says that an event claims something else than its rules make of
// it. It wraps ErrDamaged.
type DivergedError struct {
	Game events.GameID
	N    int
	What string // the field: "prev", "board", "turn", "dice" …
	Got  string // what the event says
	Want string // what follows
}

// Error implements error.
func (e *DivergedError) Error() string {
	return fmt.Sprintf("game %s, event %d: %s is %q, but %q follows", e.Game, e.N, e.What, e.Got, e.Want)
}

// Unwrap makes errors.Is(err, ErrDamaged) true.
func (e *DivergedError) Unwrap() error { return ErrDamaged }
