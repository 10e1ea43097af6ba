// Package console is what commands talk to people and programs through: data on
// standard output, everything else on standard error, JSON where it was asked
// for, colour only where a terminal shows it, and one table of exit codes.
//
// Promises. Nothing here reads the process's own state after OS() was called:
// a test hands in its own streams and environment. NO_COLOR is kept.
//
// May import: the standard library, x/term, cobra, the progress bar.
package console
