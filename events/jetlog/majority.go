package jetlog

import (
	"context"
	"fmt"
	"time"

	"plylog/events"
)

// errUnfollowed: who answers leads, or led, and cannot know whether it still does.
var errUnfollowed = fmt.Errorf("%w: who leads the stream has not heard of a majority", events.ErrAway)

// copies is what a server says of the copies of a stream.
type copies struct {
	Leader   string `json:"leader"`
	Replicas []struct {
		Name   string        `json:"name"`
		Active time.Duration `json:"active"` // since the leader heard of it; 0: never
	} `json:"replicas"` // but for the one of whoever answers
}

// heard is how long ago the leader heard of each other copy.
func (c *copies) heard() (ago []time.Duration) {
	for _, r := range c.Replicas {
		ago = append(ago, r.Active)
	}
	return ago
}

// reaches makes sure that a shard's leader has come to a position. Who leads since a
// moment ago may not have.
func (s *shard) reaches(ctx context.Context, a *asker, seq uint64) error {
	info, err := s.info(ctx, a, nil, time.Now())
	if err == nil && info.State.Last < seq {
		err = fmt.Errorf("%w: %s ends at %d, before %d", errUnfollowed, s.stream, info.State.Last, seq)
	}
	return err
}
