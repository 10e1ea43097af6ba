// Package certs serves a certificate from two files, and the newer one as soon as
// the files are replaced.
//
// Promises. What is served is always a whole pair that fits together: files that
// are half written, unreadable or of two different pairs leave the one before in
// use, with a line in the log. A handshake never waits for more than a look at the
// files' times, once in a while.
//
// May import: the standard library.
package certs
