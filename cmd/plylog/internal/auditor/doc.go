// Package auditor folds the games of a running server again, one after the other and
// for ever, slowly enough that nobody notices, and holds them to the rules, to what
// was signed and to what is served.
//
// Promises. A game whose log is not what it was is closed: it takes no more commands
// and is shown as damaged; the others play on. What is served wrongly is dropped and
// folded again. Both are counted. What the log does not answer is no finding.
//
// May import: events, audit, play, projections, merkle.
package auditor
