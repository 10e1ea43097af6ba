// Package reversi holds the rules of Reversi (Othello) on 8x8 squares, RV-1 to
// RV-12 of RULES.md: positions on two bitboards, the moves, the score, and the
// files in which the field keeps its games (move transcripts, GGF, WTHOR bases).
//
// Promises. A Position never changes. Validating a move looks at two words of
// 64 bits and allocates the next position and nothing else; generating moves
// allocates nothing. Refusals are *engines.IllegalError with one of these codes:
//
//	reversi.malformed          RV-4         neither a square nor a pass
//	reversi.occupied           RV-9         there is a disc on the square
//	reversi.outflanks-nothing  RV-4         the disc would flip none
//	reversi.not-your-turn      RV-3, RV-8   the other seat is on turn
//	reversi.pass-not-allowed   RV-8         who can move may not pass
//	reversi.must-pass          RV-8         a disc placed where only a pass is possible
//	reversi.game-over          RV-11        the game has ended
//
// and, where discs are turned by hand,
//
//	reversi.malformed          RV-12        the discs turned are not a list of squares, each once
//	reversi.not-opposing       RV-12        a disc turned that is not the opponent's
//	reversi.ends-the-game      RV-12        wrong discs turned that would end the game
//	reversi.not-your-move      RV-12        a correction by who has no seat
//	reversi.nothing-to-correct RV-12        the last disc turned the right ones, or there is none
//	reversi.too-late           RV-12        the opponent has moved since
//	reversi.other-square       RV-9         a correction that would move the last disc
//	reversi.not-all-turned     RV-5         a correction leaves out a disc that is outflanked
//	reversi.not-outflanked     RV-5         a correction turns a disc in a line that is not closed
//	reversi.beyond-own-disc    RV-6         a correction turns a disc behind one of the mover's
//	reversi.no-line            RV-7         a correction turns a disc in no line with the new one
//
// A game ends for one of these reasons: "wiped-out" (one side has no disc left,
// full board or not), "full-board", "no-moves".
//
// What a format's writer accepts its reader gives back; the rest is refused, with
// the game and the move. Games that do not say who moved are played through.
//
// May import: the standard library, engines, engines/alphabeta and engines/strict.
package reversi
