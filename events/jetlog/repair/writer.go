package repair

import (
	"context"
	"fmt"

	"plylog/events"
)

// writer appends the events of a shard in the order in which they are to stand.
type writer struct {
	log   events.Log
	at    uint64 // where the shard ends
	heads map[events.GameID]head
}

// head is where a game stands.
type head struct {
	n    int
	seq  uint64
	hash events.Hash
}

func newWriter(log events.Log) *writer {
	return &writer{log: log, heads: make(map[events.GameID]head)}
}

// take notes the next event that the shard has already. Errors wrap ErrContradiction.
func (w *writer) take(e *events.Event) error {
	if _, err := w.follows(e); err != nil {
		return err
	}
	w.at++
	w.heads[e.Game] = head{e.N, w.at, e.Hash()}
	return nil
}

// append stores the next event. Errors wrap ErrContradiction where it does not
// continue its game.
func (w *writer) append(ctx context.Context, e *events.Event) error {
	h, err := w.follows(e)
	if err != nil {
		return err
	}
	seq, err := w.log.Append(ctx, h.seq, e)
	if err != nil {
		return err
	}
	if seq != w.at+1 {
		return fmt.Errorf("event %d was stored at %d", w.at+1, seq)
	}
	return w.take(e)
}

// follows returns the head that an event continues.
func (w *writer) follows(e *events.Event) (head, error) {
	h, ok := w.heads[e.Game]
	if !ok {
		h.hash = events.Genesis(e.Game)
	}
	if e.N != h.n+1 || e.Prev != h.hash {
		return h, fmt.Errorf("%w: event %d of game %s, at %d, does not follow its event %d", ErrContradiction, e.N, e.Game, w.at+1, h.n)
	}
	return h, nil
}
