// Package importer plays recorded games through a server: every game is created
// and every move submitted as a player would do it, and the server's rules have
// the last word.
//
// Promises. The ids of creates and commands follow from the file's content, the
// game's place in it and the command's place in the game: an import that is run
// again, or that was cut off by the end of the server or its own, makes the same
// games once and goes on where it stopped. An illegal move ends its game and no
// other, and is reported with its rule. What a record says about the end is
// brought about where the board did not do so, and compared.
//
// May import: engines, events, records, console, and the client of the API.
package importer
