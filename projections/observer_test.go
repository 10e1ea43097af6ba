package projections_test

import (
	"sync"
	"time"

	"plylog/events"
	"plylog/projections"
)

// observer remembers what it was told.
type observer struct {
	mu         sync.Mutex
	left       map[projections.Reason]int
	readers    int
	damaged    []events.GameID
	published  int
	mismatches map[string]int
	lag        func(projection string, shard int, behind uint64, age time.Duration)
}

func (o *observer) Lag(projection string, shard int, behind uint64, age time.Duration) {
	if o.lag != nil {
		o.lag(projection, shard, behind, age)
	}
}

func (o *observer) Damaged(game events.GameID, _ error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.damaged = append(o.damaged, game)
}

func (o *observer) Readers(change int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.readers += change
}

func (o *observer) Closed(why projections.Reason) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.left == nil {
		o.left = map[projections.Reason]int{}
	}
	o.left[why]++
}

func (o *observer) Published(time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.published++
}

func (o *observer) Mismatch(projection string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.mismatches == nil {
		o.mismatches = map[string]int{}
	}
	o.mismatches[projection]++
}

func (o *observer) closed(why projections.Reason) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.left[why]
}
