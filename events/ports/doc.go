// Package ports keeps ports of this machine for servers that are to be found where they
// were when they come back, or whose ports others must know before they run.
//
// A port that the system gave (":0") and that nobody listens at any more is the system's
// again: the next connection that any program opens may go out from it, and the server
// that comes back finds it taken. What is kept here lies outside the range that systems
// take such ports from.
//
// Promises. A port is kept for one at a time, among all processes of this machine that
// ask here; one that dies in any way lets go of what it kept. Nobody listened at it when
// it was given out. A program that does not ask here may still take it.
//
// May import: the standard library.
package ports
