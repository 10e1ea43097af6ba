// Package memlog keeps the log in memory: for tests of everything that stands on
// a Log, and for games that need not outlive their process.
//
// Promises. It passes events/logtest. Hooks inject what a real store can do to
// its callers: an append that is lost, one that is kept but never answered, one that
// arrives when its caller has long given up, or twice, a read that fails in the
// middle, and, since a hook may block, any delay at all.
// It holds no global state, starts no goroutine and reads no clock.
//
// May import: events.
package memlog
