package projections

import (
	"container/heap"
	"context"
	"fmt"
	"sync"
)

// position is how far a shard has been applied, and who waits for more of it.
type position struct {
	mu      sync.Mutex
	seq     uint64
	waiters waiters
}

type waiter struct {
	seq  uint64
	done chan struct{}
}

// advance moves the position on and wakes those it has come to, and only those.
func (p *position) advance(seq uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seq = max(p.seq, seq)
	for len(p.waiters) > 0 && p.waiters[0].seq <= p.seq {
		close(heap.Pop(&p.waiters).(*waiter).done)
	}
}

func (p *position) at() uint64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.seq
}

// wait returns when the position has come to seq.
func (p *position) wait(ctx context.Context, seq uint64) error {
	p.mu.Lock()
	if p.seq >= seq {
		p.mu.Unlock()
		return nil
	}
	w := &waiter{seq: seq, done: make(chan struct{})}
	heap.Push(&p.waiters, w)
	p.mu.Unlock()
	select {
	case <-w.done:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, other := range p.waiters {
		if other == w {
			heap.Remove(&p.waiters, i)
			return fmt.Errorf("waiting for position %d, now at %d: %w", seq, p.seq, ctx.Err())
		}
	}
	return nil // it came after all
}

// waiters is a heap: who waits for least comes first.
type waiters []*waiter

func (w waiters) Len() int           { return len(w) }
func (w waiters) Less(i, j int) bool { return w[i].seq < w[j].seq }
func (w waiters) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }
func (w *waiters) Push(x any)        { *w = append(*w, x.(*waiter)) }
func (w *waiters) Pop() any {
	old := *w
	last := old[len(old)-1]
	*w = old[:len(old)-1]
	return last
}
