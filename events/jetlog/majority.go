package jetlog

import (
	"context"
	"fmt"
	"time"

	"plylog/events"
)

// A server that leads a stream and is cut off from the others goes on thinking that it
// leads: it looks every ten seconds whether a majority was silent for as long. Meanwhile
// the others have chosen another leader, and what that one stores the old one does not
// know. It answers all the same, so that "there is none" and "it ends here" are believed
// only of a leader that can know.

// followedLately is what a leader may last have heard of a follower without any other
// being chosen meanwhile: a follower that hears nothing waits four seconds at least
// before it stands for election. A leader speaks to idle followers every second.
const followedLately = 3 * time.Second

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

// followed reports whether whoever answered leads a majority of so many copies: either
// every other was heard of lately, or enough of them since the question was thought of,
// which is so long before it was sent. A question that may be answered as things stood a
// moment ago was thought of that long before.
func (c *copies) followed(of int, before time.Duration) bool {
	others := max(of-1, len(c.Replicas))
	lately, since := 0, 0
	for _, r := range c.Replicas {
		if r.Active > 0 && r.Active < followedLately {
			lately++
		}
		if r.Active > 0 && r.Active < before {
			since++
		}
	}
	return lately == others || since >= (others+1)/2
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
