// Package records reads files of recorded games: WTHOR bases, ACF text, PDN and
// .mat matches. It finds out which of them a file is and turns every game into
// the one shape that the importer plays.
//
// Promises. A game that cannot be read does not hide the others of its file,
// where the format lets games be told apart (WTHOR, ACF). Nothing is checked
// against the rules here but what reading needs: the server does that.
//
// May import: engines and its formats.
package records
