// Package backgammon is the rules of backgammon: single games of a match or of
// unlimited play, with the doubling cube, and the notations and files of the
// field. RULES.md beside this file states every rule by name; the code cites it
// where it keeps it.
//
// # Life of a turn
//
// A game begins with Turn Chance: both seats throw a die (BG-3). From then on a
// turn is: the seat on turn plays "roll" (or "double", and the opponent "take"
// or "drop"), chance draws the dice, the same seat plays its checkers, or "pass"
// where nothing can be played. Each seat counts from its own side: the 24-point
// is farthest from home, 25 is the bar and 0 is off.
//
// NOTATION.md tells how turns, boards and refusals are written. Reading is
// liberal; writing is canonical, so that each position that a roll can lead to
// has exactly one spelling (BG-29).
//
// Recorded games are read and written as .mat and SGF (see Formats). A game that is
// written is the same game when it is read, or it is refused.
//
// # Promises
//
// Positions never change and may be shared between goroutines. Move generation
// uses no text and, with a buffer that is used again, no allocation. Nothing
// panics on input.
//
// May import: the standard library, plylog/engines and plylog/engines/strict.
package backgammon
