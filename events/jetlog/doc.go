// Package jetlog keeps the log on NATS JetStream: on a server inside this process
// or on a cluster elsewhere. DESIGN.md says what was decided and what was measured.
//
// Promises. It passes events/logtest on one server and on three. An append is
// acknowledged only when it is on disk (on a majority of the replicas), and never
// twice; two appends of one game are never under way together. Reads of a game
// are current even on replicas. A Follow outlives restarts of the server and
// either yields every event of its shard in order or ends with an error. What the
// streams must not allow (deletion, purging, expiry, compression) is checked when
// a log is opened.
//
// May import: events, events/archive, events/durable, events/filelock, events/merkle, NATS.
package jetlog
