// Package outage finds out when nobody could move: in which time no node of a store
// that lies on servers elsewhere could have stored an event of a shard.
//
// A node asks every shard's leader once a second. Where nobody answers for longer than
// play.ShortestOutage, that may be the node's own trouble, so it is an outage only as far
// as the others say the same: nodes tell each other when a leader last answered them and
// in which times none did, and an outage is what all these times have in common. A node
// that does not serve yet could not move either, so that the time in which all nodes were
// away is found in the same way: whoever comes first begins where the last one noted that
// it was there.
//
// Promises. No time is an outage in which a node that is heard of could store events, as
// far as it was told by then. Times are told as ages, so that no node's clock is held
// against another's; only where all were away it is. An outage that has ended is known
// within settleWait, and until then nobody's time is up (Lately, Steady).
//
// May import: play, events, strict.
package outage
