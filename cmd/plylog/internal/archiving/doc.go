// Package archiving is the command that moves the beginning of a log into an archive.
//
// Promises. A server that stands on the store is never disturbed: the store is stopped,
// and the folder held. The archive and the streams behind it are made beside the log,
// read back, and compared with it event by event, before they take its place in one step;
// only then is the log that was there removed. Cut off at any moment it leaves a data
// folder that serves as before or as after.
//
// May import: everything but the other commands.
package archiving
