// Package merkle is what makes a whole log checkable: a Merkle tree over the
// stored events of a shard, checkpoints that sign its size and root, receipts that
// prove one event to be in it, the keys, and the file in which checkpoints are kept.
//
// The tree is that of RFC 6962: leaf i is the stored bytes of the event at
// position i+1 of its shard. Everything that leaves the program has a published
// form, so that other tools read it: checkpoints (c2sp.org/tlog-checkpoint),
// signatures and keys (c2sp.org/signed-note), cosignatures of witnesses
// (c2sp.org/tlog-cosignature), tiles (c2sp.org/tlog-tiles), receipts
// (c2sp.org/tlog-proof).
//
// Promises. A tree needs a small part of a log's size in memory and is the same
// however it was come by. Parsers take one spelling, have a limit for everything,
// and never panic. A checkpoint that was handed out is on disk before. The archive
// only grows; half a record at its end is no record and is counted.
//
// May import: events (the size of an event), events/durable and golang.org/x/mod/sumdb. What it
// proves and what it does not: DESIGN.md.
package merkle
