// Package keyring keeps the seat tokens that a person was handed, so that a move
// can be made without pasting them: one line for each in a file of the user's. Files
// beside it keep the seeds of the seats' own dice chains, and the sessions with the
// servers that the person signed in to.
//
// Promises. The files are made readable by their owner only, and refused where
// others can read them. Lines are only ever appended, each in one write, so that
// several commands at once lose nothing.
//
// May import: engines (Seat), events (ids), events/dice (seeds) and the standard
// library.
package keyring
