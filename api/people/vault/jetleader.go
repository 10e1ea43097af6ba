package vault

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"plylog/events/jetlog/majority"
)

// errUnfollowed: who says what there is leads, or led, and cannot know what others wrote
// since.
var errUnfollowed = errors.New("who leads has not heard of a majority")

// there asks which keys of the bucket fit a subject. On several servers that is asked
// until a leader says it who is followed by a majority, in the same answer: one that was
// cut off knows nothing of what was written since.
func (j *Jet) there(ctx context.Context, filter string) (revisions map[string]uint64, err error) {
	since := time.Now()
	for pause := leaderPause; ; pause = min(2*pause, answerPause) {
		before := time.Since(since)
		info, err := j.stream.Info(ctx, jetstream.WithSubjectFilter(filter))
		if err != nil {
			return nil, err
		}
		if led(info, before) {
			return info.State.Subjects, nil
		}
		if before > mostAnswer {
			return nil, errUnfollowed
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, errors.Join(errUnfollowed, ctx.Err())
		}
	}
}

// leaderPause is the first pause before a leader that cannot know yet is asked again.
const leaderPause = time.Millisecond

// led reports whether an answer is of a leader that can know, if it was asked so long
// after it was thought of.
func led(info *jetstream.StreamInfo, before time.Duration) bool {
	if info.Cluster == nil { // one server
		return true
	}
	var heard []time.Duration
	for _, r := range info.Cluster.Replicas {
		heard = append(heard, r.Active)
	}
	return info.Cluster.Leader != "" && majority.Led(info.Config.Replicas, heard, before)
}
