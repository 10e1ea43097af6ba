package events

import "crypto/sha256"

// Genesis is the Prev of a game's first event: SHA-256 of the genesis tag and
// the text of the game's id. Source: the audit specification, section Chain.
func Genesis(game GameID) Hash {
	return sha256.Sum256([]byte("plylog-event/1 genesis\x00" + game.String()))
}

// linkTag stands before everything that a link is made of.
const linkTag = "plylog-event/1\x00"

// Link returns the hash of an event from the hash of the one before and the
// stored bytes.
func Link(prev Hash, raw []byte) Hash {
	// One call over one buffer: nearly every event fits, and a digest object
	// would cost an allocation an event.
	var room [1024]byte
	b := append(room[:0], linkTag...)
	b = append(b, prev[:]...)
	b = append(b, raw...)
	return sha256.Sum256(b)
}

// Hash returns the event's link in the chain.
func (e *Event) Hash() Hash {
	if e.linked {
		return e.link
	}
	return Link(e.Prev, e.Raw)
}

// KeepHash works the event's link out now, so that Hash need not do it every time: for
// whoever hands out the same event over and over, or has time for it. Before the event
// is shared; it must not change any more.
func (e *Event) KeepHash() {
	if !e.linked {
		e.link, e.linked = Link(e.Prev, e.Raw), true
	}
}
