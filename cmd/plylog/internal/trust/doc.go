// Package trust holds the commands with which nobody has to believe a server:
// verifying exports, receipts and stopped stores without it, looking after its key,
// and witnessing its checkpoints from another machine.
//
// Promises. Verifying needs no network and changes nothing. The exit code is 0 only
// for what is vouched for by something that was given and whose signature was
// checked. A witness never cosigns two histories of one log: what it has cosigned is
// on its disk before anybody is shown it.
//
// May import: events, merkle, audit, jetlog (to read a stopped store), api/client,
// console, datadir.
package trust
