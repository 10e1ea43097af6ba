// Package backgammon is the rules of backgammon: single games of a match or of
// unlimited play, with the doubling cube, and the notations and files of the
// field. RULES.md beside this file states every rule by name; the code cites it
// where it keeps it.
//
// # Life of a turn
//
// A game begins with Turn Chance: both seats throw a die (BG-3). From then on a
// turn is: the seat on turn plays "roll" (or "double", and the opponent "take"
// or "drop"), chance draws the dice, the same seat plays its checkers, or "pass"
// where nothing can be played. Which numbers a side uses is its own matter: both
// seats count from their own side, 24 farthest from home, "bar" 25, "off" 0.
//
// # Notation
//
// A turn is written "8/5 6/5*", "bar/22", "6/off(2)": from highest to lowest
// point; steps of one checker are joined ("24/15") unless it hits on the way,
// where the point is shown ("24/18*/15"); the same way taken by n checkers is
// written once with "(n)"; the first checker to land on a blot carries the "*".
// Where several ways start from one point, the one of more steps comes first,
// then the one that lands nearer ("8/7 8/5").
//
// Reading is liberal: any order of steps and letter case, blanks or commas
// between them, "25" for bar and "0" for off, ways joined, split or written
// through ("24/18/15"), a "*" left out, or put where nothing is hit. Two turns
// are the same turn when they lead to the same position (BG-29). A way that is
// left open ("24/15") and can be gone with different hits is the one whose hits
// are exactly those marked, else the one that hits what is marked; where that
// leaves several, the turn is refused with the candidates.
//
// # The board line
//
// Board writes up to four fields with a blank between:
//
//	-b----E-C---eE---c-e----B- 1/31 7:2-1c 4@2
//
// First 26 letters: the second seat's bar, points 1 to 24 as the first seat
// counts them, the first seat's bar; "-" is empty, A to O are 1 to 15 checkers of
// the first seat, a to o of the second. Checkers that are missing are borne off.
//
// Then whose turn it is (1 or 2) and what is awaited: nothing more, the roll or
// a double; "?" dice are in the air; "/63" these dice are to be played; "x" the
// opponent answers a double; "!" the starter throws afresh (openingReroll); "="
// the game is won by that seat, by a drop unless all its checkers are off. "0?"
// is the opening throw, "0!" the same with openingReroll.
//
// Then the match: its length (0 is unlimited) and the points of first and second
// seat before this game; "c" the Crawford game, "j" Jacoby rule. A match to one
// point is left out.
//
// Then the cube: its value, and after "@" the seat that owns it; "-" where the
// game has no cube. It is left out where it is as usual: centred at 1 in a match
// of several points, none otherwise.
//
// Parse reads that line, an XGID, and a GNU position id, alone (the first seat is
// on turn, a match to one point) or with its match id behind a colon.
//
// # Promises
//
// Positions never change and may be shared between goroutines. Move generation
// uses no text and, with a buffer that is used again, no allocation. Nothing
// panics on input.
//
// May import: the standard library, plylog/engines and plylog/engines/strict.
package backgammon
