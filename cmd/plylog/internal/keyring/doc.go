// Package keyring keeps the seat tokens that a person was handed, so that a move
// can be made without pasting them: one line for each in a file of the user's.
//
// Promises. The file is made readable by its owner only, and refused where others
// can read it. Lines are only ever appended, each in one write, so that several
// commands at once lose nothing.
//
// May import: engines (Seat), events (ids) and the standard library.
package keyring
