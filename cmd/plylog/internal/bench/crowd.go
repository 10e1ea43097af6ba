package bench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"plylog/events"
)

// crowd is many readers of one game that has one event, each in a goroutine that
// waits for the next event or for the end of a context of its own, as a
// connection does.
type crowd struct {
	ctx     context.Context
	stop    context.CancelCauseFunc
	readers int
	work    sync.WaitGroup
	left    atomic.Int64  // readers that the last event has not come to
	all     chan struct{} // it came to the last of them
}

func newCrowd(ctx context.Context, readers int) *crowd {
	c := &crowd{readers: readers, all: make(chan struct{}, 1)}
	c.ctx, c.stop = context.WithCancelCause(ctx)
	return c
}

// join adds a reader, by how it gets its next event.
func (c *crowd) join(next func(context.Context) (*events.Event, error)) {
	own, leave := context.WithCancel(c.ctx)
	c.work.Go(func() {
		defer leave()
		for n := 2; ; n++ {
			e, err := next(own)
			if err == nil && e.N != n {
				err = fmt.Errorf("a reader got event %d where %d follows", e.N, n)
			}
			if err != nil {
				c.stop(err)
				return
			}
			if c.left.Add(-1) == 0 {
				c.all <- struct{}{}
			}
		}
	})
}

// time publishes events, each when the one before has come to everybody, and
// returns how many milliseconds one of them took. The first is not counted: by
// then every reader waits.
func (c *crowd) time(list []*events.Event, publish func(*events.Event) error) (ms float64, err error) {
	var began time.Time
	for i, e := range list {
		if i == 1 {
			began = time.Now()
		}
		c.left.Store(int64(c.readers))
		if err := publish(e); err != nil {
			return 0, err
		}
		select {
		case <-c.all:
		case <-c.ctx.Done():
			return 0, context.Cause(c.ctx)
		}
	}
	return time.Since(began).Seconds() * 1000 / float64(len(list)-1), nil
}

// leave ends all readers.
func (c *crowd) leave() {
	c.stop(nil)
	c.work.Wait()
}
