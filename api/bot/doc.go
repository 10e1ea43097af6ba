// Package bot plays: bots that choose moves, a Player that takes a bot through
// the API with a seat's token like any other client, and contests between bots
// that measure how strong they are.
//
// Promises. A bot chooses among the moves that the position lists, so that no
// game gets stuck on it. A Player answers every version of its game with at most
// one command, under an id that follows from game, seat and version: however
// often it is sent or started again, it makes one event. A bot that is asked for
// moves with equal random numbers, and has time enough, plays equal moves.
//
// May import: engines, events, events/play (to fold what the feed brings),
// api/client.
package bot
