// Package node puts a server together and runs it: the data folder, the log, the
// read side, the handler, HTTP.
//
// Promises. It starts in the order in which things depend on each other (folder,
// secret, log, projections caught up, HTTP) and says that it is ready only then.
// It stops in the other order: no new commands, those under way are finished,
// readers are told, then the log is closed. Told to stop, it ends with exit code
// 0. What keeps it from starting is one sentence, with what to do about it.
//
// May import: everything but the other commands.
package node
