// Package alphabeta looks ahead in games of two players without chance: what
// the bots of reversi, checkers and Bagh-Chal have in common.
//
// A search deepens ply by ply, cuts off what cannot matter (principal variation
// search with a transposition table and killer moves) and follows captures to
// their end before it judges a position. How strong it plays is set by the
// positions that it may look at, the depth, and how far it misjudges what it
// sees; none of them depends on the machine.
//
// Promises. A search reads no clock, draws no random number and starts no
// goroutine: the same position, order of moves, limits, seed and answers of stop
// give the same move. It keeps to its bounds of memory and ends within
// PollEvery positions of the first true answer of stop, with the best move found so
// far.
//
// May import: the standard library.
package alphabeta
