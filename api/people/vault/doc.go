// Package vault keeps small values that may change and must be able to be
// forgotten: who has an account, which sessions are open, what a link is good for.
// The log of the games never forgets, so nothing of that stands there.
//
// Promises. A write that names the revision that it replaces, or that there is none,
// is decided atomically: of any number at once one succeeds. What was written is on
// disk before anybody is told. Who reads sees the last write that was answered,
// whichever node they ask; but that a value was replaced or erased is not known for up to
// 20 s where the leader of a cluster has been cut off from the others. That there is none
// is said only where it can be known. A value that was replaced or erased is overwritten
// where it was stored: nothing of it is left in any file of the store. Where a crash
// comes between the two, opening the vault again makes up for it. A value may be given a
// lifetime; when that ends it is gone, though its bytes stay on disk until their place
// is used again, so that no value with a lifetime may say who anybody is in the clear.
// Keys stay visible: they say nothing either.
//
// There are two: one in memory, one in a key-value bucket of JetStream. Both pass
// vaulttest.
//
// May import: events/jetlog/majority, nats.go and the standard library.
package vault
