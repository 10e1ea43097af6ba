package projections

import (
	"fmt"

	"plylog/events"
)

// link is what the chain of one game has come to.
type link struct {
	n    int // version; 0: nothing yet
	head events.Hash
	over bool
}

// follows says why an event cannot be the next of its game, or nil.
func (l *link) follows(e *events.Event) error {
	switch {
	case e.N != l.n+1:
		return fmt.Errorf("event %d comes where %d follows", e.N, l.n+1)
	case l.over:
		return fmt.Errorf("event %d comes behind the end of the game", e.N)
	case e.Type == events.TypeClosed:
		return fmt.Errorf("event %d closed the game as damaged", e.N)
	case (e.N == 1) != (e.Type == events.TypeCreated):
		return fmt.Errorf("event %d is of type %q", e.N, e.Type)
	}
	want := l.head
	if l.n == 0 {
		want = events.Genesis(e.Game)
	}
	if e.Prev != want {
		return fmt.Errorf("event %d follows %s, but the chain has come to %s", e.N, e.Prev, want)
	}
	return nil
}

// add moves the link on to an event that follows.
func (l *link) add(e *events.Event) {
	l.n, l.over = e.N, e.Over()
	l.head = e.Hash()
}
