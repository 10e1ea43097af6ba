// Package snapshot keeps the events of a game together, so that a game whose events
// lie all over a large log is opened by one read and not by a hundred.
//
// A snapshot is a copy of a game's first N events and of where the log keeps each,
// packed into one file. It is read in place of the log from the game's beginning up to
// event N; event N itself and all behind it come from the log.
//
// Promises. Reading through snapshots gives the events that reading the log gives, or
// an error where that gives one: a snapshot counts only if its chain leads to the very
// event that the log holds at its end. One that is damaged, forged, of another game or
// of another log is not used, counted and removed. Snapshots are a cache: no acknowledgement
// waits for one, nothing is written through, and deleting any of them, at any moment,
// changes nothing but time. They take no more room than they are given.
//
// What is asked of the log as it is stored (the audit, the closing of a damaged game,
// rebuilds) must be read from the log itself: a snapshot does not notice that an event
// in the middle has become another.
//
// May import: events, events/pack, zstd. Figures and decisions are in DESIGN.md.
package snapshot
