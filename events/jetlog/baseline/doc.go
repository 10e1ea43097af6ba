// Package baseline does with JetStream the plainest thing that keeps the log's
// promises, and nothing else: single durable publishes, group commit, reading in
// batches and through a consumer. jetlog is measured against it, in the same run on
// the same disk, since absolute figures say more about the machine.
//
// Promises. The streams are set up as jetlog sets up its own, under other names,
// and are removed again. Payloads and expectations are those of real appends.
//
// May import: jetlog, NATS.
package baseline
