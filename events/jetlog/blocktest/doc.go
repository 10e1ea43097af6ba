// Package blocktest has the disk fail under a server that runs in this process, for tests
// of what becomes of the log then. It needs Linux; elsewhere it is empty.
//
// Promises. The server is told nothing and holds the same files open as before; what it
// writes to them from then on fails in the way that was asked for, and nothing that is on
// the disk changes any more.
//
// May import: the standard library.
package blocktest
