// Package people knows who has an account: how they prove who they are, which
// sessions and tokens speak for them, and what others are told of them.
//
// Promises. Nobody needs a password, and none is kept. What proves something (the
// token of a link, the cookie of a session, an API token) is 256 bits of chance, and
// is kept as its SHA-256 hash only. A link signs in once: of any number of
// confirmations at once one opens the session. Whether an address has an account is
// not looked at before whoever reads its mail has confirmed it. An address is kept in
// one record of its account, sealed under the store's secret, and found by a MAC of
// it; keys and events hold opaque ids. An account that is erased leaves its id behind
// and nothing else. What a store knows means nothing to another, whose secret differs.
// What ends on one node (a session, a token, an account) ends on all of them. Nothing
// panics on input.
//
// Guests have no state here: they hold the tokens of their seats. What they are
// called follows from their player id.
//
// May import: events, api/post, api/people/vault, golang.org/x/text/unicode/norm.
package people
