// Package table is where people play in a terminal: two at one screen, against a
// bot, or in a game of a server.
//
// Promises. There is one way through: a table talks to a server through
// api/client, which without --server is a whole one in memory, with nothing on
// disk and no port open. Knows no game: boards, notations, words and refusals
// come from the engines and the server, and a board that nobody can draw is shown
// as its line. What cannot be read or is refused says why and changes nothing.
// Lines from a pipe are taken one at a time, each when the game waits for it, so
// that the same script plays the same game. Boards and events are data, all else
// is talk.
//
// May import: api/client, engines, events, and the packages of plylog's commands.
package table
