// Package datadir is the folder in which a server keeps everything: who may use
// it (one process at a time), the secret from which seat tokens and dice follow,
// and where the log lies.
//
// Promises. Two processes never hold the same folder; a process that dies in any
// way lets go of it. The secret is made once, is on disk before it is used, and
// is readable by its owner only. A folder that is somebody's else is refused,
// never cleaned up.
//
// May import: events/durable, events/filelock and the standard library.
package datadir
