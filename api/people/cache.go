package people

import (
	"sync"
	"time"
)

const (
	cacheAge  = 30 * time.Second // after which the vault is asked again, whatever was heard
	mostKept  = 1 << 14
	cacheDrop = 64 // entries that make room when it is full
)

// cache keeps what was read lately. Of what it keeps it hears when that changes; what
// was being read at that moment is not kept.
type cache[V any] struct {
	mu      sync.Mutex
	on      bool // somebody tells of changes
	changes uint64
	by      map[string]cached[V]
}

type cached[V any] struct {
	value V
	err   error // that there is none
	at    time.Time
}

// get returns what is kept, or else what load returns. Errors that keep accepts are
// kept like values.
func (c *cache[V]) get(key string, now time.Time, keep func(error) bool, load func() (V, error)) (V, error) {
	c.mu.Lock()
	if hit, ok := c.by[key]; ok && now.Sub(hit.at) < cacheAge {
		c.mu.Unlock()
		return hit.value, hit.err
	}
	before := c.changes
	c.mu.Unlock()
	v, err := load()
	if err != nil && !keep(err) {
		return v, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.on && c.changes == before {
		c.room()
		c.by[key] = cached[V]{v, err, now}
	}
	return v, err
}

// room makes some. The lock is held.
func (c *cache[V]) room() {
	if c.by == nil {
		c.by = make(map[string]cached[V])
	}
	if len(c.by) < mostKept {
		return
	}
	n := 0
	for key := range c.by { // in no order
		delete(c.by, key)
		if n++; n == cacheDrop {
			return
		}
	}
}

// drop forgets one entry.
func (c *cache[V]) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	delete(c.by, key)
}

// listen says whether somebody tells of changes; what was kept before is forgotten.
func (c *cache[V]) listen(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	c.on = on
	clear(c.by)
}
