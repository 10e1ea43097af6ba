// Package play is the write side: it turns commands into events and folds events
// into games.
//
// A Game is what the log of one game says. Decide looks at a game and a command
// and makes the one event that follows, or says why none does; it is pure. Apply
// adds an event to a game and recomputes with the engine what the event claims.
// Both go through the same transition, so that what was decided is what is
// loaded and what is audited. A Handler does the rest: it keeps games in memory,
// appends, and finds out what became of an append that nobody answered.
//
// Promises. Handler.Do returns an event only when the log holds it. A refusal
// changes nothing. The same command id in the same game is one event, for ever:
// the fold of the log remembers the ids. A game whose log does not agree with
// its rules is closed for commands; the others play on.
//
// May import: engines, events, events/dice. Time and secrets are injected.
package play
