package play

import "plylog/events"

// Heard tells the handler of a stored event, whoever stored it. A game that is in
// memory and not in use goes on with it, so that a command that comes to this node
// behind one that another took need not read the log first. Events of games that are
// not in memory, or that it has, change nothing; nor does one that does not fit: then
// the log is read before the next command. Events may come late, again or not at all.
// It reports whether the game went on.
func (h *Handler) Heard(e *events.Event) bool {
	en := h.games.idle(e.Game)
	if en == nil {
		return false
	}
	defer h.games.release(en)
	g := en.game
	if g == nil || en.stale || en.broken != nil || e.N <= g.N {
		return false
	}
	if e.N == g.N+1 {
		if after, err := g.Apply(e); err == nil {
			en.keep(after)
			return true
		}
	}
	en.doubt() // what is wrong, if anything is, whoever reads the log is told
	return false
}
