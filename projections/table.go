package projections

import (
	"sync"
	"sync/atomic"
)

// table gives every value that it meets a small number, from 1, so that long
// lists can hold the number instead. Safe for concurrent use; getting a value
// takes no lock.
type table[K comparable] struct {
	mu     sync.RWMutex
	number map[K]uint32
	values atomic.Pointer[[]K] // values[n] has number n; [0] is the zero value
}

// put returns the number of a value.
func (t *table[K]) put(k K) uint32 {
	if n := t.find(k); n != 0 {
		return n
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := t.number[k]; n != 0 {
		return n
	}
	if t.number == nil {
		t.number = make(map[K]uint32)
	}
	values := append(t.all(), k) // those who hold the shorter list do not see it
	n := uint32(len(values) - 1)
	t.number[k] = n
	t.values.Store(&values)
	return n
}

// find returns the number of a value, 0 if it was never put.
func (t *table[K]) find(k K) uint32 {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.number[k]
}

// get returns the value of a number; the zero value for 0.
func (t *table[K]) get(n uint32) K { return t.all()[n] }

// all returns the values by their numbers.
func (t *table[K]) all() []K {
	if v := t.values.Load(); v != nil {
		return *v
	}
	return make([]K, 1)
}
