package sim

import "plylog/events"

// mostHeard is how many events are told of again, or late.
const mostHeard = 12

// spread tells nodes of an event that comes to the read side; some hear nothing of it.
func (w *world) spread(e *events.Event) {
	w.heard = append(w.heard, e)
	if len(w.heard) > mostHeard {
		w.heard = w.heard[1:]
	}
	for _, n := range w.nodes {
		if w.one(2) {
			w.tell(n, e)
		}
	}
	if w.one(8) { // again, or late where it was not heard of
		w.tell(pick(w.rng, w.nodes), pick(w.rng, w.heard))
	}
}

// ahead tells a node of an event before those that are stored before it.
func (w *world) ahead(e *events.Event) {
	if w.one(16) {
		w.tell(pick(w.rng, w.nodes), e)
	}
}

func (w *world) tell(n *node, e *events.Event) {
	if n.handler.Heard(e) {
		w.seen[HeardOfIt]++
	}
}
