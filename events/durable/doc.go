// Package durable writes files and folders through to the disk, so that they are there
// after a power cut.
//
// Promises. What it was asked to write through is on the disk when it returns nil, as far
// as the system tells the truth about that. But for Write and Copy, which replace one
// file, it changes, makes and removes nothing.
//
// May import: the standard library and golang.org/x/sys.
package durable
