// Package records reads files of recorded games. It finds out which of the formats
// of the engines a file is in, or whether it holds stored events, and turns every
// game into the one shape that the importer plays.
//
// Promises. There is no list of formats here: they are what the engines offer. A
// game that cannot be read does not hide the others of its file, where the format
// lets games be told apart (WTHOR, ACF). Nothing is checked against the rules here
// but what reading needs: the server does that.
//
// May import: engines, and of play the reading of stored events.
package records
