package jetlog

import (
	"testing"
	"time"

	"plylog/events"
)

// A committer that holds appends back for a batch must not rest for ever: whatever
// the clock says at whichever look, either what waits is sent or the rest ends.
func TestGatheringEnds(t *testing.T) {
	for _, tick := range []time.Duration{0, 1, time.Microsecond, time.Millisecond} {
		for looks := range 6 { // the gathering is over between two looks at the clock
			c := &committer{
				shard: &shard{log: &Log{options: Options{AckWait: 5 * time.Second}}},
				busy:  make(map[events.GameID]struct{}), crowd: 64,
			}
			c.shard.queue.init()
			for i := range 4 {
				if !c.shard.queue.push(append1(byte(i))) {
					t.Fatal("an open queue takes nothing")
				}
			}
			at := time.Now()
			c.gathering = at.Add(time.Duration(looks)*tick + 1)
			c.now = func() time.Time { at = at.Add(tick); return at }
			for rests := 0; c.shard.queue.length() > 0; rests++ {
				wake := c.step()
				if c.shard.queue.length() > 0 && wake > time.Second || rests > 3 {
					t.Fatalf("clock moving by %v, look %d: %d appends wait, and the committer rests for %v", tick, looks, c.shard.queue.length(), wake)
				}
				at = at.Add(wake)
			}
		}
	}
}
