// Package prepared makes games for measuring: complete command lists of random
// legal play, with the events that they lead to, so that nothing of this is done
// while a clock runs.
//
// Promises. The games follow from the secret alone: the same secret, the same
// ids, dice, moves and bytes (but for the times in events, which always take the
// same number of bytes). They are played with the server's own rules and dice,
// so that a server with that secret takes every command and stores events of
// exactly the sizes found here.
//
// May import: engines, events, events/play, api/seat.
package prepared
