// Package engines says what a game is to plylog: a pure set of rules that makes
// immutable positions, names the legal moves of a seat and refuses every other
// move with the name of the rule that forbids it.
//
// Promises. An engine reads no clock, draws no random number and does no I/O;
// the same options and the same moves give the same boards for ever. Nothing in
// it panics on input: a bad move is an *IllegalError, a bad board or option a
// *BadBoardError or *BadOptionError. A Position never changes once made, so it
// may be shared between goroutines.
//
// Recorded games pass through a Record, whatever file they come from or go to.
// The tags and the move text that PGN and its kin have in common are read and
// written here, so that no two engines do it differently.
//
// May import: the standard library only (and, from an engine, this package,
// engines/strict and engines/alphabeta). A fifth game is one folder beside the
// other four and one line in engines/all.
package engines
