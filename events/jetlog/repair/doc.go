// Package repair makes a whole store from what is left of a damaged one, from
// copies of it and from exported games, and from a whole one another of the same events.
//
// Promises. Nothing of what it reads is changed; the new store is made elsewhere,
// read through like any store before a start, and is on disk when Build returns.
// Every event stands where it stood: wherever the shard was signed, the Merkle
// roots decide, and a store that cannot be brought to them is not made. What two
// sources say differently is refused. DESIGN.md says why.
//
// It needs about 40 bytes of memory an event of the store, and the exported events
// that the stores do not have.
//
// May import: events, events/archive, events/durable, events/merkle, events/jetlog.
package repair
