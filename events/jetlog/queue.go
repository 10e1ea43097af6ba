package jetlog

import (
	"sync"
	"sync/atomic"
	"time"

	"plylog/events"
)

// appending is one call of Append on its way.
type appending struct {
	event *events.Event
	after uint64
	trace string // the traceparent of what caused it; empty: none
	begun time.Time
	tries int
	state atomic.Int32
	done  chan outcome // has room for the one outcome
}

// The states of an appending. Whoever moves it away from waiting owns it.
const (
	waiting int32 = iota
	sent
	abandoned
)

type outcome struct {
	seq uint64
	err error
}

// queue holds the appends of a shard that have not been sent.
type queue struct {
	mu     sync.Mutex
	list   []*appending
	put    int  // put off: they will come back
	shut   bool // no new ones
	filled chan struct{}
}

func (q *queue) init() { q.filled = make(chan struct{}, 1) }

// push adds an append; false if the queue is closed.
func (q *queue) push(a *appending) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.shut {
		return false
	}
	q.list = append(q.list, a)
	q.wake()
	return true
}

// putOff brings an append back after a pause, ahead of all others. The store is
// trusted with one append of a game at a time, and this one was first.
func (q *queue) putOff(a *appending, pause time.Duration) {
	q.mu.Lock()
	q.put++
	q.mu.Unlock()
	time.AfterFunc(pause, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.put--
		q.list = append([]*appending{a}, q.list...)
		q.wake()
	})
}

// take removes what may be sent together: at most most appends, one of each game,
// none of a busy game, in order; their games are busy from then on. Those that were
// abandoned meanwhile are dropped.
func (q *queue) take(most int, busy map[events.GameID]struct{}) []*appending {
	q.mu.Lock()
	defer q.mu.Unlock()
	var taken []*appending
	rest := q.list[:0]
	for _, a := range q.list {
		if _, is := busy[a.event.Game]; is || len(taken) >= most {
			rest = append(rest, a)
			continue
		}
		if a.tries == 0 && !a.state.CompareAndSwap(waiting, sent) {
			continue
		}
		if taken == nil {
			taken = make([]*appending, 0, min(len(q.list), most))
		}
		busy[a.event.Game] = struct{}{}
		taken = append(taken, a)
	}
	clear(q.list[len(rest):])
	q.list = rest
	return taken
}

// length is how many appends wait.
func (q *queue) length() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.list)
}

// finished reports whether nothing waits and nothing will come any more.
func (q *queue) finished() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.shut && len(q.list) == 0 && q.put == 0
}

// close lets nothing more in.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.shut = true
	q.wake()
}

func (q *queue) wake() {
	select {
	case q.filled <- struct{}{}:
	default:
	}
}
