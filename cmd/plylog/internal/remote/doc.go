// Package remote holds the commands that talk to a server over its API: making,
// finding, playing, watching and replaying games, and asking for a rebuild.
//
// Promises. Commands go through api/client and know nothing that it does not. A
// seat's token is found in the user's keyring unless it is given, and is sent to
// the server only; the seed of a dice chain is sent to nobody. Boards are drawn by
// the engines from the board line that the server states; replay believes nothing
// and folds the log itself.
//
// May import: api/client, api/people/vault (its entries), engines, events, events/dice, play, console, keyring.
package remote
