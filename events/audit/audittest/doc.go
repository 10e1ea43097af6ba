// Package audittest makes logs as a server writes them, with what vouches for them,
// and forges them: what every verifier must tell apart, whatever it runs on.
//
// Promises. A log made twice with the same numbers is the same but for its key.
// Forging changes nothing that it is given.
//
// May import: engines, events, merkle, play.
package audittest
