// Package backup is the command that copies what a server keeps, while it runs.
//
// Promises. A backup is a data folder: it can be verified, restored from and served.
// Its log is exactly what its checkpoints have signed, event by event and shard by
// shard, which is checked when it is written, and everything is on disk when the
// command ends. A later run adds what is new. What was there is never taken back: a
// backup of another history, or of one that was set back, is refused before anything
// is written.
//
// May import: everything but the other commands, besides remote (to ask a server) and
// trust (to verify).
package backup
