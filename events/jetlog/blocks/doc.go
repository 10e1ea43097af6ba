// Package blocks reads the files in which a NATS server keeps the messages of a
// stream, while no server runs on them: for the check before every start, for
// verifying a stopped store, and for repairing one. DESIGN.md describes the files
// and says what was decided.
//
// Promises. It never changes, makes or removes a file. Every record is held
// against its checksum; the order is held against the numbers in the records, and
// nothing is believed that an index says. What is wrong is named (file, place,
// message numbers, subject as far as it can be read), and reading goes on behind
// it. It panics on no content of any file.
//
// It reads streams without compression and without encryption, as file store of
// nats-server v2.15 writes them.
//
// May import: events (for its errors), the checksum's package.
package blocks
