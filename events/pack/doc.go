// Package pack writes events of one game close together: each as the distance of its
// position to the one before and its stored bytes, without the hash of the event before
// where that follows from what was read. It is what snapshots and archives are made of.
//
// Promises. What was appended is read back byte for byte. Reading takes one spelling and
// panics on no bytes; whether what it gives is an event, and the right one, is for whoever
// reads to check.
//
// May import: events.
package pack
