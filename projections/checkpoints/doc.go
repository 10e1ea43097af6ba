// Package checkpoints signs what the log holds: at most a second after an event
// the size and root of its shard's tree are signed, written to the archive, and
// published, with everything that is needed to check them: tiles and receipts.
//
// The trees are a projection like any other: folded from the log when a server
// starts, and held to the last checkpoint of the archive. A log that does not reach
// it, or reaches it with another root, is not served. Where the events up to it were
// held to it before (by the check of a store that is about to be opened), they are not
// hashed a second time, and must only be there.
//
// Where a store has several nodes they publish one history under one key: one signs,
// all hold what was signed against their own trees, and what does not fit is not shown.
//
// Promises. A checkpoint is on disk before anybody is shown it. What is published
// only ever grows. Receipts and tiles are made from what is published.
//
// May import: events, events/merkle and the standard library.
package checkpoints
