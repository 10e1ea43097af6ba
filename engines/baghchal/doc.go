// Package baghchal is the rules of Bagh-Chal: four tigers against twenty goats
// on five by five points joined by lines. The rules are in RULES.md, named BC-1
// to BC-15; the code says where it keeps each of them.
//
// Goats are the first seat, tigers the second. A move is "c3" (a goat is
// placed), "a1-b2" (a step) or "a1xc3" (a capture), files a to e from the left,
// ranks 1 to 5 from the bottom. A board is one line, "T3T/5/5/5/T3T G 20 0":
// rows from rank 5 down, the side on turn (G or T), goats in hand, goats
// captured.
//
// Promises. Positions are immutable and safe to share; each carries the
// positions that count for repetition, compared in full and never by a hash, in
// a structure that a move extends without copying it. Checking and playing a
// move makes no list of moves and writes no string. The order of choices is
// fixed: by the point a piece comes from, steps before captures, by the point
// it goes to, points counted a1, b1 ... e5.
//
// Recorded games are kept as text, in this notation, and as PGN in that of the
// Python library baghchal; what the writers accept the readers give back.
//
// May import: the standard library, plylog/engines, plylog/engines/alphabeta.
package baghchal
