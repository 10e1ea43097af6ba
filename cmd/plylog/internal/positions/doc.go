// Package positions holds the commands that look at a position without a
// server: legal lists the moves, perft counts the tree of them.
//
// Promises. Boards are read by the engine's own Parse, in every spelling that it
// knows; what cannot be read is refused with the reason. Nothing is stored.
//
// May import: engines, console.
package positions
