// Package seat says who may act: it makes the tokens that prove a seat, the
// opaque ids of the players who sit there, and the ids of commands that must be
// repeatable by their sender and by nobody else.
//
// Promises. Nothing is stored. A token is good for exactly one seat of one game
// and the one player who sits there: it is a MAC over all three under the
// server's secret, so every node with the secret knows it, and it stops being
// good when somebody else sits there. Nothing that a watcher can see (game ids,
// player ids, command ids, events) makes a token or leads to one: the ids that
// this package derives cannot be turned back into what they came from without
// the secret. Comparisons take the same time whatever differs. Nothing panics on
// input.
//
// May import: events and the standard library.
package seat
