// Package archive keeps the beginning of each shard in files, so that the streams of a
// store need only hold what came after it.
//
// A segment is a file with the events at some thousand positions of one shard in a row,
// grouped by game, packed and compressed, with an index by game at its end. The segments
// of a shard begin with position 1 and follow one another; whatever is behind the last of
// them is in another log, the hot one. Log lays the two together: an events.Log in which
// nothing has moved.
//
// Promises. Positions, events and their bytes are those of the shard: the leaves of its
// Merkle tree are worked out from the segments, and come to the root of the signed
// checkpoint that is kept in them. A segment is written once, is on disk with its name
// before Write returns, and never changes. Open reads every byte of every segment: one
// that is changed, cut off, missing, of another shard or another order is *Damage, and
// nothing is served. What is read later is held against the checksums that were seen
// then. Parsing has a limit for everything, takes one spelling of all but the compressed
// bytes, and panics on nothing.
//
// In memory an archive needs four bytes for each game in a segment, and a quarter of a
// byte an event.
//
// May import: events, events/durable, events/merkle, events/pack, zstd. DESIGN.md says what
// was decided and measured.
package archive
