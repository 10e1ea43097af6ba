// Package dice is plylog-dice/1: dice that follow from hash chains which their
// owners committed to before the game, so that nobody can choose them and
// everybody can check them afterwards.
//
// Each of three parties (the server, the first and the second seat) draws a seed
// and steps it 1,024 times through SHA-256; the last link, the anchor, is on
// record before any dice fall. Roll i takes the link i steps before the anchor
// from each chain, its share, and the dice follow from the three shares. A share
// is right exactly when one step leads from it to the share before.
//
// Source: the audit specification, section Dice. Vectors: testdata/vectors.json.
//
// Promises: pure functions of their arguments; nothing panics on input.
//
// May import: the standard library only.
package dice
