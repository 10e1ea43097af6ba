package jetlog

import "plylog/events"

// heads remembers where the games that were appended to lately end. An append
// behind an older event is refused on the spot: sent with others in a batch it
// would cost all of them a second trip. What it does not know the store decides.
//
// Two generations: the older is dropped when the younger is full. Only the
// committer of the shard uses it.
type heads struct {
	young, old map[events.GameID]uint64
}

// mostHeads is the size of a generation.
const mostHeads = 4096

// stale reports whether the game is known to have gone on behind a position.
func (h *heads) stale(game events.GameID, after uint64) bool {
	head, ok := h.young[game]
	if !ok {
		head, ok = h.old[game]
	}
	return ok && head > after
}

// moved notes a game's last event.
func (h *heads) moved(game events.GameID, seq uint64) {
	if len(h.young) >= mostHeads || h.young == nil {
		h.old, h.young = h.young, make(map[events.GameID]uint64, mostHeads)
	}
	h.young[game] = seq
}
