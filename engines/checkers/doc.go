// Package checkers holds the rules of American checkers (English draughts): the
// board of 32 dark squares, men and kings, the duty to capture, and the draws
// that a player may claim. RULES.md names every rule; the code cites them.
//
// It promises what package engines asks of every engine, and beyond that: a move
// is read in any usual spelling and written in one, with every square it lands
// on; a refusal names the rule and, where a capture was missed, the captures.
// Positions are kept whole for the repetition rule, never as a truncated hash.
// ReadPDN and ReadACF read recorded games; they check their form, not the rules.
// WritePDN and WriteACF write what these give back, or refuse.
//
// May import: the standard library, plylog/engines, plylog/engines/alphabeta and
// plylog/engines/strict.
package checkers
