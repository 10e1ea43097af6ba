package events

import "crypto/sha256"

// Genesis is the Prev of a game's first event: SHA-256 of the genesis tag and
// the text of the game's id. Source: the audit specification, section Chain.
func Genesis(game GameID) Hash {
	return sha256.Sum256([]byte("plylog-event/1 genesis\x00" + game.String()))
}

// Link returns the hash of an event from the hash of the one before and the
// stored bytes.
func Link(prev Hash, raw []byte) Hash {
	var out Hash
	h := sha256.New()
	h.Write([]byte("plylog-event/1\x00"))
	h.Write(prev[:])
	h.Write(raw)
	h.Sum(out[:0])
	return out
}

// Hash returns the event's link in the chain.
func (e *Event) Hash() Hash { return Link(e.Prev, e.Raw) }
