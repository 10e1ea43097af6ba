// Package audit is the offline verifier: it takes stored events from anywhere (an
// export, a stopped store, a server's answer) and what was kept elsewhere
// (checkpoints, receipts, heads, public keys), and says whether the one is what the
// other vouches for.
//
// Every event goes through the same fold as in the server: spelling, chain, numbers
// without gaps, command ids, every move through its ruleset, every die, result,
// offer, clock. Whole logs are hashed into their trees and compared with every
// checkpoint at its size.
//
// Promises. The verdict is Verified only if nothing is wrong and everything that
// was read is covered by something that was kept and whose signature was checked;
// what is covered by nothing is NotAnchored, never Verified. Input streams: memory
// grows with the games, not with the events. Nothing panics on input.
//
// May import: engines, events, events/play, events/merkle.
package audit
